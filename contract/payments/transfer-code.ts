import { compare, fromMillionths, toMillionths } from '../money.ts'
import { type BankAccount, mod97 } from './bank-account.ts'

type Transfer = { account: BankAccount; currency: string | null; amount: string; reference: string }

/**
 * The text of a payment code by EPC069-12 version 2 (the QR code that SEPA banking apps read). Null if the currency is
 * not EUR, there is no IBAN, nothing is to be paid, or the amount exceeds the code's maximum.
 */
export function transferCode({ account, currency, amount, reference }: Transfer): string | null {
  if (currency !== 'EUR' || account.iban === null) return null
  if (compare(amount, '0.01') < 0 || compare(amount, '999999999.99') > 0) return null
  // Fractions of a cent cannot be transferred.
  if (toMillionths(amount) % 10_000n !== 0n) return null
  const creditor = creditorReference(reference)
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    account.bic ?? '',
    singleLine(account.holder, 70),
    account.iban,
    `EUR${fromMillionths(toMillionths(amount), 2)}`,
    '',
    creditor ?? '',
    creditor === null ? singleLine(reference, 140) : '',
  ].join('\n')
}

/** A structured reference (ISO 11649) with correct check digits, without spaces; null for other texts. */
function creditorReference(text: string): string | null {
  const compact = text.replaceAll(' ', '').toUpperCase()
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(compact) && mod97(compact) === 1n ? compact : null
}

/** The text as one line of at most `maxLength` characters: a line break would begin the next field. */
function singleLine(text: string, maxLength: number): string {
  return Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
}

/** The most bytes that EPC069-12 allows in a code. */
export const maxTransferCodeBytes = 331
