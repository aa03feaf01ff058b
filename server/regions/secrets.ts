import { createHmac, hkdfSync } from 'node:crypto'

/* What regions share is derived from one secret of the operator: nothing has to be handed from one to another. */

/** Whose numbers the documents have that a region sends to another: the supplier's own, or those of customers. */
export type NumberedBy = 'supplier' | 'customer'

/** The API key with which one region calls another; it works for these two in this direction alone. */
export function regionKey(
  secret: string,
  { from, to, numberedBy }: { from: string; to: string; numberedBy: NumberedBy },
): string {
  const text = JSON.stringify(['region key', from, to, numberedBy])
  return `tt_${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The key that encrypts what regions say to each other by way of a browser. */
export function passKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'region passes', 32))
}
