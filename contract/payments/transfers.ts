import { sum } from '../money.ts'
import type { BankAccount } from './bank-account.ts'

/** A part of a remittance: what is paid of one invoice, or what a credit note takes off (negative). */
export type RemittedPart = {
  number: string
  currency: string
  amount: string
  reference: string
  account: BankAccount | null
}

/** One transfer for all parts in a currency. `account` is null where the invoices name different ones, or none. */
export type Transfer = { currency: string; amount: string; account: BankAccount | null; purpose: string }

/** The most characters of a transfer's purpose. */
const maxPurpose = 140

/** The transfers that pay the parts of an advice, one for each currency; its number tells the supplier what they pay. */
export function transfersOf(parts: readonly RemittedPart[], advice: string): Transfer[] {
  return [...Map.groupBy(parts, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const paid = ofCurrency.filter(({ amount }) => !amount.startsWith('-'))
    const accounts = new Map(paid.map(({ account }) => [account?.iban ?? account?.text ?? '', account]))
    const [only] = ofCurrency.length === 1 ? ofCurrency : []
    return {
      currency,
      amount: sum(ofCurrency.map(({ amount }) => amount)),
      account: accounts.size === 1 ? ([...accounts.values()][0] ?? null) : null,
      purpose: only ? only.reference : purposeOf(advice, ofCurrency),
    }
  })
}

/** The advice's number, and behind it as many of its invoices as there is room for. */
function purposeOf(advice: string, parts: readonly RemittedPart[]): string {
  let purpose = advice
  for (const { number } of parts) {
    const longer = `${purpose} ${number}`
    if (longer.length > maxPurpose) break
    purpose = longer
  }
  return purpose
}
