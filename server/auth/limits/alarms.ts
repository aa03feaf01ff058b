import { PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { findPerson } from '../users/queries.ts'
import { incrementWrongCodes, selectWrongCodeCount, upsertAlarm } from './alarm-queries.ts'

type AlarmDeps = { mail: Outbox<Db>; clock: () => Date }

/** What has happened: a stolen token was used; several wrong codes came in a row; so many that codes are blocked. */
export type Alarm = 'sessionCopied' | 'codesGuessed' | 'codesEnded'

const day = 86_400_000
/** Wrong codes in a row after which the person is warned by mail. */
const alarmThreshold = 10
/**
 * Wrong codes in a row after which codes are blocked: by then an attacker has tried one in ten thousand of the million.
 */
const maxWrongCodes = 100

/**
 * Warns a person by mail that somebody may have a part of their sign-in, at most once a day for each kind of alarm, so
 * that an attacker cannot fill their mailbox.
 */
export async function raiseAlarm({ mail, clock }: AlarmDeps, db: Db, userId: string, alarm: Alarm): Promise<void> {
  const now = clock()
  const since = new Date(now.getTime() - day)
  const person = await findPerson(db, userId)
  if (!person || !(await upsertAlarm(db, { userId, kind: alarm, now, since }))) return
  await mail.send(db, {
    kind: 'signInAlarm',
    to: { email: person.email, name: person.name },
    values: { alarm, when: now.toISOString() },
    path: '/forgotPassword',
  })
}

/**
 * Refuses six-digit codes after a hundred wrong ones in a row. Throws wrong_credentials with the ways that are left.
 */
export async function requireCodesNotBlocked(db: Db, userId: string): Promise<void> {
  if ((await selectWrongCodeCount(db, userId)) < maxWrongCodes) return
  const message = translatable('signIn.codesEnded')
  throw new PortalError('wrong_credentials', message, { errors: [{ field: 'code', message }] })
}

/** Counts a wrong code, and warns the person by mail when there are too many. */
export async function recordWrongCode(deps: AlarmDeps, db: Db, userId: string): Promise<void> {
  const count = await incrementWrongCodes(db, userId)
  if (count === maxWrongCodes) await raiseAlarm(deps, db, userId, 'codesEnded')
  else if (count % alarmThreshold === 0) await raiseAlarm(deps, db, userId, 'codesGuessed')
}
