import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageBands, type Dashboard } from '#contract/dashboard.ts'
import { definitions } from '#contract/documents/types.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { isLong } from '#database/testing/long-form.ts'
import { testPortal } from '../testing/portal.ts'

/* Documents of any kind, sent and sent again changed: the stored sums are what looking at each document gives. */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)

const date = fc.option(
  fc
    .integer({ min: -130, max: 40 })
    .map((days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)),
  { nil: undefined, freq: 4 },
)
const statusOf = (type: DocumentType) =>
  fc.constantFrom(
    ...Object.keys(definitions[type].statuses).filter(
      (status) => !['expired', 'overdue', 'unknown', 'ordered'].includes(status),
    ),
  )
const amount = fc.integer({ min: 0, max: 999_999 }).map((cents) => (cents / 100).toFixed(2))

const anyDocument = fc.constantFrom(...documentTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    number: fc.integer({ min: 1, max: 30 }).map(String),
    status: statusOf(type),
    issueDate: date,
    validUntil: date,
    dueDate: date,
    promisedDate: date,
    estimatedDate: date,
    deliveredDate: type === 'quotes' ? fc.constant(undefined) : date,
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    gross: amount,
    kind: fc.constantFrom('380', '380', '381'),
  }),
)

let accounts = 0
let minutes = 0
type GeneratedDocument = typeof anyDocument extends fc.Arbitrary<infer D> ? D : never

function documentOf(
  { type, gross, kind, validUntil, dueDate, promisedDate, estimatedDate, deliveredDate, ...fields }: GeneratedDocument,
  account: string,
): IngestDocument {
  const dates =
    type === 'quotes'
      ? { validUntil }
      : type === 'invoices'
        ? { dueDate, invoiceKind: kind }
        : { promisedDate, estimatedDate, deliveredDate }
  const modifiedAt = new Date(Date.parse(`${today}T00:00:00Z`) + minutes++ * 1000).toISOString()
  const document = {
    ...fields,
    ...dates,
    type,
    account,
    modifiedAt,
    ...(type === 'shipments' ? {} : { totals: { gross } }),
  }
  // Unknown values are absent.
  return JSON.parse(JSON.stringify(document)) as IngestDocument
}

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const active = (type: DocumentType) => `type = '${type}' and shown in (${list(definitions[type].active)})`
const conditions: Record<string, string> = {
  openQuotes: active('quotes'),
  openOrders: active('orders'),
  openInvoices: active('invoices'),
  overdue: `type = 'invoices' and shown = 'overdue'`,
  underway: `type = 'shipments' and shown in ('picked_up', 'in_transit', 'customs', 'out_for_delivery')`,
  arriving: `${active('shipments')} and key_date between '${today}' and date '${today}' + 6`,
  lateOrders: `${active('orders')} and late`,
  lateShipments: `${active('shipments')} and late`,
  'waiting quotes': `type = 'quotes' and shown = 'open'`,
  'waiting orders': `type = 'orders' and (shown = 'on_hold' or ${active('orders')} and estimated_date > promised_date)`,
  'waiting shipments': `type = 'shipments' and shown in (${list(definitions.shipments.needsAction.statuses)})`,
  'waiting invoices': `type = 'invoices' and shown = 'overdue'`,
  ...Object.fromEntries(
    ageBands.flatMap(({ name, from, to }) =>
      ['EUR', 'USD', 'JPY'].map((currency) => {
        const due =
          from === null
            ? `shown <> 'overdue'`
            : `shown = 'overdue' and due_date <= date '${today}' - ${from} ${to === null ? '' : `and due_date >= date '${today}' - ${to}`}`
        return [`${name} ${currency}`, `${active('invoices')} and currency = '${currency}' and ${due}`]
      }),
    ),
  ),
}

/** Every number, by looking at each document of the account. */
async function countByCondition(account: string): Promise<Record<string, number>> {
  const counts = Object.entries(conditions).map(
    ([name, condition]) => `count(*) filter (where ${condition})::int as "${name}"`,
  )
  const { rows } = await portal.database.owner.query<Record<string, number>>(
    `select ${counts.join(', ')} from (
      select d.*, shown_status(type, status, valid_until, due_date, last_event_at, '${today}') as shown,
        is_late(promised_date, estimated_date, delivered_date, status, '${today}') as late
      from documents d where account_id = (select account_id from accounts where number = $1)) d`,
    [account],
  )
  return rows[0] ?? {}
}

function figuresOf(shown: Dashboard): Record<string, number> {
  const none = Object.fromEntries(Object.keys(conditions).map((name) => [name, 0]))
  return {
    ...none,
    ...Object.fromEntries(Object.entries(shown.figures).map(([name, { count }]) => [name, count])),
    ...Object.fromEntries(shown.needsAction.map(({ type, count }) => [`waiting ${type}`, count])),
    ...Object.fromEntries(
      shown.ageing.flatMap(({ currency, bands }) => bands.map(({ band, count }) => [`${band} ${currency}`, count])),
    ),
  }
}

test('a customer’s dashboard tells what looking at each of their documents gives', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyDocument, { minLength: 20, maxLength: 60 }), async (documents) => {
      const account = `G-${accounts++}`
      let token: string | undefined
      // In a few batches and then one by one, with a check after each: a changed document changes the stored sums, and
      // only the part of its own type is read again.
      const half = Math.ceil(documents.length / 2)
      for (const batch of [
        documents.slice(0, half),
        documents.slice(half, -3),
        ...documents.slice(-3).map((document) => [document]),
      ]) {
        const { errors } = await portal.ingestPerCustomer(...batch.map((document) => documentOf(document, account)))
        expect(errors).toEqual([])
        token ??= await portal.signIn(`g${accounts}@x.example`, account)
        const { body } = await portal.get('/dashboard', token)
        const shown = body as Dashboard
        expect(figuresOf(shown)).toEqual(await countByCondition(account))
        for (const { name, rows } of shown.needsAction.map((entry) => ({ name: entry.type, rows: entry.rows })))
          expect([name, rows.length]).toEqual([name, Math.min(4, figuresOf(shown)[`waiting ${name}`] ?? 0)])
        for (const { currency, bands } of shown.ageing) {
          const open = shown.figures.openInvoices?.amounts.find((entry) => entry.currency === currency)?.amount
          expect(sum(bands.map((band) => band.amount))).toBe(open)
        }
      }
    }),
    { numRuns: isLong ? 12 : 6 },
  )
})
