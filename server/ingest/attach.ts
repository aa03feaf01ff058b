import { PortalError } from '../../contract/errors.ts'
import { findDocument } from './batch-queries.ts'
import type { IngestDeps } from './incoming.ts'
import { putAttachment } from './write-queries.ts'

export type Paper = {
  account: string
  type: string
  number: string
  name: string
  mimeType: string
  content: Buffer
}

/** Puts a paper beside a document. Raises not_found when the account has no such document, invalid_input without content. */
export async function attach(deps: IngestDeps, paper: Paper): Promise<{ id: string; size: number }> {
  if (paper.content.length === 0) throw new PortalError('invalid_input', 'The paper is empty.')
  const client = await deps.pool.connect()
  try {
    const found = await findDocument(client, paper.account, paper.type, paper.number)
    if (!found) {
      const message = `Account ${paper.account} has no document ${paper.number} among its ${paper.type}. Send the document first.`
      throw new PortalError('not_found', message)
    }
    const { name, mimeType, content } = paper
    const now = deps.clock().toISOString()
    const id = await putAttachment(client, { ...found, id: deps.newId(), now, name, mimeType, content })
    return { id, size: content.length }
  } finally {
    client.release()
  }
}
