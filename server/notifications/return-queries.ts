import type { NamingDocument, ReturnStep } from '#contract/requests/returns.ts'
import type { Db } from '#database/transaction.ts'

/** A return with what decides on its step; `documentId` and `shipment` are those of the shipment that it was asked about. */
export type ReturnRow = {
  accountId: string
  requestId: string
  number: string
  notifiedStep: ReturnStep
  askedAt: string
  approved: string | null
  shipped: string | null
  received: string | null
  credited: string | null
  documentId: string
  shipment: string
  documents: NamingDocument[]
}

const columns = `t.account_id as "accountId", t.request_id as "requestId", coalesce(t.supplier_number, t.number) as number, t.notified_step as "notifiedStep",
  r.made_at as "askedAt", t.approved_at as approved, t.shipped_at as shipped, t.received_at as received, t.credited_at as credited,
  d.id as "documentId", d.number as shipment,
  coalesce((select json_agg(json_build_object('type', x.type, 'status', x.status, 'date', coalesce(x.despatch_date, x.issue_date),
      'deliveredDate', x.delivered_date))
    from return_documents n join documents x on x.account_id = n.account_id and x.id = n.document_id
    where n.account_id = t.account_id and n.return_number in (t.number, t.supplier_number)), '[]') as documents`
const joined = `join requests r on r.account_id = t.account_id and r.id = t.request_id and r.state not in ('declined', 'withdrawn')
  join documents d on d.account_id = r.account_id and d.type = 'shipments' and d.number = r.document_number`

/** Those of the documents that name a return. */
export async function selectNaming(
  client: Db,
  documents: readonly { accountId: string; id: string }[],
): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await client.query<{ accountId: string; id: string }>({
    name: 'announce naming returns',
    text: `select d.account_id as "accountId", d.id from unnest($1::uuid[], $2::uuid[]) as w (account_id, id)
      cross join lateral (select d.account_id, d.id, d.details from documents d
        where d.account_id = w.account_id and d.id = w.id offset 0) d
      where d.details ->> 'returnNumber' is not null`,
    values: [documents.map(({ accountId }) => accountId), documents.map(({ id }) => id)],
  })
  return rows
}

/** The returns that these documents name. */
export async function selectReturnsNamedBy(
  client: Db,
  accounts: readonly string[],
  documentIds: readonly string[],
): Promise<ReturnRow[]> {
  const { rows } = await client.query<ReturnRow>({
    name: 'announce returns named',
    text: `select ${columns} from (
        select distinct t.account_id, t.request_id from unnest($1::uuid[], $2::uuid[]) as w (account_id, document_id)
        join return_documents n on n.account_id = w.account_id and n.document_id = w.document_id
        join returns t on t.account_id = n.account_id and (t.number = n.return_number or t.supplier_number = n.return_number)) s
      join returns t on t.account_id = s.account_id and t.request_id = s.request_id ${joined}`,
    values: [accounts, documentIds],
  })
  return rows
}

/** One return; none when it was declined or taken back, or when its shipment is gone. */
export async function selectReturnRow(
  client: Db,
  accountId: string,
  requestId: string,
): Promise<ReturnRow | undefined> {
  const { rows } = await client.query<ReturnRow>({
    name: 'announce one return',
    text: `select ${columns} from returns t ${joined} where t.account_id = $1 and t.request_id = $2`,
    values: [accountId, requestId],
  })
  return rows[0]
}

/** Notes the step of which people are notified; false when somebody else did. */
export async function updateNotifiedStep(client: Db, row: ReturnRow, step: ReturnStep): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'announce return step',
    text: 'update returns set notified_step = $3 where account_id = $1 and request_id = $2 and notified_step = $4',
    values: [row.accountId, row.requestId, step, row.notifiedStep],
  })
  return rowCount === 1
}
