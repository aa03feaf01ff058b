import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Db, withTransaction } from '../transaction.ts'

/** The tables whose rows hold files. */
export const fileTables = ['attachments', 'request_files', 'original_files', 'raw_messages'] as const
export type FileTable = (typeof fileTables)[number]

/** Files below this size, in bytes, stay in the database: a call to the storage costs more than they do. */
const smallestMoved = 16_384

const isToMove = `object_key is null and octet_length(content) >= ${smallestMoved}`

/**
 * Where PostgreSQL keeps a row, whatever its key. A row that is changed or deleted is no longer there, and another may be:
 * it is changed only when it has the same content.
 */
export type Ctid = string

/** Where up to `limit` rows of a table are whose content is to be moved, without some that have been tried. */
export async function listRowsToMove(
  db: Db,
  table: FileTable,
  { limit, without }: { limit: number; without: readonly Ctid[] },
): Promise<Ctid[]> {
  const { rows } = await db.query<{ ctid: string }>(
    `select ctid::text as ctid from ${table} where ${isToMove} and ctid <> all($2::tid[]) limit $1`,
    [limit, without],
  )
  return rows.map(({ ctid }) => ctid)
}

/** How many files are to be moved, and how many bytes they have together. */
export async function countRowsToMove(db: Db): Promise<{ files: number; bytes: number }> {
  const counts = fileTables.map(
    (table) => `select count(*) as files, sum(octet_length(content)) as bytes from ${table} where ${isToMove}`,
  )
  const { rows } = await db.query<{ files: number; bytes: number }>(
    `select sum(files)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes from (${counts.join(' union all ')}) c`,
  )
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** The content of a row that is still to be moved; undefined when it is gone or has been moved. */
export async function selectContent(db: Db, table: FileTable, ctid: Ctid): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ content: Buffer | null }>(
    `select content from ${table} where ctid = $1::tid and object_key is null`,
    [ctid],
  )
  return rows[0]?.content ?? undefined
}

/**
 * Notes that an object is about to be put, before it is: should the server end before its row names it, it is removed
 * like one that no row names any more.
 */
export async function noteObjectBegun(db: Db, objectKey: string): Promise<void> {
  await db.query('insert into unused_objects (object_key, since) values ($1, now())', [objectKey])
}

/** Has a row name its object instead of holding the content, unless that has changed meanwhile. Returns whether it does. */
export function nameObject(
  workPool: pg.Pool,
  table: FileTable,
  ctid: Ctid,
  { objectKey, content }: { objectKey: string; content: Buffer },
): Promise<boolean> {
  return withTransaction(workPool, async (client) => {
    const { rowCount } = await client.query(
      `update ${table} set object_key = $1, content = null
        where ctid = $3::tid and object_key is null and sha256(content) = $2`,
      [objectKey, createHash('sha256').update(content).digest(), ctid],
    )
    if (rowCount === 1) await client.query('delete from unused_objects where object_key = $1', [objectKey])
    return rowCount === 1
  })
}

/** The keys of up to `limit` objects that rows of a table name, after a key in their order. */
export async function listNamedObjects(db: Db, table: FileTable, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ objectKey: string }>(
    `select distinct object_key as "objectKey" from ${table} where object_key > $1 order by object_key limit $2`,
    [after, limit],
  )
  return rows.map(({ objectKey }) => objectKey)
}

/** Puts the content of an object back into each row that names it. Returns how many did. */
export function returnContent(
  workPool: pg.Pool,
  table: FileTable,
  objectKey: string,
  content: Buffer,
): Promise<number> {
  return withTransaction(workPool, async (client) => {
    const { rowCount } = await client.query(
      `update ${table} set content = $2, object_key = null where object_key = $1`,
      [objectKey, content],
    )
    // Triggers do it for the other tables, raw messages have none.
    await client.query('insert into unused_objects (object_key, since) values ($1, now()) on conflict do nothing', [
      objectKey,
    ])
    return rowCount ?? 0
  })
}

/** How many files lie in the object storage. */
export async function countObjects(db: Db): Promise<number> {
  const counts = fileTables.map((table) => `select count(*) from ${table} where object_key is not null`)
  const { rows } = await db.query<{ count: number }>(
    `select sum(count)::float8 as count from (${counts.join(' union all ')}) c`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The objects that no row has named for so many days, and whether a copy of the row does. At most `limit`, without some
 * that have been tried.
 */
export async function listUnusedObjects(
  db: Db,
  days: number,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<{ objectKey: string; isNamed: boolean }[]> {
  const named = fileTables.map((table) => `exists (select from ${table} f where f.object_key = u.object_key)`)
  const { rows } = await db.query<{ objectKey: string; isNamed: boolean }>(
    `select object_key as "objectKey", (${named.join(' or ')}) as "isNamed" from unused_objects u
      where since < now() - make_interval(days => $1) and object_key <> all($3::text[]) order by since limit $2`,
    [days, limit, without],
  )
  return rows
}

/** Forgets unused objects: they are removed, or named after all. */
export async function forgetUnusedObjects(db: Db, objectKeys: readonly string[]): Promise<void> {
  await db.query('delete from unused_objects where object_key = any($1::text[])', [objectKeys])
}
