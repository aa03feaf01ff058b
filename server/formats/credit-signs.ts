import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'

/**
 * A credit note with positive amounts, whatever sign its ERP uses: the kind says that it is a credit. Some ERPs send
 * negative totals, some negative quantities, and some an invoice with a negative total, which counts as a credit note
 * unless the message states its kind. In a partial message a negative open amount alone makes no credit note: the invoice
 * may be overpaid.
 */
export function withCreditSigns<T extends Omit<IngestDocument, 'account'>>(document: T, isPart = false): T {
  if (document.type !== 'invoices') return document
  const { totals = {}, taxes, payments, lines, details } = document
  const fullAmount = totals.gross ?? totals.net
  const total = fullAmount ?? totals.open
  const isNegative = total?.startsWith('-') === true && /[1-9]/.test(total)
  const isCredit =
    document.invoiceKind === undefined
      ? isNegative && !(isPart && fullAmount === undefined)
      : document.invoiceKind === '381'
  if (!isCredit) return document
  const negatedFields = isNegative
    ? {
        totals: negate(totals, ['net', 'discount', 'charges', 'tax', 'gross']),
        ...(taxes ? { taxes: taxes.map((tax) => negate(tax, ['base', 'amount'])) } : {}),
        ...(lines ? { lines: lines.map(negateLine) } : {}),
        ...(details?.rounding ? { details: negate(details, ['rounding']) } : {}),
      }
    : { totals }
  return {
    ...document,
    ...negatedFields,
    invoiceKind: '381',
    // What was paid back and what is still open lose their sign too, whichever they have.
    ...(document.totals ? { totals: withoutSign(negatedFields.totals, ['paid', 'open', 'payable']) } : {}),
    ...(payments ? { payments: payments.map((payment) => withoutSign(payment, ['amount'])) } : {}),
  }
}

/** Negates the amount, and the quantity when it is negative, else the unit price. */
function negateLine(line: IngestLine): IngestLine {
  const amounts = negate(line, ['amount'])
  return line.quantity?.startsWith('-') ? negate(amounts, ['quantity']) : negate(amounts, ['unitPrice'])
}

function negate<T extends object>(record: T, names: readonly (keyof T)[]): T {
  return mapAmounts(record, names, negateAmount)
}

function withoutSign<T extends object>(record: T, names: readonly (keyof T)[]): T {
  return mapAmounts(record, names, (amount) => amount.replace(/^-/, ''))
}

function mapAmounts<T extends object>(record: T, names: readonly (keyof T)[], convert: (amount: string) => string): T {
  const changed = names.flatMap((name) => {
    const value = record[name]
    return typeof value === 'string' ? [[name, convert(value)]] : []
  })
  return { ...record, ...Object.fromEntries(changed) }
}

function negateAmount(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1)
  return /[1-9]/.test(amount) ? `-${amount}` : amount
}
