import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The keys derived from one secret of the operator, one for each purpose. */
export type TokenKey = {
  /** Names the key inside a token; reveals nothing about the secret. */
  readonly id: string
  readonly access: KeyObject
  readonly refresh: KeyObject
  /** Encrypts the secrets of authenticator apps. */
  readonly seal: KeyObject
  /** Hashes codes that are too short to be hashed without a key. */
  readonly code: KeyObject
}

/** The key that signs, then those that are still accepted. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

const leastSecretBytes = 32

/**
 * Derives the keys from the operator's secrets. The first signs, all verify, so a secret can be replaced without
 * signing anybody out. Throws RangeError when there is none or one is shorter than 32 bytes.
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
