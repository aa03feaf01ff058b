import type { Pool } from 'pg'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { Db } from '#database/transaction.ts'

export type QuarantinedDocument = {
  id: string
  receivedAt: string
  type: string
  number: string
  buyerName: string | null
  identifiers: PartyIdentifier[]
  reason: string
}

const columns = 'id, received_at as "receivedAt", type, number, buyer_name as "buyerName", identifiers, reason'

/** Quarantined documents, oldest first, after the given one, at most `limit`. */
export async function selectQuarantined(
  workPool: Pool,
  after: { receivedAt: string; id: string } | null,
  limit: number,
): Promise<QuarantinedDocument[]> {
  const { rows } = await workPool.query<QuarantinedDocument>({
    name: 'quarantine list',
    text: `select ${columns} from quarantine
where $1::timestamptz is null or (received_at, id) > ($1, $2::uuid) order by received_at, id limit $3`,
    values: [after?.receivedAt ?? null, after?.id ?? null, limit],
  })
  return rows
}

/**
 * What a quarantined document was read as, and its file, compressed; null for documents from before files were kept.
 */
export type QuarantinedContent = { payload: unknown; original: Buffer | null }

/** A quarantined document with its content, or undefined. */
export async function findQuarantined(
  workPool: Pool,
  id: string,
): Promise<(QuarantinedDocument & QuarantinedContent) | undefined> {
  const { rows } = await workPool.query<QuarantinedDocument & QuarantinedContent>({
    name: 'quarantine find',
    text: `select ${columns}, payload, original from quarantine where id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Deletes a document from quarantine. False when it was not there. */
export async function deleteQuarantined(workPool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await workPool.query({
    name: 'quarantine delete',
    text: 'delete from quarantine where id = $1',
    values: [id],
  })
  return rowCount === 1
}

/** The account with this number, or former number, by its present one; undefined when there is none. */
export async function findAccount(workPool: Pool, number: string): Promise<{ id: string; number: string } | undefined> {
  const { rows } = await workPool.query<{ id: string; number: string }>({
    name: 'quarantine account',
    text: 'select a.account_id as id, a.number from account_numbers n join accounts a using (account_id) where n.number = $1',
    values: [number],
  })
  return rows[0]
}

/** The accounts that have these identifiers; identifiers that no account has are left out. */
export async function findIdentifierOwners(
  workPool: Pool,
  identifiers: readonly PartyIdentifier[],
): Promise<(PartyIdentifier & { account: string })[]> {
  const { rows } = await workPool.query<PartyIdentifier & { account: string }>({
    name: 'quarantine owners',
    text: `select i.scheme, i.value, a.number as account from unnest($1::text[], $2::text[]) as n (scheme, value)
join account_identifiers i on i.scheme = n.scheme collate "C" and i.value = n.value collate "C"
join accounts a using (account_id) order by 1, 2`,
    values: [identifiers.map(({ scheme }) => scheme), identifiers.map(({ value }) => value)],
  })
  return rows
}

/** Gives an account those of the identifiers that no account has. Returns them. */
export async function insertIdentifiers(
  workPool: Pool,
  account: string,
  identifiers: readonly PartyIdentifier[],
): Promise<PartyIdentifier[]> {
  const { rows } = await workPool.query<PartyIdentifier>({
    name: 'quarantine learn',
    text: `insert into account_identifiers (scheme, value, account_id)
select n.scheme, n.value, $3 from unnest($1::text[], $2::text[]) as n (scheme, value) order by 1, 2
on conflict do nothing returning scheme, value`,
    values: [identifiers.map(({ scheme }) => scheme), identifiers.map(({ value }) => value), account],
  })
  return rows
}

/** The id of the account with this number, as far as the member of staff who reads may see it. */
export async function findVisibleAccount(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'quarantine visible account',
    text: 'select account_id as id from account_numbers where number = $1',
    values: [number],
  })
  return rows[0]?.id
}
