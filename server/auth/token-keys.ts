import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** What one secret of the operator is turned into: no two purposes have a key in common. */
export type TokenKey = {
  /** Names the key inside a token; tells nothing of the secret. */
  readonly id: string
  readonly access: KeyObject
  readonly refresh: KeyObject
  /** Encrypts the keys of authenticator apps. */
  readonly seal: KeyObject
  /** Hashes what has too few digits to be hashed without a key. */
  readonly code: KeyObject
}

/** The key that signs, then those that are still accepted. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

const leastSecretBytes = 32

/**
 * The keys made from the operator's secrets: the first signs, all verify, so that a secret can be changed without
 * signing anybody out. Throws when there is none or one is shorter than 32 bytes.
 */
export function tokenKeys(secrets: readonly string[]): TokenKeys {
  const [first, ...others] = secrets.map(tokenKey)
  if (!first) throw new RangeError('A token secret is needed.')
  return [first, ...others]
}

function tokenKey(secret: string): TokenKey {
  if (Buffer.byteLength(secret) < leastSecretBytes) {
    throw new RangeError(`A token secret must have at least ${leastSecretBytes} bytes.`)
  }
  const key = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const access = key('access token')
  const id = createHash('sha256').update('key id').update(access.export()).digest('base64url').slice(0, 8)
  return { id, access, refresh: key('refresh token'), seal: key('app secret'), code: key('mailed code') }
}
