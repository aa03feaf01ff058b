import type { PoolClient } from 'pg'
import type { AttachmentRow } from '../check/prepare.ts'

export type NewAttachment = AttachmentRow & { accountId: string; documentId: string; id: string; now: string }

/** The attachment's id, and whether its bytes differ from those stored before. */
export type UpsertedAttachment = { id: string; isNew: boolean }

/**
 * Adds an attachment to a document; one with the same name is replaced and keeps its id. Returns whether its bytes are
 * new; the same ones stay where they are, which may be the object storage.
 */
export async function upsertAttachment(client: PoolClient, attachment: NewAttachment): Promise<UpsertedAttachment> {
  const { rows } = await client.query<UpsertedAttachment>({
    name: 'ingest attachment',
    text: `with was as (
  select sha256 from attachments where account_id = $1 and document_id = $2 and name = $4
)
insert into attachments as a (account_id, document_id, id, name, mime_type, size, sha256, content, created_at, purpose)
values ($1, $2, $3, $4, $5, $6, sha256($7), $7, $8, $9)
on conflict (account_id, document_id, name) do update
set mime_type = excluded.mime_type, size = excluded.size, sha256 = excluded.sha256, created_at = excluded.created_at, purpose = excluded.purpose,
  content = case when a.sha256 = excluded.sha256 then a.content else excluded.content end,
  object_key = case when a.sha256 = excluded.sha256 then a.object_key end
returning id, sha256 is distinct from (select was.sha256 from was) as "isNew"`,
    values: [
      attachment.accountId,
      attachment.documentId,
      attachment.id,
      attachment.name,
      attachment.mimeType,
      attachment.content.length,
      attachment.content,
      attachment.now,
      attachment.purpose,
    ],
  })
  return rows[0] as UpsertedAttachment
}
