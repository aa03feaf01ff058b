import type { Pool } from 'pg'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, readTogether } from '#database/transaction.ts'
import type { RequestedDocument } from './queries.ts'

/** `payable`: something is open, in a currency that is known. */
export type InvoiceRow = {
  number: string
  currency: string | null
  open: string | null
  payable: boolean
  dueDate: string | null
  disputedAmount: string | null
  earlyPayment: string | null
  paymentReference: string | null
  bankAccount: string | null
  salesperson: RequestedDocument['salesperson']
}

/** The chosen invoices and credit notes, by due date. */
export async function selectInvoices(db: Pool, viewer: Viewer, numbers: readonly string[]): Promise<InvoiceRow[]> {
  const { rows } = await readTogether(db, viewer.accountId, (query) =>
    query<InvoiceRow>({
      name: 'remittance-invoices',
      text: `select d.number, d.currency, case when d.invoice_kind = '381' then -abs(d.open) else d.open end as open,
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

/** Stores which invoices a remittance advice names. */
export async function insertRemittedInvoices(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  requestId: string,
  numbers: readonly string[],
): Promise<void> {
  await db.query({
    name: 'remittance-insert',
    text: `insert into remitted_invoices (account_id, request_id, document_number)
      select $1, $2, n from unnest($3::text[]) n`,
    values: [accountId, requestId, numbers],
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
