import { createRequire } from 'node:module'
import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What makes a password easy to guess; the catalogue has the text for each. */
export type Weakness = 'common' | 'row' | 'keyboard' | 'repeats' | 'date' | 'personal' | 'other'

/*
 * An attacker who has stolen the hashes tries the likeliest passwords first: those of published leaks, also with
 * letters replaced by signs and years appended, rows of keys, repetitions, dates. zxcvbn-ts estimates how many guesses
 * come before a given password.
 */

/** Guesses that a password alone must withstand: with Argon2id that takes a large machine years. */
const requiredGuesses = 1e10
/** Guesses to withstand beside a second factor, when attacked over the network only. */
const requiredGuessesWithFactor = 1e6
/**
 * The estimate takes time in the square of the length, so only the beginning is checked: if it is strong, the whole is.
 */
const prefixLength = 40

let lastFactory: WeakRef<ZxcvbnFactory> | undefined

/** Made for a new password, and kept until garbage is collected: its lists of words take 9 MB. */
function currentFactory(): ZxcvbnFactory {
  const kept = lastFactory?.deref()
  if (kept) return kept
  const require = createRequire(import.meta.url)
  const core = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const words = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const factory = new core.ZxcvbnFactory({ dictionary: words.dictionary, graphs: words.adjacencyGraphs })
  lastFactory = new WeakRef(factory)
  return factory
}

/** Why a password would soon be guessed, for a person known by these words; undefined when it would not. */
export function weaknessOf(
  password: string,
  words: readonly string[],
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Weakness | undefined {
  const factory = currentFactory()
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

/** The weakness of the longest guessable part of the password. */
function weaknessIn(sequence: readonly MatchExtended[]): Weakness {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator')
    .toSorted((a, b) => b.token.length - a.token.length)
  if (!longest) return 'other'
  if (longest.pattern === 'dictionary') return longest.dictionaryName === 'userInputs' ? 'personal' : 'common'
  return weaknessByPattern[longest.pattern] ?? 'other'
}
