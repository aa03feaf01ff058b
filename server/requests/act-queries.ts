import type { DocumentType } from '#contract/values.ts'
import { actUpdate } from '#database/acts.ts'
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

/** Puts on a document which of its requests answers what it waits for (actUpdate). Returns whether it has changed. */
export async function updateAct(db: Db, accountId: string, type: DocumentType, number: string): Promise<boolean> {
  // Requests that are made at the same moment are seen once the lock is there.
  await db.query('select from documents where account_id = $1 and type = $2 and number = $3 for update', [
    accountId,
    type,
    number,
  ])
  const { rowCount } = await db.query({ ...actUpdate, values: [accountId, type, number] })
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
