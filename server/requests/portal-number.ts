/** Letters and digits that are not mistaken for one another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The number of a request that concerns no document, or of a return, such as ENQ-7K2M9Q4D: made of the last forty bits of
 * an id, which are random.
 */
export function portalNumber(prefix: 'ENQ' | 'RA' | 'RET', id: string): string {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(-10)}`)
  const text = Array.from({ length: 8 }, (_, position) => alphabet[Number((bits >> BigInt(5 * position)) & 31n)])
  return `${prefix}-${text.join('')}`
}
