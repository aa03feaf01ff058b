import { hash } from 'node:crypto'
import { plusDays } from '#contract/dashboard.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Body } from '#contract/endpoint.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { bankAccountOf, type Payee } from '#contract/payments/bank-account.ts'
import type { adviseRemittance } from '#contract/requests/endpoints.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { maxPromiseDays, mayRequest } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withTransaction } from '#database/transaction.ts'
import type { Caller } from '../audit/record.ts'
import { type RequestDeps, repeatedRequest, storeRequest } from './create-request.ts'
import {
  countInvoiceChange,
  type InvoiceRow,
  insertRemittedInvoices,
  type RemittedRow,
  selectAdvised,
  selectInvoices,
} from './invoice-queries.ts'
import { portalNumber } from './portal-number.ts'
import { selectRequestByKey } from './queries.ts'
import { refuseRepeatedOfAccount } from './refuse-repeated.ts'
import { lockKind } from './repeated-queries.ts'
import { toCustomerRequest } from './request-replies.ts'
import { updateDocument } from './update-document.ts'

type Advice = { key: string; content: Omit<Body<typeof adviseRemittance>, 'key'> }

/** The chosen invoices that can be paid. Throws not_found for viewers who may not see them, not_allowed. */
export async function listPayableInvoices(
  { viewerPool, payee }: RequestDeps & { payee: () => Payee },
  viewer: Viewer,
  numbers: readonly string[],
): Promise<PayableInvoice[]> {
  requireAccess(viewer)
  const rows = await selectInvoices(viewerPool, viewer, numbers)
  return rows.flatMap(({ number, currency, open, payable, dueDate, earlyPayment, ...row }) => {
    if (!payable || currency === null || open === null) return []
    return {
      ...{ number, currency, open: plain(open), dueDate, earlyPayment },
      disputedAmount: row.disputedAmount === null ? null : plain(row.disputedAmount),
      advisedAmount: row.advisedAmount === null ? null : plain(row.advisedAmount),
      reference: row.paymentReference ?? number,
      account: bankAccountOf(row.bankAccount, payee()),
    }
  })
}

/**
 * Tells the supplier which invoices one transfer pays. Throws not_found for viewers who may not see them, not_allowed,
 * invalid_input, conflict, too_many_requests.
 */
export async function createRemittance(
  deps: RequestDeps,
  viewer: Viewer,
  { key, content }: Advice,
  caller: Caller,
): Promise<CustomerRequest> {
  requireAccess(viewer)
  const numbers = content.invoices.map(({ number }) => number)
  const input = { kind: 'adviseRemittance', type: 'invoices', key, content } as const
  const rows = await selectInvoices(deps.viewerPool, viewer, numbers)
  if (numbers.some((number) => !rows.some((row) => row.number === number))) throw notFound()
  return withTransaction(deps.db, async (db) => {
    // When two colleagues advise the same invoice at the same moment, the second sees the first one's advice.
    await lockKind(db, viewer.accountId, 'adviseRemittance')
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) return repeatedRequest(db, existing, input, viewer)
    checkDate(content, deps.today())
    await refuseRepeatedOfAccount(db, viewer.accountId, { ...input, now: deps.clock() })
    const parts = checkedParts(content, rows, await selectAdvised(db, viewer, numbers))
    const number = portalNumber('RA', deps.newId())
    const salesperson = rows.find((row) => row.salesperson?.email)?.salesperson ?? null
    const context = { hash: hash('sha256', JSON.stringify(content), 'buffer'), revision: null, salesperson }
    const row = await storeRequest(deps, db, viewer, { ...input, number }, context, caller)
    await insertRemittedInvoices(db, viewer, row.id, parts)
    await countInvoiceChange(db, viewer.accountId)
    await updateDocument(db, row, deps.clock())
    return toCustomerRequest(viewer, row)
  })
}

const plain = (amount: string) => fromMillionths(toMillionths(amount), 2)

/** Amounts of invoices are named, so both the right to see them and to act on them are needed. */
function requireAccess(viewer: Viewer): void {
  if (!viewer.permissions.has(definitions.invoices.permission)) throw notFound()
  if (!mayRequest('adviseRemittance', viewer.permissions))
    throw new PortalError('not_allowed', translatable('request.role'))
}

function checkDate({ paidOn }: Advice['content'], today: string): void {
  if (paidOn > plusDays(today, maxPromiseDays))
    throw refusal('paidOn', translatable('request.dateFar', { most: maxPromiseDays }))
}

/** What the advice settles of each invoice. `advised` is what earlier ones settle. Throws invalid_input, conflict. */
function checkedParts(
  { invoices }: Advice['content'],
  rows: readonly InvoiceRow[],
  advised: ReadonlyMap<string, string>,
): RemittedRow[] {
  const rowOf = new Map(rows.map((row) => [row.number, row]))
  const seen = new Set<string>()
  const parts = invoices.map(({ number, currency, amount, discount }) => {
    const row = rowOf.get(number)
    if (!row?.payable || row.open === null || row.currency !== currency)
      throw refusal('invoices', translatable('request.invoiceUnknown', { number }))
    if (seen.has(number)) throw refusal('invoices', translatable('request.invoiceTwice', { number }))
    seen.add(number)
    const settled = sum([amount, discount])
    if (!isWithin(row.open, settled) || (discount !== undefined && row.open.startsWith('-')))
      throw refusal('invoices', translatable('request.invoiceAmount', { number }))
    if (!isWithin(row.open, sum([settled, advised.get(number)])))
      throw new PortalError('conflict', translatable('request.invoiceAdvised', { number }))
    return { number, settled, open: row.open }
  })
  for (const [currency, entries] of Map.groupBy(invoices, (entry) => entry.currency))
    if (compare(sum(entries.map(({ amount }) => amount)), '0') <= 0)
      throw refusal('invoices', translatable('request.invoiceSum', { currency }))
  return parts
}

/** Whether an amount lies between nothing and what is open; of a credit note both are negative. */
function isWithin(open: string, amount: string): boolean {
  return open.startsWith('-')
    ? amount.startsWith('-') && compare(amount, open) >= 0
    : !amount.startsWith('-') && compare(amount, open) <= 0
}

function refusal(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
