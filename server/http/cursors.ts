import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { invalidCursor } from '#contract/cursor.ts'

/** Signs the cursors of replies and checks those that come back. */
export type Cursors = {
  /** A cursor with its signature, as text for a URL, for a reply to `reader` (the call, the account, the person or key). */
  sign: (cursor: string, reader: readonly string[]) => string
  /** The cursor that was signed for the same reader. Throws invalid_input for any other text. */
  open: (signed: string, reader: readonly string[]) => string
}

/** 128 bits in base64url. */
const macLength = 22

/**
 * A cursor says where a page ended and how it was found. It is signed, so that nobody can use a position that the
 * portal did not give them: neither another person's cursor nor a cursor of another call. The first secret signs, all
 * are accepted.
 */
export function createCursors(secrets: readonly string[]): Cursors {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cursors', 32))))
  const [first] = keys
  if (!first) throw new RangeError('A secret is needed to sign cursors.')
  return {
    sign: (cursor, reader) => {
      const text = Buffer.from(cursor).toString('base64url')
      return macOf(first, text, reader) + text
    },
    open: (signed, reader) => {
      const mac = Buffer.from(signed.slice(0, macLength))
      const text = signed.slice(macLength)
      const isOurs = keys.some((key) => {
        const expected = Buffer.from(macOf(key, text, reader))
        return expected.length === mac.length && timingSafeEqual(expected, mac)
      })
      if (!isOurs) throw invalidCursor()
      return Buffer.from(text, 'base64url').toString()
    },
  }
}

function macOf(key: KeyObject, text: string, reader: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([...reader, text]))
    .digest('base64url')
    .slice(0, macLength)
}
