import { createHmac, timingSafeEqual } from 'node:crypto'

/*
 * The link that ends mails works without signing in and for ever. It holds the account, the person, and a code that
 * only a holder of the operator's secret can make. It can do nothing else.
 */
const signatureBytes = 16

const codeOf = (secret: string, payload: Buffer) =>
  createHmac('sha256', secret).update('unsubscribe').update(payload).digest().subarray(0, signatureBytes)

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** The token in the unsubscribe link of a mail. */
export function unsubscribeToken([secret]: readonly string[], accountId: string, userId: string): string {
  if (secret === undefined) throw new RangeError('A secret is needed to sign links.')
  const payload = Buffer.concat([bytesOf(accountId), bytesOf(userId)])
  return Buffer.concat([payload, codeOf(secret, payload)]).toString('base64url')
}

/** Whose mails a token ends; undefined when the portal did not make it. Tokens of an older secret still work. */
export function readUnsubscribeToken(
  secrets: readonly string[],
  token: string,
): { accountId: string; userId: string } | undefined {
  const decoded = Buffer.from(token, 'base64url')
  if (decoded.length !== 32 + signatureBytes) return undefined
  const [payload, code] = [decoded.subarray(0, 32), decoded.subarray(32)]
  if (!secrets.some((secret) => timingSafeEqual(codeOf(secret, payload), code))) return undefined
  return { accountId: uuidOf(payload.subarray(0, 16)), userId: uuidOf(payload.subarray(16)) }
}

function uuidOf(raw: Buffer): string {
  return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
