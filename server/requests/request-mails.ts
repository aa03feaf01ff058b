import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { createAnswerNotice } from '../notifications/announce.ts'
import type { RequestRow } from './queries.ts'

/** How the supplier gets requests by mail. */
export type SupplierMailDeps = { mail: Outbox<Db>; supportEmail: string | undefined }

/** The longest answer in a mail, in characters; the portal and the API have all of it. */
const maxAnswerLength = 1500

/**
 * Mails a request to the salesperson of its document, else to the support address; does nothing when there is neither.
 */
export async function notifySupplier(
  { mail, supportEmail }: SupplierMailDeps,
  db: Db,
  row: RequestRow,
  salesperson: { name?: string; email?: string } | null,
): Promise<void> {
  const email = salesperson?.email ?? supportEmail
  if (email === undefined) return
  const name = salesperson?.email === undefined ? '' : (salesperson.name ?? '')
  await mail.send(db, {
    kind: 'requestMade',
    to: { email, name },
    values: {
      request: row.kind,
      type: row.type,
      number: row.number,
      account: row.account,
      asker: row.madeByName,
      email: row.madeByEmail,
      id: row.id,
    },
    said: row.content,
    replyTo: { email: row.madeByEmail, name: row.madeByName },
  })
}

/**
 * Mails the supplier's answer to the person who made the request, and notifies the members who may see its document.
 */
export async function notifyCustomer(
  { mail, clock, newId }: Pick<SupplierMailDeps, 'mail'> & { clock: () => Date; newId: () => string },
  db: Db,
  row: RequestRow,
): Promise<void> {
  const { accountId, type, kind, madeById } = row
  const documentNumber = shownOn(row)
  await mail.send(db, {
    kind: 'requestAnswered',
    to: { email: row.madeByEmail, name: row.madeByName },
    // An enquiry has no document.
    reader: { accountId, userId: madeById, type, ...(kind === 'enquire' ? {} : { number: documentNumber }) },
    values: {
      request: row.kind,
      type: row.type,
      number: row.number,
      state: row.state,
      words: row.answer?.slice(0, maxAnswerLength) ?? 'none',
    },
    path: kind === 'enquire' ? '/profile/requests' : `/${type}/${encodeURIComponent(documentNumber)}`,
  })
  const enquirer = kind === 'enquire' ? madeById : undefined
  await createAnswerNotice(
    db,
    { accountId, type, number: documentNumber, enquirer },
    { now: clock().toISOString(), newId },
  )
}

/** The number of the document on whose page a request is shown: of a remittance advice the first that it names. */
function shownOn({ kind, number, content }: RequestRow): string {
  const [first] = kind === 'adviseRemittance' ? (content.invoices as { number: string }[]) : []
  return first?.number ?? number
}
