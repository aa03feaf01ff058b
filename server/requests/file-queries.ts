import type { Pool } from 'pg'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { FileRow } from '#database/object-storage/read-file.ts'
import { type Db, readTogether } from '#database/transaction.ts'

/**
 * A file of a request of the viewer's account, with the type of the document and the person who sent it; null: the
 * supplier.
 */
export async function selectFile(
  viewerPool: Pool,
  viewer: Viewer,
  id: string,
  fileId: string,
): Promise<(FileRow & { name: string; mimeType: string; type: RequestSubject; madeById: string | null }) | undefined> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<FileRow & { name: string; mimeType: string; type: RequestSubject; madeById: string | null }>({
      name: 'requests-file',
      text: `select f.name, f.mime_type as "mimeType", f.content, f.object_key as "objectKey", r.document_type as type,
          case when f.message_id is null then r.made_by else m.author_id end as "madeById"
        from request_files f join requests r on r.account_id = f.account_id and r.id = f.request_id
        left join conversation_messages m on m.account_id = f.account_id and m.request_id = f.request_id and m.id = f.message_id
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
    text: `select coalesce(sum(f.size) filter (where coalesce(m.author_id, r.made_by) = $2), 0)::float8 as person,
        coalesce(sum(f.size), 0)::float8 as account
      from request_files f join requests r on r.account_id = f.account_id and r.id = f.request_id
      left join conversation_messages m on m.account_id = f.account_id and m.request_id = f.request_id and m.id = f.message_id
      where f.account_id = $1 and f.created_at > $3 and m.side is distinct from 'supplier'`,
    values: [accountId, userId, since],
  })
  return rows[0] ?? { person: 0, account: 0 }
}

export type NewFile = {
  accountId: string
  requestId: string
  /** The message with which it goes; null: the request itself. */
  messageId: string | null
  id: string
  name: string
  mimeType: string
  content: Buffer
  now: Date
}

/** Locks a request until the end of the transaction, so that its files are counted one after another. */
export async function lockRequest(db: Db, accountId: string, id: string): Promise<void> {
  await db.query('select from requests where account_id = $1 and id = $2 for update', [accountId, id])
}

/** Says that something was added to a request, so that the supplier's systems read it once more. */
export async function touchRequest(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  await db.query('update requests set last_at = greatest(last_at, $3) where account_id = $1 and id = $2', [
    accountId,
    id,
    now,
  ])
}

/** The file that was added to a request under an id, with its message and its hash; undefined when there is none. */
export async function selectAddedFile(
  db: Db,
  { accountId, requestId, id }: Pick<NewFile, 'accountId' | 'requestId' | 'id'>,
): Promise<{ name: string; messageId: string | null; sha256: Buffer } | undefined> {
  const { rows } = await db.query<{ name: string; messageId: string | null; sha256: Buffer }>({
    name: 'requests-added-file',
    text: `select name, message_id as "messageId", sha256 from request_files
      where account_id = $1 and request_id = $2 and id = $3`,
    values: [accountId, requestId, id],
  })
  return rows[0]
}

/** Adds a file to a request or a message while it has fewer than `limit`; false when it has no room. */
export async function insertFile(db: Db, file: NewFile, limit: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'requests-insert-file',
    text: `insert into request_files (account_id, request_id, message_id, id, name, mime_type, size, sha256, content, created_at)
      select $1, $2, $3::uuid, $4, $5, $6, $7, sha256($8::bytea), $8, $9
      where (select count(*) from request_files f
        where f.account_id = $1 and f.request_id = $2 and f.message_id is not distinct from $3::uuid) < $10`,
    values: [
      ...[file.accountId, file.requestId, file.messageId, file.id, file.name, file.mimeType],
      ...[file.content.length, file.content, file.now, limit],
    ],
  })
  return rowCount === 1
}

/** A file of a request, for the supplier. */
export async function selectFileForSupplier(
  db: Db,
  id: string,
  fileId: string,
): Promise<(FileRow & { name: string; mimeType: string }) | undefined> {
  const { rows } = await db.query<FileRow & { name: string; mimeType: string }>(
    `select f.name, f.mime_type as "mimeType", f.content, f.object_key as "objectKey" from requests r
     join request_files f on f.account_id = r.account_id and f.request_id = r.id where r.id = $1 and f.id = $2`,
    [id, fileId],
  )
  return rows[0]
}
