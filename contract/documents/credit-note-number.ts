/*
 * Many ERPs number invoices and credit notes apart, so that both may have the number 1001. Where a customer has both, the
 * credit note is known by its number with a mark behind it: in its address, in lists and references. A no-break space keeps the
 * mark from being part of a number that somebody typed.
 */
const creditNoteMark = '\u00A0CN'

/** By what a credit note is known whose number is an invoice's, too. */
export function withCreditNoteMark(number: string): string {
  return `${number}${creditNoteMark}`
}

/** The number that stands on the paper. */
export function withoutCreditNoteMark(number: string): string {
  return number.endsWith(creditNoteMark) ? number.slice(0, -creditNoteMark.length) : number
}
