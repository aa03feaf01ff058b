import { encode } from 'uqr'
import { compare, fromMillionths, toMillionths } from '../../contract/money.ts'
import type { Seller } from '../../contract/seller.ts'

/** Where to pay to. `text` is what the ERP wrote when no account number could be read from it. */
export type BankAccount = {
  iban: string | null
  bic: string | null
  bank: string | null
  holder: string
  text: string | null
}

/** The account of a document: its own when the ERP names one, else the supplier's. */
export function bankAccountOf(
  documentAccount: string | null,
  seller: Seller | null,
  portal: string,
): BankAccount | null {
  const holder = seller?.bank?.holder ?? seller?.name ?? portal
  if (documentAccount !== null && documentAccount.trim() !== '') {
    const iban = ibanIn(documentAccount)
    const bic = /\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/.exec(iban === null ? '' : documentAccount)?.[0] ?? null
    return { iban, bic, bank: null, holder, text: iban === null ? documentAccount : null }
  }
  const bank = seller?.bank
  if (!bank) return null
  const iban = ibanIn(bank.iban)
  return { iban, bic: bank.bic ?? null, bank: bank.name ?? null, holder, text: iban === null ? bank.iban : null }
}

/** The first account number in a text whose check digits are right (ISO 13616), without spaces; null when there is none. */
export function ibanIn(text: string): string | null {
  for (const [candidate] of text.matchAll(/\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const compact = candidate.replaceAll(' ', '')
    // What follows an account number, such as its bank's code, may look like more of it.
    for (let length = compact.length; length >= 15; length--) {
      const iban = compact.slice(0, length)
      if (ibanLengths[iban.slice(0, 2)] === length && mod97(iban) === 1n) return iban
    }
  }
  return null
}

/** How long an account number is in each country that pays in SEPA. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22 AE23 SA24 TR26'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

function mod97(iban: string): bigint {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n
}

/** In groups of four, as it is read aloud. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

type Transfer = { account: BankAccount; currency: string | null; amount: string; reference: string }

/**
 * The text of a payment code by EPC069-12 version 2 (the QR code that banking apps of SEPA read), or null where there can
 * be none: another currency, no account number, nothing to pay, or an amount beyond what the code can carry.
 */
export function transferCode({ account, currency, amount, reference }: Transfer): string | null {
  if (currency !== 'EUR' || account.iban === null) return null
  if (compare(amount, '0.01') < 0 || compare(amount, '999999999.99') > 0) return null
  // More than whole cents cannot be transferred.
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

/** A structured reference (ISO 11649) whose check digits are right, without spaces. */
function creditorReference(text: string): string | null {
  const compact = text.replaceAll(' ', '').toUpperCase()
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(compact) && mod97(compact) === 1n ? compact : null
}

/** One line of at most so many characters: a line break would begin the next field. */
function singleLine(text: string, maxLength: number): string {
  return Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
}

/** The text as a QR code, drawn as SVG; null when it is longer than the standard allows. */
export function qrCodeSvg(text: string): string | null {
  if (Buffer.byteLength(text) > 331) return null
  const { data, size } = encode(text, { ecc: 'M', maxVersion: 13, border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
