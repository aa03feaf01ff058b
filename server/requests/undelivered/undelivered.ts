import type { Pool } from 'pg'
import type { InboxRequest } from '#contract/console/inbox.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { AnswerOutcome } from '#contract/requests/conversation-rules.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { type InboxDeps, requireVisible, showRequestToStaff } from '../inbox/inbox.ts'
import { notifyConsole } from '../inbox/queries.ts'
import { mailAnswer } from '../request-mails.ts'
import { selectRequestForSupplier } from '../supplier-queries.ts'
import { deleteUndelivered, selectPeople, type UndeliveredAnswer, upsertUndelivered } from './queries.ts'

/** What becomes of the mails of answers, as the delivery of mails and the reading of replies tell it. */
export type AnswerDelivery = {
  refused: (answer: UndeliveredAnswer) => Promise<void>
  arrived: (answer: Pick<UndeliveredAnswer, 'request' | 'userId'>) => Promise<void>
}

/** Keeps which mails of answers did not arrive, until one does, and tells the console. */
export function answerDelivery({ db, clock }: { db: Pool; clock: () => Date }): AnswerDelivery {
  return {
    refused: async (answer) => {
      if (await upsertUndelivered(db, answer, clock())) await notifyConsole(db)
    },
    arrived: async ({ request, userId }) => {
      if ((await deleteUndelivered(db, request, userId)).length > 0) await notifyConsole(db)
    },
  }
}

type Act = { request: string; caller: Caller }

/**
 * Mails the last answer again to those whom it did not reach, at their addresses of now. Throws not_found for a request that
 * the member of staff may not see, conflict when nothing is to be sent again.
 */
export async function mailAgainAsStaff(deps: InboxDeps, staff: Staff, { request, caller }: Act): Promise<InboxRequest> {
  const accountId = await requireVisible(deps, staff, request)
  await withTransaction(deps.db, async (db) => {
    const row = await selectRequestForSupplier(db, request)
    if (!row) throw notFound()
    const answer = row.messages.findLast(({ side }) => side === 'supplier')
    const people = await deleteUndelivered(db, request, null)
    if (!answer || people.length === 0) throw nothingUndelivered()
    const state = (answer.outcome ?? 'answered') as AnswerOutcome
    const recipients = await selectPeople(
      db,
      people.map(({ userId }) => userId),
    )
    for (const recipient of recipients)
      await mailAnswer(deps.mail, db, row, recipient, { state, text: answer.text ?? undefined })
    await noteAct(deps, db, 'answer_mailed_again', { accountId, request, caller, staff })
  })
  return showRequestToStaff(deps, staff, request)
}

/** Notes that somebody has dealt with answers that did not arrive. Throws not_found, conflict when there is none. */
export async function dismissUndelivered(
  deps: InboxDeps,
  staff: Staff,
  { request, caller }: Act,
): Promise<InboxRequest> {
  const accountId = await requireVisible(deps, staff, request)
  await withTransaction(deps.db, async (db) => {
    if ((await deleteUndelivered(db, request, null)).length === 0) throw nothingUndelivered()
    await noteAct(deps, db, 'undelivered_answer_dismissed', { accountId, request, caller, staff })
  })
  return showRequestToStaff(deps, staff, request)
}

const nothingUndelivered = () => new PortalError('conflict', translatable('inbox.undelivered.none'))

async function noteAct(
  deps: Pick<InboxDeps, 'clock' | 'newId'>,
  db: Db,
  action: 'answer_mailed_again' | 'undelivered_answer_dismissed',
  { accountId, request, caller, staff }: Act & { accountId: string; staff: Staff },
): Promise<void> {
  await record(deps, db, { action, caller, staffId: staff.staffId, accountId, details: { request } })
  await notifyConsole(db)
}
