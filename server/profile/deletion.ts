import type { Pool } from 'pg'
import { notFound } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { actOn, type Caller, operator, record } from '../audit/record.ts'
import {
  anonymisePerson,
  deleteOwnAccountData,
  findUserId,
  selectAccounts,
  updateDeletionRequest,
} from './person-queries.ts'

export type DeletionDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  mail: Outbox<Db>
  /** The address that receives deletion requests; without it the operator sees them on the command line only. */
  supportEmail: string | undefined
}

/** Records that a person wants to be deleted, and informs the operator; only once, however often they ask. */
export async function requestDeletion(
  deps: DeletionDeps,
  { userId, accountId }: { userId: string; accountId: string },
  { note, caller }: { note: string | undefined; caller: Caller },
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const trimmedNote = note?.trim() || null
    const person = await updateDeletionRequest(db, userId, { at: deps.clock(), note: trimmedNote })
    if (!person) return
    await record(deps, db, { action: 'deletion_asked', caller, userId, accountId })
    if (deps.supportEmail === undefined) return
    await deps.mail.send(db, {
      kind: 'deletionAsked',
      to: { email: deps.supportEmail, name: '' },
      values: { asker: person.name, email: person.email, words: trimmedNote ?? '–' },
      replyTo: person,
    })
  })
}

/** Withdraws a person's deletion request. */
export async function cancelDeletionRequest(
  deps: Pick<DeletionDeps, 'db' | 'clock' | 'newId'>,
  { userId, accountId }: { userId: string; accountId: string },
  caller: Caller,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await updateDeletionRequest(db, userId, null))) return
    await record(deps, db, { action: 'deletion_taken_back', caller, userId, accountId })
  })
}

/**
 * Deletes a person: their sign-in, saved views, picture and mails. Of the person only an id without a name stays.
 * Documents, and the requests that they sent for their company, stay with the company. Throws not_found.
 */
export async function erasePerson(
  deps: Pick<DeletionDeps, 'db' | 'clock' | 'newId'>,
  address: string,
  actor = operator,
): Promise<void> {
  const email = address.normalize('NFC').trim().toLowerCase()
  const userId = await findUserId(deps.db, email)
  if (userId !== undefined) {
    for (const { id } of await selectAccounts(deps.db, userId)) await deleteOwnAccountData(deps.db, userId, id)
  }
  const erased = await anonymisePerson(deps.db, email, deps.clock(), (db, id) =>
    record(deps, db, { action: 'user_erased', ...actOn(actor, id) }),
  )
  if (erased === undefined) throw notFound()
}
