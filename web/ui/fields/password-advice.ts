/** How good a new password is, as far as the browser can tell; the server decides. */
export type PasswordAdvice =
  | { says: 'nothing' | 'long' | 'simple' | 'personal' | 'enough' | 'strong' }
  | { says: 'short'; left: number }

/** The least length of a personal word that counts; shorter ones occur in too many passwords. */
const minTellingLength = 4
const strongLength = 20

type Limits = { least: number; most: number }

/** Judges a new password; `words` describe the person, such as name and e-mail address. */
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

/** Whether there are fewer than 5 different characters, or most are next to each other in the alphabet or the same. */
function isSimple(characters: readonly string[]): boolean {
  if (new Set(characters).size < 5) return true
  const steps = characters
    .slice(1)
    .map((character, index) => (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0))
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.7
}
