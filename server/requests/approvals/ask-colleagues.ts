import { PortalError, translatable } from '#contract/errors.ts'
import { colleagueName } from '#contract/requests/mentions.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#database/transaction.ts'
import { createMessageNotice } from '#server/notifications/announce.ts'
import { selectColleagues, withSharedNames } from '../colleagues.ts'
import { type AskedPerson, insertApprovals, selectStandingApprovals } from './queries.ts'

type Person = Pick<Viewer, 'accountId' | 'userId'>

/**
 * The colleagues whom a request for approval names. Throws invalid_input when one of them does not see the quote and its
 * prices, conflict when all of them are asked already and have not answered.
 */
export async function approversOf(
  db: Db,
  viewer: Person,
  number: string,
  content: Record<string, unknown>,
): Promise<AskedPerson[]> {
  const ids = content.approvers as string[]
  const colleagues = await selectColleagues(db, viewer, 'quotes', { seePrices: true })
  const people = withSharedNames(colleagues)
    .filter(({ id }) => ids.includes(id))
    .map((one) => ({ id: one.id, name: colleagueName(one) }))
  if (people.length < ids.length) fail('invalid_input', 'request.approvers')
  const standing = await selectStandingApprovals(db, viewer.accountId, number)
  const asked = new Set(standing.filter(({ decision }) => decision === null).map(({ userId }) => userId))
  if (people.every(({ id }) => asked.has(id))) fail('conflict', 'request.approversAsked')
  return people.filter(({ id }) => !asked.has(id))
}

function fail(code: 'invalid_input' | 'conflict', key: 'request.approvers' | 'request.approversAsked'): never {
  const message = translatable(key)
  throw new PortalError(code, message, { errors: [{ field: 'approvers', message }] })
}

/** Stores whom a request asks, and notifies them. */
export async function askColleagues(
  deps: { newId: () => string },
  db: Db,
  { accountId, request, number, at }: { accountId: string; request: string; number: string; at: Date },
  people: readonly AskedPerson[],
): Promise<void> {
  await insertApprovals(db, { accountId, request }, people)
  await createMessageNotice(
    db,
    { kind: 'quotes.approvalAsked', accountId, type: 'quotes', number, readers: people.map(({ id }) => id) },
    { now: at.toISOString(), newId: deps.newId },
  )
}
