import { hash } from 'node:crypto'
import type { Viewer } from '#contract/viewer.ts'
import type { RequestDeps } from './create-request.ts'
import { type RequestedDocument, selectRequestedDocument } from './document-queries.ts'
import { hasPortalNumber } from './message-queries.ts'
import { selectSalesperson } from './queries.ts'
import type { Subject } from './subject.ts'

/** What a message needs of the document that it is about; without `id`: of an enquiry, or of the account. */
export type MessageContext = Pick<RequestedDocument, 'hash' | 'revision' | 'salesperson'> & { id: string | undefined }

/** What a message needs of what it is about; undefined when the viewer's account has no such document or enquiry. */
export async function findContext(
  deps: Pick<RequestDeps, 'db' | 'viewerPool' | 'today'>,
  viewer: Viewer,
  { type, number, text }: Subject & { text: string },
): Promise<MessageContext | undefined> {
  if (type !== 'account') {
    const document = await selectRequestedDocument(deps.viewerPool, viewer, type, number, deps.today())
    if (document) return document
    if (!(await hasPortalNumber(deps.db, viewer.accountId, { type, number }))) return undefined
  }
  const salesperson = await selectSalesperson(deps.viewerPool, viewer)
  return { id: undefined, hash: hash('sha256', text, 'buffer'), revision: null, salesperson }
}
