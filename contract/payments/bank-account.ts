import type { Seller } from '../seller.ts'

/** The account to pay to. `text` is the original text if no valid IBAN could be read from it. */
export type BankAccount = {
  iban: string | null
  bic: string | null
  bank: string | null
  holder: string
  text: string | null
}

/** To whom invoices are paid that name no account of their own: the supplier, or who runs the portal. */
export type Payee = { seller: Seller | null; portal: string }

/** The bank account of a document: the document's own if the ERP names one, otherwise the supplier's. */
export function bankAccountOf(documentAccount: string | null, { seller, portal }: Payee): BankAccount | null {
  const holder = seller?.bank?.holder ?? seller?.name ?? portal
  if (documentAccount !== null && documentAccount.trim() !== '') {
    const iban = ibanIn(documentAccount)
    const bic = iban === null ? null : bicIn(documentAccount, iban.slice(0, 2))
    return { iban, bic, bank: null, holder, text: iban === null ? documentAccount : null }
  }
  const bank = seller?.bank
  if (!bank) return null
  const iban = ibanIn(bank.iban)
  return { iban, bic: bank.bic ?? null, bank: bank.name ?? null, holder, text: iban === null ? bank.iban : null }
}

/** Territories whose accounts have an IBAN of the country (IBAN registry), and whose banks a BIC of the territory. */
const territories: Readonly<Record<string, readonly string[]>> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
}

/** The BIC of a bank of a country in a text: that behind the word, else the first; a bank's name in capitals looks like one. */
function bicIn(text: string, country: string): string | null {
  const bics = [...text.matchAll(/\b[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/g)].filter(
    ([, bankCountry = '']) => bankCountry === country || territories[country]?.includes(bankCountry),
  )
  const label = text.search(/\b(?:BIC|SWIFT)\b/i)
  const labelled = bics.find(({ index }) => label !== -1 && index > label)
  return (labelled ?? bics[0])?.[0] ?? null
}

/** The first IBAN in a text with correct check digits (ISO 13616), without spaces; null if there is none. */
export function ibanIn(text: string): string | null {
  for (const [candidate] of text.matchAll(/\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const compact = candidate.replaceAll(' ', '')
    // The text after an IBAN, such as the bank's code, may look like a part of it.
    for (let length = compact.length; length >= 15; length--) {
      const iban = compact.slice(0, length)
      if (ibanLengths[iban.slice(0, 2)] === length && mod97(iban) === 1n) return iban
    }
  }
  return null
}

/** The length of an IBAN, by country. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22 AE23 SA24 TR26'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** The remainder by which ISO 7064 checks an IBAN or a creditor's reference; 1n when it is right. */
export function mod97(iban: string): bigint {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n
}

/** The IBAN in groups of four characters. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
