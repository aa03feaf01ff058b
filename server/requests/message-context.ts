import { hash } from 'node:crypto'
import type { Away } from '#contract/requests/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RequestDeps } from './create-request.ts'
import { type RequestedDocument, selectRequestedDocument, selectSalespersonOf } from './document-queries.ts'
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

/** Finds the member of staff with an e-mail or, without one, who looks after the viewer's account. */
export type FindContact = (
  viewer: Viewer,
  email: string | null,
) => Promise<{ name: string; awayUntil: string | null; standIn: string | null } | undefined>

/**
 * Whether the one at the supplier's who reads what is written about a subject is away today: the salesperson of the
 * document or, where it names none, of the account; else who looks after the account. Nothing is known of a salesperson
 * without an e-mail.
 */
export async function findAway(
  { viewerPool, findContact }: Pick<RequestDeps, 'viewerPool'> & { findContact: FindContact },
  viewer: Viewer,
  { type, number }: Subject,
): Promise<Away | null> {
  const named = type === 'account' ? undefined : await selectSalespersonOf(viewerPool, viewer, type, number)
  const salesperson = named ?? (await selectSalesperson(viewerPool, viewer))
  if (salesperson && !salesperson.email) return null
  const staff = await findContact(viewer, salesperson?.email ?? null)
  if (!staff || staff.awayUntil === null || staff.standIn === null) return null
  return { name: salesperson?.name ?? staff.name, until: staff.awayUntil, standIn: staff.standIn }
}
