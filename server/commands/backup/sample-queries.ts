import type { Role } from '#contract/permissions.ts'
import { openClient } from '#database/connect.ts'

/** A document, how many lines it has, and a member of its customer who may read it. */
type ReadableDocument = {
  type: string
  number: string
  lines: number
  accountId: string
  userId: string
  role: Role
}

/** So many of the newest documents of each type whose customer has somebody who may read them. */
export async function selectReadableDocuments(ownerUrl: string, ofType: number): Promise<ReadableDocument[]> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  try {
    const { rows } = await client.query<ReadableDocument>(
      `select d.type, d.number, (select count(*)::int from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines,
        d.account_id as "accountId", m.user_id as "userId", m.role
      from (select distinct type from documents) t
      cross join lateral (
        select * from documents d where d.type = t.type and exists (
          select from memberships o where o.account_id = d.account_id and o.role in ('admin', 'buyer', 'viewer'))
        order by d.id desc limit $1) d
      cross join lateral (
        select o.user_id, o.role from memberships o where o.account_id = d.account_id and o.role in ('admin', 'buyer', 'viewer')
        order by o.role, o.user_id limit 1) m
      order by d.type, d.number`,
      [ofType],
    )
    return rows
  } finally {
    await client.end()
  }
}

/** Has a restored portal fetch files from nowhere: its sources are looked at by the one that runs. */
export async function switchOffSources(ownerUrl: string): Promise<void> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.query(`update file_sources set settings = settings || '{"isOn": false}'`)
  } finally {
    await client.end()
  }
}
