import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** The file of a certificate is not there, or is none; the message says why and what it must be. */
export class UnusableCertificate extends Error {
  override name = 'UnusableCertificate'
}

type Certificate = {
  /** Certificate and key as they are now. Throws UnusableCertificate. */
  read: () => { cert: Buffer; key: Buffer }
  /** Whether the file was written since it was last read. Throws when it is gone. */
  hasChanged: () => boolean
}

/** A PEM file with certificate and key, which whatever renews the certificate writes anew. */
export function openCertificate(path: string): Certificate {
  let readAt = 0
  const changedAt = () => statSync(path).mtimeMs
  return {
    hasChanged: () => changedAt() !== readAt,
    read: () => {
      try {
        const modified = changedAt()
        const pem = readFileSync(path)
        createSecureContext({ cert: pem, key: pem })
        readAt = modified
        return { cert: pem, key: pem }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new UnusableCertificate(
          `${path} cannot be used (${reason}). It must be a PEM file with the certificate and its key.`,
          { cause: error },
        )
      }
    },
  }
}
