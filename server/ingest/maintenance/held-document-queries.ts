import { withCreditNoteMark, withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { Db } from '#database/transaction.ts'
import { tradeSources } from '#server/formats/formats.ts'
import type { NumberedBy } from '../types.ts'

/** Selects a document by its number; the other fields tell apart several documents that have it. */
export type DocumentSelector = {
  type: string
  number: string
  account?: string | undefined
  source?: string | undefined
  invoiceKind?: string | undefined
  /** Of these accounts alone; of all when absent. */
  accountIds?: ReadonlySet<string> | undefined
}

/** A document and the account that has it. `modifiedAt` is in milliseconds since 1970. */
export type HeldDocument = {
  accountId: string
  account: string
  accountName: string
  id: string
  /** As stored: a credit note's may have the suffix. */
  number: string
  status: string
  source: string
  numberedBy: NumberedBy
  isCredit: boolean
  modifiedAt: number | undefined
  ingestedAt: string
  papers: string[]
}

/**
 * All documents that a selector may mean, by account number: none, one, or one in each of several accounts. At most
 * 100. Each account is looked up separately, since every index of documents begins with the account: numbers that
 * repeat per customer are in no other index, and without the account a whole index would be read.
 */
export async function findHeldDocuments(db: Db, selector: DocumentSelector): Promise<HeldDocument[]> {
  const { rows } = await db.query<Omit<HeldDocument, 'modifiedAt'> & { modifiedAt: string | null }>({
    name: 'ingest find standing',
    text: `select d.account_id as "accountId", a.number as account, a.name as "accountName", d.id, d.number, d.status, d.source,
  d.numbered_by as "numberedBy", coalesce(d.invoice_kind = '381', false) as "isCredit", d.ingested_at as "ingestedAt",
  trunc(extract(epoch from d.source_modified_at) * 1000)::text as "modifiedAt",
  array(select p.name from attachments p where p.account_id = d.account_id and p.document_id = d.id order by p.name) as papers
from accounts a cross join lateral (
  select d.* from documents d where d.account_id = a.account_id and d.type = $1 and d.number in ($2, $6) offset 0
) d
where ($3::text is null or a.account_id in (select n.account_id from account_numbers n where n.number = $3))
  and ($4::text is null or d.source in ('', $4)) and ($5::text is null or coalesce(d.invoice_kind = '381', false) = ($5 = '381'))
  and ($7::uuid[] is null or a.account_id = any ($7))
order by a.number limit 100`,
    values: [
      ...[
        selector.type,
        selector.number,
        selector.account ?? null,
        selector.source || null,
        selector.invoiceKind ?? null,
      ],
      withCreditNoteMark(withoutCreditNoteMark(selector.number)),
      idsOf(selector),
    ],
  })
  return rows.map((row) => ({ ...row, modifiedAt: row.modifiedAt === null ? undefined : Number(row.modifiedAt) }))
}

/** An account that had a document and lost it. */
export type FormerHolder = {
  account: string
  source: string
  until: string | null
  withdrawnAt: string | null
}

/** Whether a row of `former_documents` matches a selector; `formerValues` are its parameters. */
const isSelectedFormer = `f.number = $2 and f.type = $1
  and ($3::text is null or f.account_id in (select n.account_id from account_numbers n where n.number = $3))
  and ($4::text is null or f.source in ('', $4)) and ($5::text is null or f.is_credit = ($5 = '381'))
  and ($6::uuid[] is null or f.account_id = any ($6))`
const formerValues = (selector: DocumentSelector) => {
  const { type, number, account, source, invoiceKind } = selector
  return [
    ...[type, withoutCreditNoteMark(number), account ?? null, source || null, invoiceKind ?? null],
    idsOf(selector),
  ]
}
const idsOf = ({ accountIds }: DocumentSelector) => (accountIds ? [...accountIds] : null)

/** The accounts that had the document and lost it, the latest withdrawal first. At most 100. */
export async function findFormerHolders(db: Db, selector: DocumentSelector): Promise<FormerHolder[]> {
  const { rows } = await db.query<FormerHolder>({
    name: 'ingest find former standing',
    text: `select a.number as account, f.source, f.until, f.withdrawn_at as "withdrawnAt"
from former_documents f join accounts a on a.account_id = f.account_id
where ${isSelectedFormer}
order by f.withdrawn_at desc nulls last, a.number limit 100`,
    values: formerValues(selector),
  })
  return rows
}

/**
 * Numbers that several accounts have though no API key says that numbers repeat per customer; they date from before
 * documents could move. Returns how many, and some of them.
 */
export async function findSharedNumbers(db: Db): Promise<{ count: number; some: string[] }> {
  const { rows } = await db.query<{ count: string; some: string[] | null }>(
    `with shared as (
  select d.type, d.number from documents d
  where d.numbered_by = 'customer' and d.source_system <> all ($1)
    and not exists (select from api_keys where numbered_by = 'customer' and revoked_at is null)
  group by d.type, d.number, d.source having count(distinct d.account_id) > 1
)
select count(*) as count, (select array_agg(x.type || ' ' || x.number) from (select * from shared order by type, number limit 3) x) as some from shared`,
    [['demo', ...tradeSources]],
  )
  return { count: Number(rows[0]?.count ?? 0), some: rows[0]?.some ?? [] }
}

/** Forgets that accounts had lost a document, so that it may come again. Returns how many accounts. */
export async function readmit(db: Db, selector: DocumentSelector): Promise<number> {
  const { rowCount } = await db.query({
    name: 'ingest readmit',
    text: `delete from former_documents f where ${isSelectedFormer}`,
    values: formerValues(selector),
  })
  return rowCount ?? 0
}
