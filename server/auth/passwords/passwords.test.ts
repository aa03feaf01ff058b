import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#contract/errors.ts'
import {
  hashPassword,
  isWeakHash,
  passwordFault,
  standardPolicy,
  unmatchableHash,
  verifyPassword,
} from './passwords.ts'
import { createWorkQueue } from './work-queue.ts'

const person = { email: 'ada.lovelace.1815@example.com', name: 'Augusta Ada King' }

/** A hash as it was made before the cost was raised. */
function weakHash(password: string, memory: number) {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes: 2, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=2,p=1$${text(nonce)}$${text(tag)}`
}

describe('A password', () => {
  test('is kept as Argon2id with a salt of its own', async () => {
    const [one, two] = await Promise.all([
      hashPassword('the same passphrase', randomBytes),
      hashPassword('the same passphrase', randomBytes),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('the same passphrase', one)).toBe(true)
    expect(await verifyPassword('The same passphrase', one)).toBe(false)
  })
  test('counts whole: to the last byte, the case and the spaces at its ends', async () => {
    const long = 'x'.repeat(127)
    const hash = await hashPassword(`${long}y`, randomBytes)
    expect(await verifyPassword(`${long}z`, hash)).toBe(false)
    expect(await verifyPassword(`${long}y `, hash)).toBe(false)
    expect(await verifyPassword(`${long}y`, hash)).toBe(true)
  })
  test('fits however the keyboard composes its accents', async () => {
    const hash = await hashPassword('cr\u00e8me br\u00fbl\u00e9e au lait', randomBytes)
    expect(await verifyPassword('cre\u0300me bru\u0302le\u0301e au lait', hash)).toBe(true)
  })
  test('does not fit a hash that is damaged or of another kind', async () => {
    const hash = await hashPassword('the same passphrase', randomBytes)
    for (const wrong of [
      '',
      'x',
      hash.slice(0, -1),
      hash.replace('argon2id', 'argon2i'),
      '$2b$10$abcdefghijklmnopqrstuv',
    ]) {
      expect(await verifyPassword('the same passphrase', wrong)).toBe(false)
    }
  })
  test('fits no hash that stands for an unknown person, though that costs the same to check', async () => {
    const hash = unmatchableHash(randomBytes)
    expect(isWeakHash(hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })
  test('hashed at a lower cost still fits and is known to be weak', async () => {
    const hash = weakHash('the same passphrase', 8_192)
    expect(await verifyPassword('the same passphrase', hash)).toBe(true)
    expect(isWeakHash(hash)).toBe(true)
    expect(isWeakHash(await hashPassword('the same passphrase', randomBytes))).toBe(false)
  })
})

/** The message about a password's fault; undefined when the password is accepted. */
function faultOf(...args: Parameters<typeof passwordFault>): string | undefined {
  const fault = passwordFault(...args)
  return fault && new PortalError('invalid_input', fault).message
}

describe('A new password', () => {
  test.each([
    ['fourteen characters', `${'x'.repeat(9)}abcde`, 'The password needs at least 15 characters.'],
    ['eight emoji, though they take sixteen units', '😀'.repeat(8), 'The password needs at least 15 characters.'],
    ['129 characters', `${'ab'.repeat(64)}c`, 'The password may have at most 128 characters.'],
    [
      'the e-mail in capitals',
      'ADA.Lovelace.1815@example.com',
      'The password must not contain your e-mail address or your name.',
    ],
    ['the e-mail before the @', 'ada.lovelace.1815', 'The password must not contain your e-mail address or your name.'],
    [
      'more than the e-mail',
      'my ADA.Lovelace.1815!',
      'The password must not contain your e-mail address or your name.',
    ],
    ['the name', 'augusta ada king', 'The password must not contain your e-mail address or your name.'],
  ])('of %s is refused', (_, password, fault) => {
    expect(faultOf(password, person)).toBe(fault)
  })
  test.each([
    ['fifteen letters', 'abvdkfgqijzlmno'],
    ['fifteen emoji', '😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰'],
    ['128 characters', 'words in a row, '.padEnd(128, 'ab')],
    ['words without digits or capitals', 'aaaa bbbb cccc dddd x'],
  ])('of %s is taken', (_, password) => {
    expect(faultOf(password, person)).toBeUndefined()
  })
  test('needs eight characters where a second factor is asked for as well', () => {
    expect(faultOf('vj4 xq7', person, standardPolicy, true)).toBe('The password needs at least 8 characters.')
    expect(faultOf('vj4 xq72', person, standardPolicy, true)).toBeUndefined()
  })
  test('is as long as the operator asks, second factor or not', () => {
    const policy = { minimum: 20, words: [] }
    expect(faultOf('nineteen characters', person, policy, true)).toBe('The password needs at least 20 characters.')
    expect(faultOf('and twenty of them ok', person, policy)).toBeUndefined()
  })
  test('is not the name of the portal', () => {
    const policy = { minimum: undefined, words: ['Better Bikes Portal'] }
    expect(faultOf('better bikes portal', person, policy)).toMatch(/guess/)
    expect(faultOf('Better Bikes Portal better bikes portal', person, policy)).toMatch(/guess/)
  })
  test('may hold a name that is too short to tell anything', () => {
    expect(faultOf('aluminium handlebar', { email: 'al@example.com', name: 'Al' })).toBeUndefined()
  })
})

describe('Work for the cores', () => {
  test('runs a few at a time, lets some wait, and refuses the rest at once', async () => {
    const run = createWorkQueue(2, 3, () => new Error('full'))
    const finish: (() => void)[] = []
    let running = 0
    let maxRunning = 0
    const work = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
    }
    const runs = Array.from({ length: 7 }, () => run(work))
    const settled = Promise.allSettled(runs)
    await Promise.allSettled(runs.slice(5))
    while (finish.length > 0) {
      finish.shift()?.()
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    expect((await settled).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected'])
    expect(maxRunning).toBe(2)
    await expect(run(async () => 'free again')).resolves.toBe('free again')
  })
  test('gives the place free when a piece fails', async () => {
    const run = createWorkQueue(1, 0, () => new Error('full'))
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(run(async () => 1)).resolves.toBe(1)
  })
})
