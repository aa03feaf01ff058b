import type { Pool } from 'pg'
import { withCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { ListedDocument } from '#contract/ingest/reconcile.ts'

/** What the portal has for one entry of a list. `modifiedAt` is in milliseconds since 1970. */
export type ComparisonRow = {
  place: number
  hash: string | null
  modifiedAt: string | null
  heldBy: string | null
  withdrawnAt: string | null
}

/**
 * Looks up documents by account, type and number; for a document that the account lacks, also the account that has the
 * number, or when it was withdrawn.
 */
export async function findListedDocuments(
  workPool: Pool,
  listed: readonly ListedDocument[],
  source: string,
): Promise<ComparisonRow[]> {
  const { rows } = await workPool.query<ComparisonRow>({
    name: 'reconcile look up',
    text: `select k.place::integer as place, encode(d.content_hash, 'hex') as hash,
  trunc(extract(epoch from d.source_modified_at) * 1000)::text as "modifiedAt", h.number as "heldBy", f.withdrawn_at as "withdrawnAt"
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as k (account, type, number, source, kind, place)
left join account_numbers n on n.number = k.account
left join lateral (
  select d.* from documents d where d.account_id = n.account_id and d.type = k.type and d.number in (k.number, k.number || $6)
    and (k.source = '' or d.source in ('', k.source))
    and (k.kind is null or coalesce(d.invoice_kind = '381', false) = (k.kind = '381')) order by d.number limit 1
) d on true
left join lateral (
  select a.number from document_numbers o join accounts a on a.account_id = o.account_id
  where d.id is null and o.number in (k.number, k.number || $6) and o.type = k.type
    and (k.source = '' or o.source in ('', k.source)) limit 1
) h on true
left join lateral (
  select x.withdrawn_at from former_documents x
  where d.id is null and x.number = k.number and x.type = k.type and x.account_id = n.account_id
    and (k.source = '' or x.source in ('', k.source)) order by x.withdrawn_at desc nulls last limit 1
) f on true
order by k.place`,
    values: [
      listed.map((entry) => entry.account),
      listed.map((entry) => entry.type),
      listed.map((entry) => entry.number),
      listed.map((entry) => entry.source ?? source),
      listed.map((entry) => entry.invoiceKind ?? null),
      withCreditNoteMark(''),
    ],
  })
  return rows
}

export type ReconcileScope = {
  accounts: readonly string[] | null
  types: readonly string[]
  source: string
  from: string | null
  to: string | null
}

export type PortalDocument = {
  accountId: string
  account: string
  type: string
  number: string
  id: string
  modifiedAt: string | null
}

/** A page of the portal's documents within a scope, ordered by account and id, after the given document. */
export async function selectPortalDocuments(
  workPool: Pool,
  scope: ReconcileScope,
  after: Pick<PortalDocument, 'accountId' | 'id'> | undefined,
  limit: number,
): Promise<PortalDocument[]> {
  const { rows } = await workPool.query<PortalDocument>({
    name: 'reconcile held',
    text: `select d.account_id as "accountId", a.number as account, d.type, d.number, d.id, d.source_modified_at as "modifiedAt"
from documents d join accounts a on a.account_id = d.account_id
where (d.account_id, d.id) > (coalesce($6::uuid, '00000000-0000-0000-0000-000000000000'), coalesce($7::uuid, '00000000-0000-0000-0000-000000000000'))
  and ($1::text[] is null or d.account_id in (
    select account_id from account_numbers where number = any ($1)))
  and d.type = any ($2::text[]) and ($3 = '' or d.source in ('', $3))
  and ($4::date is null or d.issue_date >= $4) and ($5::date is null or d.issue_date <= $5)
order by d.account_id, d.id limit $8`,
    values: [
      scope.accounts,
      scope.types,
      scope.source,
      scope.from,
      scope.to,
      after?.accountId ?? null,
      after?.id ?? null,
      limit,
    ],
  })
  return rows
}

/** The current numbers of merged accounts: each that of the account that it was merged into. */
export async function currentAccountNumbers(workPool: Pool, numbers: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await workPool.query<{ number: string; now: string }>({
    name: 'reconcile numbers now',
    text: `select a.number, m.number as now from accounts a join accounts m on m.account_id = a.merged_into
where a.number = any ($1::text[])`,
    values: [numbers],
  })
  return new Map(rows.map(({ number, now }) => [number, now]))
}
