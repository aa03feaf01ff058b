import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes } from '../passwords/passwords.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'

/*
 * Encrypts secrets that must be readable again, but not from a stolen database: AES-256-GCM, bound to the owner, with
 * the key's id in front, so that they can be encrypted again before an old key is removed.
 */
const algorithm = 'aes-256-gcm'
const idLength = 8
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text for its owner with the first key. */
export function seal(keys: TokenKeys, random: RandomBytes, owner: string, text: string): Buffer {
  const nonce = random(nonceBytes)
  const cipher = createCipheriv(algorithm, keys[0].seal, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
  return Buffer.concat([
    Buffer.from(keys[0].id),
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Decrypts a text for its owner; undefined when its key is gone, it was changed, or it belongs to another owner. */
export function unseal(keys: TokenKeys, owner: string, sealed: Buffer): string | undefined {
  const key = keys.find(({ id }) => id === sealed.subarray(0, idLength).toString('latin1'))
  if (!key || sealed.length < idLength + nonceBytes + tagBytes) return undefined
  const nonce = sealed.subarray(idLength, idLength + nonceBytes)
  const decipher = createDecipheriv(algorithm, key.seal, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    return (
      decipher.update(sealed.subarray(idLength + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    // Changed, or written for another person or with another secret: it cannot be opened.
    return undefined
  }
}
