/*
 * Many ERPs number invoices and credit notes separately, so that both may have the number 1001. Where a customer has
 * both, the credit note's number gets a suffix in its URL, in lists and in references. The suffix begins with a
 * no-break space, so that it cannot be part of a number that a person typed.
 */
const creditNoteMark = '\u00A0CN'

/** Returns the number that the portal shows for a credit note, with the suffix. */
export function withCreditNoteMark(number: string): string {
  return `${number}${creditNoteMark}`
}

/** Returns the number on the paper, without the suffix. */
export function withoutCreditNoteMark(number: string): string {
  return number.endsWith(creditNoteMark) ? number.slice(0, -creditNoteMark.length) : number
}
