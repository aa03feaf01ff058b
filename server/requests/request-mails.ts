import type { Outbox } from '#contract/mail.ts'
import { type AnswerOutcome, isPortalNumber } from '#contract/requests/conversation-rules.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Db } from '#database/transaction.ts'
import { createMessageNotice } from '../notifications/announce.ts'
import { mayAnswerInConsole, selectStandIn } from './inbox/staff-queries.ts'
import { selectOthersConcerned } from './message-queries.ts'
import type { RequestRow } from './queries.ts'

/** How the supplier gets requests by mail. */
export type SupplierMailDeps = {
  mail: Outbox<Db>
  supportEmail: string | undefined
  /** The supplier's calendar date. */
  today: () => string
  /** Whether there is a console: the mail to a member of staff who may answer there leads to it. */
  hasConsole?: boolean | undefined
}

/** The longest answer in a mail, in characters; the portal and the API have all of it. */
const maxAnswerLength = 1500

/**
 * Mails a request, or words that were corrected, to the salesperson of its document, else to the support address; does nothing
 * when there is neither. Who stands in for a salesperson who is away gets it, too.
 */
export async function notifySupplier(
  { mail, supportEmail, today, hasConsole = false }: SupplierMailDeps,
  db: Db,
  row: RequestRow,
  salesperson: { name?: string; email?: string } | null,
  kind: 'requestMade' | 'messageCorrected' = 'requestMade',
): Promise<void> {
  const email = salesperson?.email ?? supportEmail
  if (email === undefined) return
  const name = salesperson?.email === undefined ? '' : (salesperson.name ?? '')
  await mailSupplier({ mail, today, hasConsole }, db, row, { email, name }, kind)
  const standIn = hasConsole ? await selectStandIn(db, email.toLowerCase(), today()) : undefined
  if (standIn) await mailSupplier({ mail, today, hasConsole }, db, row, standIn, kind)
}

async function mailSupplier(
  { mail, today, hasConsole }: Pick<SupplierMailDeps, 'mail' | 'today'> & { hasConsole: boolean },
  db: Db,
  row: RequestRow,
  { email, name }: { email: string; name: string },
  kind: 'requestMade' | 'messageCorrected',
): Promise<void> {
  const isStaff = hasConsole && (await mayAnswerInConsole(db, email.toLowerCase(), row.accountId, today()))
  await mail.send(db, {
    kind,
    to: { email, name },
    values: {
      request: mailedKind(row),
      type: row.type,
      number: row.number,
      account: row.accountName === row.account ? row.account : `${row.accountName} (${row.account})`,
      asker: row.madeByName,
      email: row.madeByEmail,
      id: row.id,
    },
    said: row.content,
    conversation: row.id,
    replyTo: { email: row.madeByEmail, name: row.madeByName },
    ...(isStaff ? { path: `/console/requests/${row.id}` } : {}),
  })
}

/**
 * Mails what the supplier answered or asked back to the person who made the request, to those who wrote about it and to
 * those who follow its document, and notifies the members who may see it. The notice has the time of the message, so that
 * whoever has read the message has read the notice.
 */
export async function notifyCustomer(
  { mail, newId }: Pick<SupplierMailDeps, 'mail'> & { newId: () => string },
  db: Db,
  row: RequestRow,
  { state, text, at }: { state: AnswerOutcome; text: string | undefined; at: Date },
): Promise<void> {
  const { accountId, type, number, madeById } = row
  const document = documentOf(row)
  const asker = { userId: madeById, email: row.madeByEmail, name: row.madeByName }
  const concerned = [asker, ...(await selectOthersConcerned(db, row))]
  for (const recipient of concerned) await mailAnswer(mail, db, row, recipient, { state, text })
  const answered = { kind: state === 'asked' ? 'messages.asked' : 'messages.answered', accountId } as const
  const deps = { now: at.toISOString(), newId }
  if (document) return createMessageNotice(db, { ...answered, ...document, readers: 'members' }, deps)
  const readers = concerned.map(({ userId }) => userId)
  await createMessageNotice(
    db,
    { ...answered, type: type === 'account' ? 'account' : 'enquiry', number, readers },
    deps,
  )
}

/** The document on whose page a request is shown; undefined: it is shown on a page of its own. */
function documentOf(row: RequestRow): { type: DocumentType; number: string } | undefined {
  const number = shownOn(row)
  return row.type === 'account' || isPortalNumber(number) ? undefined : { type: row.type, number }
}

/** Mails an answer to one person. */
export async function mailAnswer(
  mail: Outbox<Db>,
  db: Db,
  row: RequestRow,
  { userId, email, name }: { userId: string; email: string; name: string },
  { state, text }: { state: AnswerOutcome; text: string | undefined },
): Promise<void> {
  const { accountId, type, number } = row
  const document = documentOf(row)
  await mail.send(db, {
    kind: 'requestAnswered',
    to: { email, name },
    reader: {
      accountId,
      userId,
      ...(type === 'account' ? {} : { type }),
      ...(document ? { number: document.number } : {}),
    },
    values: {
      ...{ request: mailedKind(row), type, number, state },
      words: text?.slice(0, maxAnswerLength) ?? 'none',
    },
    conversation: row.id,
    path: document
      ? `/${type}/${encodeURIComponent(document.number)}${state === 'asked' ? '?act=reply' : ''}`
      : `/profile/requests${type === 'account' ? '?conversations=true' : ''}`,
  })
}

/** What a request is called in mails: an enquiry that wants the goods is an order. */
const mailedKind = ({ kind, content }: RequestRow) =>
  kind === 'enquire' && content.wanted === 'order' ? 'order' : kind

/** The number of the document on whose page a request is shown: of a remittance advice the first that it names. */
function shownOn({ kind, number, content }: RequestRow): string {
  const [first] = kind === 'adviseRemittance' ? (content.invoices as { number: string }[]) : []
  return first?.number ?? number
}
