/** How good a new password is, as far as can be seen without asking anybody; the server decides. */
export type PasswordAdvice =
  | { says: 'nothing' | 'long' | 'simple' | 'personal' | 'enough' | 'strong' }
  | { says: 'short'; left: number }

/** Letters of a name or address that tell something; fewer stand in too many words. */
const minTellingLength = 4
const strongLength = 20

type Limits = { least: number; most: number }

/** Judges a new password of somebody who is known by these words, such as name and e-mail. */
export function passwordAdvice(password: string, { least, most }: Limits, words: readonly string[]): PasswordAdvice {
  const characters = [...password.normalize('NFC')]
  if (characters.length === 0) return { says: 'nothing' }
  if (characters.length < least) return { says: 'short', left: least - characters.length }
  if (characters.length > most) return { says: 'long' }
  const folded = password.normalize('NFC').toLowerCase()
  const personalWords = words
    .flatMap((word) => [word, word.split('@')[0] ?? ''])
    .map((word) => word.trim().toLowerCase())
  if (personalWords.some((word) => [...word].length >= minTellingLength && folded.includes(word)))
    return { says: 'personal' }
  if (isSimple(characters.map((character) => character.toLowerCase()))) return { says: 'simple' }
  return { says: characters.length >= strongLength ? 'strong' : 'enough' }
}

/** Few different characters, or most of them one after the other as on a keyboard or in the alphabet. */
function isSimple(characters: readonly string[]): boolean {
  if (new Set(characters).size < 5) return true
  const steps = characters
    .slice(1)
    .map((character, index) => (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0))
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.7
}
