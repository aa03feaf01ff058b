import { createHmac, timingSafeEqual } from 'node:crypto'
import { generateSecret, generateSync, generateURI, verifySync } from 'otplib'
import { encode } from 'uqr'
import type { AppKey } from '#contract/auth/factors.ts'
import type { RandomBytes } from '../passwords/passwords.ts'

/** What every authenticator app supports: six digits, every 30 seconds, SHA-1. */
const period = 30
/** A code is accepted one period early or late, because clocks differ and typing takes time. */
const tolerance = period
const secretBytes = 20
/** Width of the white margin around a QR code, in modules; cameras need it. */
const quietZone = 4

const nodeCrypto = (random: RandomBytes) => ({
  name: 'node',
  hmac: (algorithm: string, key: Uint8Array, data: Uint8Array) => createHmac(algorithm, key).update(data).digest(),
  randomBytes: random,
  constantTimeEqual: (one: string | Uint8Array, other: string | Uint8Array) => {
    const [a, b] = [Buffer.from(one), Buffer.from(other)]
    return a.length === b.length && timingSafeEqual(a, b)
  },
})
const noRandom: RandomBytes = () => {
  throw new TypeError('Checking a code needs no randomness')
}

/** A new key for an authenticator app, in base 32. */
export function newAppSecret(random: RandomBytes): string {
  return generateSecret({ length: secretBytes, crypto: nodeCrypto(random) })
}

/** A key in the forms that an app accepts: typed, opened as a link, or scanned. */
export function appKey(secret: string, portal: string, email: string): AppKey {
  const url = generateURI({ issuer: portal, label: email, secret })
  const { size, data } = encode(url, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { secret, url, qr: { size, path } }
}

/** The time step that an app's code belongs to, now or one period off; undefined when the code is wrong. */
export function timeStepOfCode(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000)
  const options = { secret, token: code, epoch, epochTolerance: tolerance, period, crypto: nodeCrypto(noRandom) }
  const verification = verifySync(options)
  return verification.valid && 'timeStep' in verification ? verification.timeStep : undefined
}

/** The code that an app shows now. */
export function codeNow(secret: string, now: Date): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000), period, crypto: nodeCrypto(noRandom) })
}
