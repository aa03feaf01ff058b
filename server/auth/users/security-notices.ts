import type { NetworkLocation } from '#contract/geolocation.ts'
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import { createPersonalNotices } from '#server/notifications/announce.ts'
import { findPerson } from './queries.ts'

/** The page where a person sees and changes how they sign in. */
const securityPage = '/profile/security'

type SecurityNoticeDeps = { mail: Outbox<Db>; clock: () => Date; newId: () => string }

/** The changes to sign-in that a person is informed of; the mail catalogue has their texts. */
export type SignInChange =
  | 'appAdded'
  | 'appRemoved'
  | 'emailAdded'
  | 'emailRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'identityLinked'
  | 'identityRemoved'
  | 'factorsReset'

/** Informs a person by mail that their way to sign in was changed, in case it was not them. */
export async function notifySignInChanged(
  deps: SecurityNoticeDeps,
  db: Db,
  userId: string,
  change: SignInChange,
): Promise<void> {
  const person = await findPerson(db, userId)
  if (!person) return
  await deps.mail.send(db, {
    kind: 'signInChanged',
    to: { email: person.email, name: person.name },
    values: { change, when: deps.clock().toISOString() },
    path: securityPage,
  })
  await createPersonalNotices(db, userId, { kind: 'security.secondFactor' }, noticeContext(deps))
}

const noticeContext = ({ clock, newId }: SecurityNoticeDeps) => ({ now: clock().toISOString(), newId })

/** Informs a person by mail that they signed in on a device that they had not used before. */
export async function notifyNewDevice(
  deps: SecurityNoticeDeps,
  db: Db,
  userId: string,
  signIn: {
    device: string | null
    network: string | null
    place: NetworkLocation | null
    language: Language | undefined
  },
): Promise<void> {
  const person = await findPerson(db, userId)
  if (!person) return
  await deps.mail.send(db, {
    kind: 'newDevice',
    to: { email: person.email, name: person.name },
    values: {
      device: signIn.device ?? 'unknown',
      network: signIn.network ?? 'unknown',
      city: signIn.place?.city ?? 'unknown',
      country: signIn.place?.country ?? 'unknown',
      when: deps.clock().toISOString(),
    },
    path: securityPage,
    language: signIn.language,
  })
  const details = signIn.device === null ? {} : { device: signIn.device }
  await createPersonalNotices(db, userId, { kind: 'security.newDevice', details }, noticeContext(deps))
}

/** Informs a person in the portal that their password was changed; the caller sends the mail. */
export async function insertPasswordNotice(deps: SecurityNoticeDeps, db: Db, userId: string): Promise<void> {
  await createPersonalNotices(db, userId, { kind: 'security.password' }, noticeContext(deps))
}

/** Mails a code to a person. */
export async function mailCode(
  deps: SecurityNoticeDeps,
  db: Db,
  userId: string,
  { code, expiresAt, language }: { code: string; expiresAt: Date; language: Language | undefined },
): Promise<void> {
  const person = await findPerson(db, userId)
  if (!person) return
  await deps.mail.send(db, {
    kind: 'signInCode',
    to: { email: person.email, name: person.name },
    values: { code },
    path: '/',
    language,
    expiresAt,
  })
}
