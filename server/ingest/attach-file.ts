import { PortalError } from '#contract/errors.ts'
import { insertDocumentChanges } from './publish/change-queries.ts'
import type { IngestDeps } from './types.ts'
import { upsertAttachment } from './write/attachment-queries.ts'
import { findDocument, inBatchTransaction } from './write/batch-queries.ts'

export type AttachmentInput = {
  account: string
  type: string
  number: string
  name: string
  mimeType: string
  content: Buffer
  purpose: string | null
}

/**
 * Adds an attachment to a document. Returns its id and its size in bytes. Throws not_found when the account has no such
 * document or is none of `accountIds`, invalid_input when the content is empty.
 */
export async function attachFile(
  deps: IngestDeps,
  attachment: AttachmentInput,
  accountIds?: ReadonlySet<string>,
): Promise<{ id: string; size: number }> {
  if (attachment.content.length === 0) throw new PortalError('invalid_input', 'The paper is empty.')
  return inBatchTransaction(deps.workPool, async (client) => {
    const document = await findDocument(client, attachment.account, attachment.type, attachment.number)
    if (!document || accountIds?.has(document.accountId) === false) {
      const message = `Account ${attachment.account} has no document ${attachment.number} among its ${attachment.type}. Send the document first.`
      throw new PortalError('not_found', message)
    }
    const { name, mimeType, content, purpose } = attachment
    const now = deps.clock().toISOString()
    const { id, isNew } = await upsertAttachment(client, {
      ...document,
      id: deps.newId(),
      now,
      name,
      mimeType,
      content,
      purpose,
    })
    if (isNew) {
      const added = { field: 'attachment', old: null, new: name } as const
      const changeRow = { ...document, id: deps.newId(), type: attachment.type, changedAt: now, recordedAt: now }
      await insertDocumentChanges(client, [{ ...changeRow, changes: [added], amounts: [] }])
    }
    return { id, size: content.length }
  })
}
