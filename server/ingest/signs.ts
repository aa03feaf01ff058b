import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'

/**
 * A credit note with positive amounts, whatever sign its ERP gives them: its kind says which way they go. Some send negative
 * totals, some negative quantities, some an invoice with a negative total, which is one too unless its kind is said.
 */
export function withCreditSigns<T extends Omit<IngestDocument, 'account'>>(document: T): T {
  if (document.type !== 'invoices') return document
  const { totals = {}, taxes, payments, lines } = document
  const whole = totals.gross ?? totals.net ?? totals.open
  const isNegative = whole?.startsWith('-') === true && /[1-9]/.test(whole)
  if (document.invoiceKind === undefined ? !isNegative : document.invoiceKind !== '381') return document
  const turned = isNegative
    ? {
        totals: turn(totals, ['net', 'discount', 'charges', 'tax', 'gross']),
        ...(taxes ? { taxes: taxes.map((tax) => turn(tax, ['base', 'amount'])) } : {}),
        ...(lines ? { lines: lines.map(turnedLine) } : {}),
      }
    : { totals }
  return {
    ...document,
    ...turned,
    invoiceKind: '381',
    // What was paid back and what is left of it, too, whichever way they point.
    ...(document.totals ? { totals: positive(turned.totals, ['paid', 'open', 'payable']) } : {}),
    ...(payments ? { payments: payments.map((payment) => positive(payment, ['amount'])) } : {}),
  }
}

/** Amount and quantity with the same meaning; a price turns where the quantity does not. */
function turnedLine(line: IngestLine): IngestLine {
  const amounts = turn(line, ['amount'])
  return line.quantity?.startsWith('-') ? turn(amounts, ['quantity']) : turn(amounts, ['unitPrice'])
}

function turn<T extends object>(record: T, names: readonly (keyof T)[]): T {
  return change(record, names, negated)
}

function positive<T extends object>(record: T, names: readonly (keyof T)[]): T {
  return change(record, names, (amount) => amount.replace(/^-/, ''))
}

function change<T extends object>(record: T, names: readonly (keyof T)[], to: (amount: string) => string): T {
  const changed = names.flatMap((name) => {
    const value = record[name]
    return typeof value === 'string' ? [[name, to(value)]] : []
  })
  return { ...record, ...Object.fromEntries(changed) }
}

function negated(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1)
  return /[1-9]/.test(amount) ? `-${amount}` : amount
}
