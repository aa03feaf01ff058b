import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

/** Which of these numbers are documents of the viewer's account. */
export async function readExistingNumbers(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  numbers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<{ number: string }>({
      name: 'download:numbers',
      text: 'select number from documents where account_id = $1 and type = $2 and number = any ($3::text[])',
      values: [viewer.accountId, type, numbers],
    }),
  )
  return new Set(rows.map(({ number }) => number))
}

/** The attachments of one of the viewer's documents, without their bytes. */
export async function listAttachments(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ id: string; name: string; mimeType: string }[]> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<{ id: string; name: string; mimeType: string }>({
      name: 'download:attachments',
      text: `select a.id, a.name, a.mime_type as "mimeType" from attachments a
where a.account_id = $1 and a.document_id = (select id from documents where account_id = $1 and type = $2 and number = $3)
order by a.name`,
      values: [viewer.accountId, type, number],
    }),
  )
  return rows
}
