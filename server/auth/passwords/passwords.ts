import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { passwordLength } from '#contract/auth/passwords.ts'
import { type TranslatableText, translatable } from '#contract/errors.ts'
import { weaknessOf } from './strength.ts'

/** Returns this many cryptographically secure random bytes. */
export type RandomBytes = (size: number) => Buffer

/** What hashing a password costs; memory in KiB. */
export type HashCost = Readonly<{ memory: number; passes: number; parallelism: number }>

/** OWASP's minimum for Argon2id. To raise it, change it here: weaker hashes are renewed at sign-in. */
export const standardCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

const unpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const formatPhc = (cost: HashCost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parsePhc(hash: string) {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(hash) ?? []
  if (salt === undefined || tag === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

/** The Argon2id hash of a password as a PHC string. Takes some 30 ms of one core, off the main thread. */
export async function hashPassword(password: string, random: RandomBytes, cost = standardCost): Promise<string> {
  const nonce = random(saltBytes)
  return formatPhc(
    cost,
    nonce,
    await derive({ ...cost, message: password.normalize('NFC'), nonce, tagLength: tagBytes }),
  )
}

/** Whether a password matches a hash. The whole password counts; a hash that cannot be parsed matches none. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const expected = parsePhc(hash)
  if (!expected) return false
  const { tag, ...parameters } = expected
  const actual = await derive({ ...parameters, message: password.normalize('NFC'), tagLength: tag.length })
  return timingSafeEqual(actual, tag)
}

/** A hash that matches no password and takes as long to check as a real one; used for an unknown e-mail. */
export function unmatchableHash(random: RandomBytes, cost = standardCost): string {
  return formatPhc(cost, random(saltBytes), random(tagBytes))
}

/** Whether a hash was made at a lower cost than this one. */
export function isWeakHash(hash: string, cost = standardCost): boolean {
  const parameters = parsePhc(hash)
  return (
    !parameters ||
    parameters.memory < cost.memory ||
    parameters.passes < cost.passes ||
    parameters.tag.length < tagBytes
  )
}

/** The operator's rules for passwords. */
export type PasswordPolicy = {
  /** The least length of every password in characters; undefined: 15, or 8 beside a second factor. */
  minimum: number | undefined
  /** Words that nobody may have as a password, such as the name of the portal. */
  words: readonly string[]
}
export const standardPolicy: PasswordPolicy = { minimum: undefined, words: [] }

/** A name or address shorter than this occurs in too many words to be refused as part of a password. */
const minPersonalLength = 4

/** The least length of a new password in characters, alone or beside a second factor. */
export function minPasswordLength({ minimum }: PasswordPolicy, hasSecondFactor: boolean): number {
  return minimum ?? (hasSecondFactor ? passwordLength.minWithSecondFactor : passwordLength.min)
}

/** What is wrong with a new password, as a text to show; undefined when nothing is. There are no composition rules. */
export function passwordFault(
  password: string,
  person: { email: string; name: string },
  policy: PasswordPolicy = standardPolicy,
  hasSecondFactor = false,
): TranslatableText | undefined {
  const length = [...password.normalize('NFC')].length
  const least = minPasswordLength(policy, hasSecondFactor)
  if (length < least) return translatable('password.least', { least })
  if (length > passwordLength.max) return translatable('password.most', { most: passwordLength.max })
  const folded = fold(password)
  const personalWords = [person.email, person.email.split('@')[0] ?? '', person.name].map(fold)
  if (
    personalWords.some((text) => text === folded || ([...text].length >= minPersonalLength && folded.includes(text)))
  ) {
    return translatable('password.holdsPersonal')
  }
  if (policy.words.some((word) => fold(word) === folded))
    return translatable('password.guessed', { weakness: 'common' })
  const weakness = weaknessOf(password, [...personalWords, ...policy.words], { hasSecondFactor })
  return weakness && translatable('password.guessed', { weakness })
}

const fold = (text: string) => text.normalize('NFC').trim().toLowerCase()
