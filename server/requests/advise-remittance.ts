import { hash } from 'node:crypto'
import { plusDays } from '#contract/dashboard.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Body } from '#contract/endpoint.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { bankAccountOf } from '#contract/payments/bank-account.ts'
import type { adviseRemittance, CustomerRequest } from '#contract/requests/endpoints.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import { maxPromiseDays, mayRequest } from '#contract/requests/rules.ts'
import type { Seller } from '#contract/seller.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withTransaction } from '#database/transaction.ts'
import type { Caller } from '../audit/record.ts'
import { type RequestDeps, repeatedRequest, storeRequest } from './create-request.ts'
import { countInvoiceChange, type InvoiceRow, insertRemittedInvoices, selectInvoices } from './invoice-queries.ts'
import { portalNumber } from './portal-number.ts'
import { lockKey, selectRequestByKey } from './queries.ts'
import { toCustomerRequest } from './request-replies.ts'

/** To whom invoices are paid that name no account of their own. */
export type Payee = { seller: Seller | null; portal: string }

type Advice = { key: string; content: Omit<Body<typeof adviseRemittance>, 'key'> }

/** The chosen invoices that can be paid. Throws not_found for viewers who may not see them, not_allowed. */
export async function listPayableInvoices(
  { viewerPool, payee: { seller, portal } }: RequestDeps & { payee: Payee },
  viewer: Viewer,
  numbers: readonly string[],
): Promise<PayableInvoice[]> {
  requireAccess(viewer)
  const rows = await selectInvoices(viewerPool, viewer, numbers)
  return rows.flatMap(({ number, currency, open, payable, dueDate, disputedAmount, earlyPayment, ...row }) => {
    if (!payable || currency === null || open === null) return []
    return {
      ...{ number, currency, open: plain(open), dueDate, earlyPayment },
      disputedAmount: disputedAmount === null ? null : plain(disputedAmount),
      reference: row.paymentReference ?? number,
      account: bankAccountOf(row.bankAccount, seller, portal),
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
    await lockKey(db, viewer, key)
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) return repeatedRequest(existing, input, viewer)
    checkContent(content, rows, deps.today())
    const number = portalNumber('RA', deps.newId())
    const salesperson = rows.find((row) => row.salesperson?.email)?.salesperson ?? null
    const context = { hash: hash('sha256', JSON.stringify(content), 'buffer'), revision: null, salesperson }
    const row = await storeRequest(deps, db, viewer, { ...input, number }, context, caller)
    await insertRemittedInvoices(db, viewer, row.id, numbers)
    await countInvoiceChange(db, viewer.accountId)
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

function checkContent({ paidOn, invoices }: Advice['content'], rows: readonly InvoiceRow[], today: string): void {
  if (paidOn > plusDays(today, maxPromiseDays))
    throw refusal('paidOn', translatable('request.dateFar', { most: maxPromiseDays }))
  const open = new Map(rows.map((row) => [row.number, row]))
  const seen = new Set<string>()
  for (const { number, currency, amount, discount } of invoices) {
    const row = open.get(number)
    if (!row?.payable || row.open === null || row.currency !== currency)
      throw refusal('invoices', translatable('request.invoiceUnknown', { number }))
    if (seen.has(number)) throw refusal('invoices', translatable('request.invoiceTwice', { number }))
    seen.add(number)
    if (!isWithin(row.open, amount, discount))
      throw refusal('invoices', translatable('request.invoiceAmount', { number }))
  }
  for (const [currency, entries] of Map.groupBy(invoices, (entry) => entry.currency))
    if (compare(sum(entries.map(({ amount }) => amount)), '0') <= 0)
      throw refusal('invoices', translatable('request.invoiceSum', { currency }))
}

/** Whether a payment with its discount lies between nothing and what is open; a credit note takes off as much at most. */
function isWithin(open: string, amount: string, discount: string | undefined): boolean {
  if (open.startsWith('-')) return amount.startsWith('-') && discount === undefined && compare(amount, open) >= 0
  return !amount.startsWith('-') && compare(sum([amount, discount]), open) <= 0
}

function refusal(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
