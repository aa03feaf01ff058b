import { PortalError } from '../../contract/errors.ts'
import { putAttachment } from './attachment-queries.ts'
import { findDocument, inBatch } from './batch-queries.ts'
import { keepChanges } from './change-queries.ts'
import type { IngestDeps } from './incoming.ts'

export type Paper = {
  account: string
  type: string
  number: string
  name: string
  mimeType: string
  content: Buffer
  purpose: string | null
}

/** Puts a paper beside a document. Raises not_found when the account has no such document, invalid_input without content. */
export async function attach(deps: IngestDeps, paper: Paper): Promise<{ id: string; size: number }> {
  if (paper.content.length === 0) throw new PortalError('invalid_input', 'The paper is empty.')
  return inBatch(deps.pool, async (client) => {
    const found = await findDocument(client, paper.account, paper.type, paper.number)
    if (!found) {
      const message = `Account ${paper.account} has no document ${paper.number} among its ${paper.type}. Send the document first.`
      throw new PortalError('not_found', message)
    }
    const { name, mimeType, content, purpose } = paper
    const now = deps.clock().toISOString()
    const { id, isNew } = await putAttachment(client, {
      ...found,
      id: deps.newId(),
      now,
      name,
      mimeType,
      content,
      purpose,
    })
    if (isNew) {
      const added = { field: 'attachment', old: null, new: name } as const
      const kept = { ...found, id: deps.newId(), type: paper.type, changedAt: now, recordedAt: now }
      await keepChanges(client, [{ ...kept, changes: [added], amounts: [] }])
    }
    return { id, size: content.length }
  })
}
