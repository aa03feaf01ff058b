import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** What makes a password easy to guess: the words stand in the catalogue. */
export type Weakness = 'common' | 'row' | 'keyboard' | 'repeats' | 'date' | 'personal' | 'other'

/*
 * An attacker who has stolen the hashes tries the likeliest passwords first: those of published leaks, with letters
 * swapped for signs and years behind them, rows of keys, repetitions, dates. zxcvbn-ts counts how many come before one.
 */

/** Tries after which a password alone may fall: with argon2id years of a large machine. */
const requiredGuesses = 1e10
/** And one beside a second factor, which is tried over the network alone. */
const requiredGuessesWithFactor = 1e6
/** The work grows with the square of the length: what is strong at its beginning is strong. */
const prefixLength = 40

let factory: ZxcvbnFactory | undefined

/** Why a password of somebody who is known by these words would be guessed soon; undefined when it would not. */
export function weaknessOf(
  password: string,
  words: readonly string[],
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Weakness | undefined {
  factory ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const required = hasSecondFactor ? requiredGuessesWithFactor : requiredGuesses
  const characters = [...password]
  for (const length of new Set([Math.min(prefixLength, characters.length), characters.length])) {
    const { guesses, sequence } = factory.check(characters.slice(0, length).join(''), [...words])
    if (guesses >= required) return undefined
    if (length === characters.length) return weaknessIn(sequence)
  }
  return undefined
}

const weaknessByPattern: Readonly<Record<string, Weakness>> = {
  repeat: 'repeats',
  sequence: 'row',
  spatial: 'keyboard',
  date: 'date',
  regex: 'date',
}

/** Of the parts that the password is made of, what the longest is. */
function weaknessIn(sequence: readonly MatchExtended[]): Weakness {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator')
    .toSorted((a, b) => b.token.length - a.token.length)
  if (!longest) return 'other'
  if (longest.pattern === 'dictionary') return longest.dictionaryName === 'userInputs' ? 'personal' : 'common'
  return weaknessByPattern[longest.pattern] ?? 'other'
}
