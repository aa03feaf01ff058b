import type { Pool } from 'pg'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, readTogether } from '#database/transaction.ts'
import type { RequestedDocument } from './document-queries.ts'

/** `payable`: something is open, in a currency that is known. */
export type InvoiceRow = {
  number: string
  currency: string | null
  open: string | null
  payable: boolean
  dueDate: string | null
  disputedAmount: string | null
  /** What remittance advices settle of it that the supplier has neither answered nor booked. */
  advisedAmount: string | null
  earlyPayment: string | null
  paymentReference: string | null
  bankAccount: string | null
  salesperson: RequestedDocument['salesperson']
}

const openSql = `case when d.invoice_kind = '381' then -abs(d.open) else d.open end`
const advisedSql = `advised_amount(d.account_id, d.number, ${openSql})`

/** The chosen invoices and credit notes, by due date. */
export async function selectInvoices(
  viewerPool: Pool,
  viewer: Viewer,
  numbers: readonly string[],
): Promise<InvoiceRow[]> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<InvoiceRow>({
      name: 'remittance-invoices',
      text: `select d.number, d.currency, ${openSql} as open, ${advisedSql} as "advisedAmount",
          d.due_date as "dueDate", disputed_amount(d.account_id, d.id, d.number, d.open) as "disputedAmount",
          d.details ->> 'earlyPayment' as "earlyPayment", d.details ->> 'paymentReference' as "paymentReference",
          d.details ->> 'bankAccount' as "bankAccount", d.details -> 'salesperson' as salesperson,
          coalesce(d.open <> 0 and d.status in ('open', 'partially_paid', 'credit'), false) as payable
        from documents d
        where d.account_id = $1 and d.type = 'invoices' and d.number = any ($2::text[])
        order by d.due_date nulls last, d.number`,
      values: [viewer.accountId, numbers],
    }),
  )
  return rows
}

/** What advices that wait settle of the chosen invoices, by number. */
export async function selectAdvised(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ number: string; amount: string | null }>({
    name: 'remittance-advised',
    text: `select d.number, ${advisedSql} as amount from documents d
        where d.account_id = $1 and d.type = 'invoices' and d.number = any ($2::text[])`,
    values: [accountId, numbers],
  })
  return new Map(rows.map(({ number, amount }) => [number, amount ?? '0']))
}

/** A part of a remittance advice as it is kept: what it settles of an invoice, and what was open. */
export type RemittedRow = { number: string; settled: string; open: string }

/** The numbers of the invoices that a remittance advice names, in an order in which all lock them. */
export async function selectRemittedNumbers(db: Db, accountId: string, requestId: string): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>({
    name: 'remittance-numbers',
    text: 'select document_number as number from remitted_invoices where account_id = $1 and request_id = $2 order by document_number',
    values: [accountId, requestId],
  })
  return rows.map(({ number }) => number)
}

/** Stores which invoices a remittance advice names. */
export async function insertRemittedInvoices(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  requestId: string,
  parts: readonly RemittedRow[],
): Promise<void> {
  await db.query({
    name: 'remittance-insert',
    text: `insert into remitted_invoices (account_id, request_id, document_number, settled, open)
      select $1, $2, n, s, o from unnest($3::text[], $4::numeric[], $5::numeric[]) p (n, s, o)`,
    values: [
      accountId,
      requestId,
      ...(['number', 'settled', 'open'] as const).map((name) => parts.map((part) => part[name])),
    ],
  })
}

/** Counts a change of the account's invoices, so that open pages ask for them again: what is disputed stands on them. */
export async function countInvoiceChange(db: Db, accountId: string): Promise<void> {
  await db.query({
    name: 'requests-count-invoices',
    text: `insert into account_versions as v (account_id, version, invoices) values ($1, 1, 1)
      on conflict (account_id) do update set version = v.version + 1, invoices = v.invoices + 1`,
    values: [accountId],
  })
}
