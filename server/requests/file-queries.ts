import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, readTogether } from '#database/transaction.ts'

/** A file of a request of the viewer's account, with the type of the document and the person who made the request. */
export async function selectFile(
  viewerPool: Pool,
  viewer: Viewer,
  id: string,
  fileId: string,
): Promise<{ name: string; mimeType: string; content: Buffer; type: DocumentType; madeById: string } | undefined> {
  const { rows } = await readTogether(viewerPool, viewer.accountId, (query) =>
    query<{ name: string; mimeType: string; content: Buffer; type: DocumentType; madeById: string }>({
      name: 'requests-file',
      text: `select f.name, f.mime_type as "mimeType", f.content, r.document_type as type, r.made_by as "madeById"
        from request_files f join requests r on r.account_id = f.account_id and r.id = f.request_id
        where f.account_id = $1 and f.request_id = $2 and f.id = $3`,
      values: [viewer.accountId, id, fileId],
    }),
  )
  return rows[0]
}

/**
 * Bytes of files that a person and their whole account have sent since a moment. Locks the account, so that concurrent
 * uploads wait.
 */
export async function sumFileBytesSince(
  db: Db,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  since: Date,
): Promise<{ person: number; account: number }> {
  await db.query('select from accounts where account_id = $1 for no key update', [accountId])
  const { rows } = await db.query<{ person: number; account: number }>({
    name: 'requests-bytes-since',
    // Files are added within an hour of their request.
    text: `select coalesce(sum(f.size) filter (where r.made_by = $2), 0)::float8 as person,
        coalesce(sum(f.size), 0)::float8 as account
      from requests r join request_files f on f.account_id = r.account_id and f.request_id = r.id
      where r.account_id = $1 and r.made_at > $3::timestamptz - interval '1 hour' and f.created_at > $3`,
    values: [accountId, userId, since],
  })
  return rows[0] ?? { person: 0, account: 0 }
}

/** Adds a file to a request of the account while it has fewer than `most`; false when it has no room. */
export async function insertFile(
  db: Db,
  file: {
    accountId: string
    requestId: string
    id: string
    name: string
    mimeType: string
    content: Buffer
    now: Date
  },
  limit: number,
): Promise<boolean> {
  await db.query('select from requests where account_id = $1 and id = $2 for update', [file.accountId, file.requestId])
  const { rowCount } = await db.query({
    name: 'requests-insert-file',
    text: `insert into request_files (account_id, request_id, id, name, mime_type, size, sha256, content, created_at)
      select $1, $2, $3, $4, $5, $6, sha256($7::bytea), $7, $8
      where (select count(*) from request_files f where f.account_id = $1 and f.request_id = $2) < $9`,
    values: [
      file.accountId,
      file.requestId,
      file.id,
      file.name,
      file.mimeType,
      file.content.length,
      file.content,
      file.now,
      limit,
    ],
  })
  return rowCount === 1
}

/** A file of a request, for the supplier. */
export async function selectFileForSupplier(
  db: Db,
  id: string,
  fileId: string,
): Promise<{ name: string; mimeType: string; content: Buffer } | undefined> {
  const { rows } = await db.query<{ name: string; mimeType: string; content: Buffer }>(
    `select f.name, f.mime_type as "mimeType", f.content from requests r
     join request_files f on f.account_id = r.account_id and f.request_id = r.id where r.id = $1 and f.id = $2`,
    [id, fileId],
  )
  return rows[0]
}
