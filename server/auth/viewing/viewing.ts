import type { Pool } from 'pg'
import type { SignedInStaff, Staff } from '#contract/console/staff.ts'
import { type StartedViewing, type ViewablePerson, viewingMinutes } from '#contract/console/viewing.ts'
import { notFound } from '#contract/errors.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import { calendarDate } from '#contract/values/dates.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import { seenSince } from '../staff/sessions.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import {
  findViewing,
  insertViewing,
  isLasting,
  type PersonRow,
  searchPeople,
  selectPerson,
  setViewingEnded,
} from './queries.ts'

export type ViewingDeps = { consolePool: Pool; db: Pool; clock: () => Date; newId: () => string; random: RandomBytes }

const mostPeople = 20
const mostWords = 6
/** Tells the token of a viewing from every other, at first sight. */
const prefix = 'viewing.'

/** The people whose portal a member of staff may see: by words, or one person; nobody without either. */
export async function listViewablePeople(
  { consolePool }: Pick<ViewingDeps, 'consolePool'>,
  { staffId }: Staff,
  { text, person }: { text?: string | undefined; person?: string | undefined },
): Promise<ViewablePerson[]> {
  if (person !== undefined) {
    return (await selectPerson(consolePool, staffId, { person, account: null }, mostPeople)).map(toPerson)
  }
  const words = (text ?? '').normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)
  return words.length === 0 ? [] : (await searchPeople(consolePool, staffId, words, mostPeople)).map(toPerson)
}

function toPerson({ id, name, email, role, accountNumber, accountName }: PersonRow): ViewablePerson {
  return { ...{ id, name, email, role: roleOf(role) }, account: { number: accountNumber, name: accountName } }
}

/** The table's check constraint allows only the roles of the contract. */
function roleOf(text: string): Role {
  if (!isRole(text)) throw new TypeError(`${text} is no role`)
  return text
}

/**
 * Lets a member of staff see the portal as a member of an account sees it, for half an hour. Throws not_found when they
 * may not see the account, or when the person is not in it.
 */
export async function startViewing(
  deps: ViewingDeps,
  staff: SignedInStaff,
  wanted: { person: string; account: string; reason: string },
  caller: Caller,
): Promise<StartedViewing> {
  const [person] = await selectPerson(deps.consolePool, staff.staffId, wanted, 1)
  if (!person) throw notFound()
  const { token, hash } = newMailedToken(deps.random)
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + viewingMinutes * 60_000)
  const id = deps.newId()
  const reason = wanted.reason.trim()
  const { accountId } = person
  const { staffId, sessionId: staffSessionId } = staff
  await withTransaction(deps.db, async (db) => {
    await insertViewing(db, { accountId, id, staffId, staffSessionId, userId: person.id, hash, reason, now, expiresAt })
    const details = { viewing: id, person: person.id, reason, until: expiresAt.toISOString() }
    await record(deps, db, { action: 'viewing_started', caller, staffId, accountId, details })
  })
  const account = { number: person.accountNumber, name: person.accountName }
  return { id, token: `${prefix}${token}`, person: person.name, account, until: expiresAt.toISOString() }
}

/** Ends a viewing. Throws not_found when it is none of this member's that still lasts. */
export function endViewing(
  deps: Pick<ViewingDeps, 'db' | 'clock' | 'newId'>,
  { staffId }: Staff,
  id: string,
  caller: Caller,
): Promise<void> {
  return withTransaction(deps.db, async (db) => {
    const ended = await setViewingEnded(db, staffId, id, deps.clock())
    if (!ended) throw notFound()
    const details = { viewing: id, person: ended.userId }
    await record(deps, db, { action: 'viewing_ended', caller, staffId, accountId: ended.accountId, details })
  })
}

/** Whether a token is one of a viewing. */
export const isViewingToken = (token: string): boolean => token.startsWith(prefix)

/**
 * The member as whom the holder of a viewing's token sees the portal; undefined when it has ended. Looked up for each
 * call: whoever is disabled, signed out or loses the account sees nothing from then on, on every server.
 */
export async function readViewingToken({ db, clock }: Pick<ViewingDeps, 'db' | 'clock'>, token: string) {
  const hash = mailedTokenHash(token.slice(prefix.length))
  const now = clock()
  const found = hash && (await findViewing(db, hash, { now, seenSince: seenSince(now), today: calendarDate(now) }))
  if (!found) return undefined
  const { id: sessionId, staffId, userId, accountId, role } = found
  return { userId, sessionId, accountId, role: roleOf(role), viewedBy: { staffId } }
}

/** Whether a viewing still lasts, for what is being sent by it. */
export function isViewingOn({ db, clock }: Pick<ViewingDeps, 'db' | 'clock'>, viewer: Viewer): Promise<boolean> {
  const now = clock()
  const { sessionId: id, accountId, role } = viewer
  return isLasting(db, { id, accountId, role }, { now, seenSince: seenSince(now), today: calendarDate(now) })
}
