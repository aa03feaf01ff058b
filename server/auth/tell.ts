import type { Language } from '../../contract/languages.ts'
import type { Mail } from '../../contract/mail.ts'
import type { Place } from '../../contract/places.ts'
import { announceOwn } from '../notifications/announce.ts'
import { findPerson } from './password-queries.ts'
import type { Db } from './queries.ts'

/** Where a person sees and changes how they sign in. */
const page = '/profile/security'

type TellDeps = { mail: Mail<Db>; clock: () => Date; newId: () => string }

/** What may change in how a person signs in; the words stand with the mails. */
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

/** Writes to a person that how they sign in was changed: by whom but them should they hear it? */
export async function tellOfSignIn(deps: TellDeps, db: Db, userId: string, change: SignInChange): Promise<void> {
  const person = await findPerson(db, userId)
  if (!person) return
  await deps.mail.send(db, {
    kind: 'signInChanged',
    to: { email: person.email, name: person.name },
    values: { change, when: deps.clock().toISOString() },
    path: page,
  })
  await announceOwn(db, userId, { kind: 'security.secondFactor' }, saidBy(deps))
}

const saidBy = ({ clock, newId }: TellDeps) => ({ now: clock().toISOString(), newId })

/** Writes to a person that they signed in on a device that they had not used before. */
export async function tellOfDevice(
  deps: TellDeps,
  db: Db,
  userId: string,
  from: { device: string | null; network: string | null; place: Place | null; language: Language | undefined },
): Promise<void> {
  const person = await findPerson(db, userId)
  if (!person) return
  await deps.mail.send(db, {
    kind: 'newDevice',
    to: { email: person.email, name: person.name },
    values: {
      device: from.device ?? 'unknown',
      network: from.network ?? 'unknown',
      city: from.place?.city ?? 'unknown',
      country: from.place?.country ?? 'unknown',
      when: deps.clock().toISOString(),
    },
    path: page,
    language: from.language,
  })
  const details = from.device === null ? {} : { device: from.device }
  await announceOwn(db, userId, { kind: 'security.newDevice', details }, saidBy(deps))
}

/** Tells a person in the portal too that their password was changed; who changes it writes the mail. */
export async function announcePassword(deps: TellDeps, db: Db, userId: string): Promise<void> {
  await announceOwn(db, userId, { kind: 'security.password' }, saidBy(deps))
}

/** Mails a code. */
export async function mailCode(
  deps: TellDeps,
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
