import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/*
 * A mail in the outbox may hold a link that signs somebody in, so it is encrypted (AES-256-GCM) with a key derived from
 * the operator's secret: a stolen database alone opens nothing.
 */
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * The keys for one purpose, derived from the operator's secrets: the first encrypts, all decrypt. Throws RangeError
 * without a secret.
 */
export function sealingKeys(secrets: readonly string[], purpose = 'waiting mails'): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  if (!first) throw new RangeError('A secret is needed to seal texts.')
  return [first, ...others]
}

/** Encrypts a text; `nonce` must be 12 random bytes, never used before. */
export function seal(key: Buffer, nonce: Buffer, text: string): Buffer {
  if (nonce.length !== nonceBytes) throw new RangeError(`A nonce has ${nonceBytes} bytes.`)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The text that was encrypted with one of the keys; undefined when none fits or it was changed since. */
export function unseal(keys: readonly Buffer[], sealed: Buffer): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const nonce = sealed.subarray(0, nonceBytes)
  const body = sealed.subarray(nonceBytes, -tagBytes)
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    try {
      return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Another key may fit.
    }
  }
  return undefined
}

/** Encrypts and decrypts texts, each for one purpose: what is sealed for one does not open for another. */
export function createSecretBox({ secrets, random }: { secrets: readonly string[]; random: (size: number) => Buffer }) {
  return {
    seal: (purpose: string, text: string) => seal(sealingKeys(secrets, purpose)[0], random(nonceBytes), text),
    open: (purpose: string, sealed: Buffer) => unseal(sealingKeys(secrets, purpose), sealed),
  }
}
