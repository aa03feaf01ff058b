import type { DocumentType } from '#contract/values.ts'
import { needSql } from '#database/acts.ts'
import type { Db } from '#database/transaction.ts'

/** Sets the status of a quote from the ERP's status and the customer's decisions. */
export async function updateQuoteStatus(db: Db, accountId: string, number: string, now: Date): Promise<void> {
  await db.query({
    name: 'requests-settle-quote',
    text: `update documents d set status = s.status, status_changed_at = $3
      from (select coalesce(decided_status($1, $2, q.details ->> 'revision'), 'open') as status
        from documents q where q.account_id = $1 and q.type = 'quotes' and q.number = $2) s
      where d.account_id = $1 and d.type = 'quotes' and d.number = $2 and coalesce(d.source_status, 'open') = 'open'
        and d.status <> 'ordered' and d.status <> s.status`,
    values: [accountId, number, now],
  })
}

/**
 * Puts on a document which of its requests answers what it waits for, of an invoice also the advices that pay all of it
 * that nobody disputes: the newest that waits for the supplier, else one that the supplier agreed to. With none the document waits for the customer again. Returns whether it has changed.
 */
export async function updateAct(db: Db, accountId: string, type: DocumentType, number: string): Promise<boolean> {
  // Requests that are made at the same moment are seen once the lock is there.
  await db.query('select from documents where account_id = $1 and type = $2 and number = $3 for update', [
    accountId,
    type,
    number,
  ])
  const { rowCount } = await db.query({
    name: 'requests-settle-act',
    text: `update documents d set act = case when a.state in ('open', 'taken') then a.kind end, acted_at = a.made_at, acted_on = a.need
      from (select n.id, r.kind, r.state, r.made_at, r.need
        from (select d.id, d.open, ${needSql} as need from documents d where d.account_id = $1 and d.type = $2 and d.number = $3) n
        left join lateral (
          select * from (
            select r.id, r.kind, r.state, r.made_at, r.need from requests r
            where r.account_id = $1 and r.document_type = $2 and r.document_number = $3 and r.need = n.need
              and (r.kind <> 'confirmReceipt' or r.content ->> 'complete' is distinct from 'false' or all_counted($1, n.id, $3))
            union all
            select q.id, q.kind, q.state, q.made_at, n.need from remitted_invoices i
            join requests q on q.account_id = i.account_id and q.id = i.request_id
            where $2 = 'invoices' and i.account_id = $1 and i.document_number = $3 and i.open = n.open
              and i.settled + coalesce(disputed_amount($1, n.id, $3, n.open), 0) >= n.open) r
          where r.state in ('open', 'taken', 'accepted', 'answered')
          order by r.state in ('open', 'taken') desc, r.made_at desc, r.id desc limit 1
        ) r on true) a
      where d.account_id = $1 and d.id = a.id
        and (d.act, d.acted_at, d.acted_on) is distinct from (case when a.state in ('open', 'taken') then a.kind end, a.made_at, a.need)`,
    values: [accountId, type, number],
  })
  return rowCount === 1
}

/** What a quote offers, as far as an acceptance concerns it. */
export type OfferedQuote = {
  modifiedAt: string | null
  revision: string | null
  validUntil: string | null
  currency: string | null
  net: string | null
  tax: string | null
  gross: string | null
  paymentTerms: string | null
  deliveryTerms: string | null
  shipTo: Record<string, unknown> | null
  lines: {
    line: string
    kind: string
    option: string | null
    sku: string | null
    name: string | null
    quantity: string | null
    unit: string | null
    unitPrice: string | null
    taxRate: string | null
    amount: string | null
  }[]
}

/** A quote with its lines as they are now, by the id of the document. */
export async function selectOfferedQuote(db: Db, accountId: string, id: string): Promise<OfferedQuote | undefined> {
  const { rows } = await db.query<OfferedQuote>({
    name: 'requests-offer',
    text: `select d.source_modified_at as "modifiedAt", d.details ->> 'revision' as revision, d.valid_until as "validUntil", d.currency,
        d.net, d.tax, d.gross, d.details ->> 'paymentTerms' as "paymentTerms", d.details ->> 'deliveryTerms' as "deliveryTerms",
        d.details -> 'shipTo' as "shipTo",
        (select coalesce(json_agg(json_build_object('line', l.line, 'kind', l.kind, 'option', l.details ->> 'option', 'sku', l.sku,
            'name', coalesce(l.details ->> 'name', l.details ->> 'description'), 'quantity', trim_scale(l.quantity)::text, 'unit', l.unit,
            'unitPrice', l.details ->> 'unitPrice', 'taxRate', l.details ->> 'taxRate', 'amount', l.amount::text) order by l.position), '[]')
          from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines
      from documents d where d.account_id = $1 and d.id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}
