import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { passwordLength } from '../../contract/auth.ts'
import { type Sentence, sentence } from '../../contract/errors.ts'
import { weaknessOf } from './guesses.ts'

/** Gives this many random bytes, fit for secrets. */
export type RandomBytes = (size: number) => Buffer

/** OWASP's minimum for Argon2id; memory in KiB. Raising it is enough: hashes below it are renewed at sign-in. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phcOf = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const phc = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parsed(hash: string) {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? []
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

/** The Argon2id hash of a password as a PHC string. Takes some 30 ms of a core, off the main thread. */
export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const nonce = random(saltBytes)
  return phcOf(nonce, await derive({ ...cost, message: password.normalize('NFC'), nonce, tagLength: tagBytes }))
}

/** Whether the password is the one that was hashed. The whole password counts; a hash that cannot be read fits none. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const wanted = parsed(hash)
  if (!wanted) return false
  const { tag, ...parameters } = wanted
  const found = await derive({ ...parameters, message: password.normalize('NFC'), tagLength: tag.length })
  return timingSafeEqual(found, tag)
}

/** A hash that no password fits and that takes as long to check as a real one: what an unknown e-mail is checked with. */
export function unmatchableHash(random: RandomBytes): string {
  return phcOf(random(saltBytes), random(tagBytes))
}

/** Whether a hash was made at a lower cost than today's. */
export function isWeakHash(hash: string): boolean {
  const found = parsed(hash)
  return !found || found.memory < cost.memory || found.passes < cost.passes || found.tag.length < tagBytes
}

/** What the operator asks of passwords. */
export type PasswordPolicy = {
  /** The least length of every password; undefined: 15, or 8 where a second factor is asked for as well. */
  minimum: number | undefined
  /** Words that nobody may have as a password, such as the name of the portal. */
  words: readonly string[]
}
export const standardPolicy: PasswordPolicy = { minimum: undefined, words: [] }

/** A name or an address of fewer letters stands in too many words to be refused inside them. */
const tellingLength = 4

/** Characters that a new password needs at least, alone or beside a second factor. */
export function leastLength({ minimum }: PasswordPolicy, hasSecondFactor: boolean): number {
  return minimum ?? (hasSecondFactor ? passwordLength.leastWithSecondFactor : passwordLength.least)
}

/** What is wrong with a new password, as a sentence, or undefined. There are no rules of composition. */
export function passwordFault(
  password: string,
  person: { email: string; name: string },
  policy: PasswordPolicy = standardPolicy,
  hasSecondFactor = false,
): Sentence | undefined {
  const length = [...password.normalize('NFC')].length
  const least = leastLength(policy, hasSecondFactor)
  if (length < least) return sentence('password.least', { least })
  if (length > passwordLength.most) return sentence('password.most', { most: passwordLength.most })
  const folded = fold(password)
  const known = [person.email, person.email.split('@')[0] ?? '', person.name].map(fold)
  if (known.some((text) => text === folded || ([...text].length >= tellingLength && folded.includes(text)))) {
    return sentence('password.holdsPersonal')
  }
  if (policy.words.some((word) => fold(word) === folded)) return sentence('password.guessed', { weakness: 'common' })
  const weakness = weaknessOf(password, [...known, ...policy.words], { hasSecondFactor })
  return weakness && sentence('password.guessed', { weakness })
}

const fold = (text: string) => text.normalize('NFC').trim().toLowerCase()
