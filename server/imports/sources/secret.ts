import { SourceFailure } from './source-failure.ts'

/** Encrypts and decrypts texts by the operator's secrets, each for one purpose. */
export type SecretBox = {
  seal: (purpose: string, text: string) => Buffer
  /** Undefined when none of the secrets fits. */
  open: (purpose: string, sealed: Buffer) => string | undefined
}

// A secret that is put into the row of another source does not open there.
const purposeOf = (name: string) => `file source ${name}`

/** The secret of a source as it is stored. */
export function sealSecret(box: SecretBox, name: string, secret: string): Buffer {
  return box.seal(purposeOf(name), secret)
}

/** The secret of a source; '' when it needs none. Throws a SourceFailure when the operator's secret is another. */
export function openSecret(box: SecretBox, name: string, sealed: Buffer | null): string {
  if (sealed === null) return ''
  const secret = box.open(purposeOf(name), sealed)
  if (secret !== undefined) return secret
  throw new SourceFailure(
    'The password was kept under another TOKEN_SECRET and cannot be opened any more: enter it once more.',
  )
}
