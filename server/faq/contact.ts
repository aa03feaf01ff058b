import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { countSupportMessages, hasSentMessage, selectSender } from './queries.ts'

export type ContactDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  mail: Outbox<Db>
  /** The supplier's support address; without it, people cannot write. */
  supportEmail: string | undefined
  /** Resolves when the viewer may see the document; rejects with not_found otherwise. */
  checkDocument: (viewer: Viewer, type: DocumentType, number: string) => Promise<unknown>
}

export type SupportMessage = {
  /** Chosen by the client: the same key again mails nothing. */
  key?: string
  text: string
  document?: { type: DocumentType; number: string }
}

/** Messages that one person can write within an hour: more than a person needs, fewer than a program sends. */
const maxPerHour = 20
const hour = 3_600_000

/**
 * Mails a person's message to the support address, with them as the reply address and a link to the document in
 * question; once for all calls with the same key. Throws not_found without a support address and for a document that
 * they may not see, invalid_input for an empty text, too_many_requests.
 */
export async function writeToSupport(
  deps: ContactDeps,
  viewer: Viewer,
  { key, text, document }: SupportMessage,
  caller: Caller,
): Promise<void> {
  const { supportEmail, clock } = deps
  const { userId, accountId } = viewer
  if (supportEmail === undefined) throw notFound()
  if (text.trim() === '') {
    const message = translatable('support.empty')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'text', message }] })
  }
  if (document) await deps.checkDocument(viewer, document.type, document.number)
  await withTransaction(deps.db, async (db) => {
    const sender = await selectSender(db, userId, accountId)
    if (!sender) throw notFound()
    if (key !== undefined && (await hasSentMessage(db, userId, key))) return
    if ((await countSupportMessages(db, userId, new Date(clock().getTime() - hour))) >= maxPerHour) {
      throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
    }
    await deps.mail.send(db, {
      kind: 'supportAsked',
      to: { email: supportEmail, name: '' },
      values: {
        account: `${sender.account} (${sender.number})`,
        asker: sender.name,
        email: sender.email,
        type: document?.type ?? 'none',
        number: document?.number ?? '',
        words: text,
      },
      replyTo: { email: sender.email, name: sender.name },
      ...(document ? { path: `/${document.type}/${encodeURIComponent(document.number)}` } : {}),
    })
    const details = { ...document, ...(key === undefined ? {} : { key }) }
    await record(deps, db, { action: 'support_asked', caller, userId, accountId, details })
  })
}
