import type { Pool } from 'pg'
import { type RemovedDocument, removalKinds } from '#contract/console/removed-documents.ts'
import type { Staff } from '#contract/console/staff.ts'
import { withStaff } from '#database/transaction.ts'

type RemovalKind = RemovedDocument['what']
const actionOf = (kind: RemovalKind) => `document_${kind}` as const
const kindOf = new Map<string, RemovalKind>(removalKinds.map((kind) => [actionOf(kind), kind]))

/** So many documents after one of them. */
export type RemovalPosition = { limit: number; after: Pick<RemovedDocument, 'at' | 'id'> | undefined }
type RemovalFilter = RemovalPosition & {
  what: RemovalKind | null
  /** The whole number of a document. */
  number: string | null
}

type Row = Omit<RemovedDocument, 'account' | 'what'> & {
  action: string
  accountId: string | null
  account: string | null
  accountName: string | null
}

const before = `(l.at, l.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`
const newest = 'order by l.at desc, l.id desc limit $4'
const named = `select l.id, l.at, l.action, l.details ->> 'type' as type, l.details ->> 'number' as number, l.details ->> 'to' as to,
    a.account_id as "accountId", coalesce(a.number, l.details ->> 'account') as account, coalesce(a.name, '') as "accountName", coalesce(s.name, k.name) as by
  from page l left join accounts a on a.account_id = l.account_id left join staff s on s.id = l.user_id left join api_keys k on k.id = l.key_id
  order by l.at desc, l.id desc`

/** A page of each act through its own index, or of one number through that of numbers. */
const statements = {
  ofActs: `with page as (select l.* from unnest($1::text[]) o (action) cross join lateral (
      select l.* from audit_log l where l.action = o.action and ${before} ${newest}) l ${newest}) ${named}`,
  ofNumber: `with page as (select l.* from audit_log l where l.action in ('document_withdrawn', 'document_moved', 'document_readmitted')
      and l.action = any ($1::text[]) and l.details ->> 'number' = $5 and ${before} ${newest}) ${named}`,
} as const

/** Documents that were withdrawn, moved or let in again, as far as a member of staff may see them, the last first. */
export function selectRemovedDocuments(
  consolePool: Pool,
  staff: Staff,
  { what, number, after, limit }: RemovalFilter,
): Promise<RemovedDocument[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const actions = (what === null ? removalKinds : [what]).map(actionOf)
    const page = [actions, after?.at ?? null, after?.id ?? null, limit]
    const { rows } = await db.query<Row>(
      number === null
        ? { name: 'removed-documents', text: statements.ofActs, values: page }
        : { name: 'removed-documents-of-number', text: statements.ofNumber, values: [...page, number] },
    )
    return rows.map(({ action, accountId, account, accountName, ...row }) => ({
      ...row,
      what: kindOf.get(action) ?? 'withdrawn',
      account:
        accountId === null || account === null ? null : { id: accountId, number: account, name: accountName ?? '' },
    }))
  })
}
