import type { Identity } from '../../contract/sign-on.ts'
import type { Db } from './queries.ts'

/** What an invited person takes along: the hash of the invitation's token, and the terms that they have agreed to. */
export type InvitationConsent = { invitation: Buffer; terms: string }
export type AuthorizationRequest = { userId: string | null; remembered: boolean; invited: InvitationConsent | null }

/** Writes that somebody was sent to the identity provider. */
export async function insertAuthorizationRequest(
  db: Db,
  request: AuthorizationRequest & { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into sign_on_trips (hash, user_id, remembered, expires_at, invitation, terms)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      request.hash,
      request.userId,
      request.remembered,
      request.expiresAt,
      request.invited?.invitation ?? null,
      request.invited?.terms ?? null,
    ],
  )
}

/** Ends a trip: of several who come back at the same moment one gets it. */
export async function consumeAuthorizationRequest(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<AuthorizationRequest | undefined> {
  const { rows } = await db.query<
    Omit<AuthorizationRequest, 'invited'> & { invitation: Buffer | null; terms: string | null }
  >(
    `delete from sign_on_trips where hash = $1 and expires_at > $2
     returning user_id as "userId", remembered, invitation, terms`,
    [hash, now],
  )
  const [row] = rows
  if (!row) return undefined
  const { invitation, terms, ...request } = row
  return { ...request, invited: invitation === null || terms === null ? null : { invitation, terms } }
}

/** Who somebody at an identity provider is here; undefined when they are not linked. */
export async function findIdentity(
  db: Db,
  issuer: string,
  subject: string,
): Promise<{ id: string; userId: string } | undefined> {
  const { rows } = await db.query<{ id: string; userId: string }>(
    'select id, user_id as "userId" from identities where issuer = $1 and subject = $2',
    [issuer, subject],
  )
  return rows[0]
}

export type NewIdentity = {
  id: string
  userId: string
  issuer: string
  subject: string
  email: string | null
  now: Date
}

/** Links somebody at an identity provider; false when either of the two is linked to another there. */
export async function insertIdentity(db: Db, identity: NewIdentity): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into identities (id, user_id, issuer, subject, email, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [identity.id, identity.userId, identity.issuer, identity.subject, identity.email, identity.now],
  )
  return rowCount === 1
}

/** Notes that somebody has signed in by their identity provider. */
export async function noteIdentityUse(db: Db, id: string, now: Date): Promise<void> {
  await db.query('update identities set last_used_at = $2 where id = $1', [id, now])
}

/** The links of a person, the oldest first. */
export async function selectIdentities(db: Db, userId: string): Promise<Identity[]> {
  const { rows } = await db.query<Identity>(
    `select id, issuer, email, created_at as since, last_used_at as "lastUsed"
     from identities where user_id = $1 order by id`,
    [userId],
  )
  return rows
}

/** Unlinks; whether the link was one of this person's. */
export async function deleteIdentity(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from identities where user_id = $1 and id = $2', [userId, id])
  return rowCount === 1
}
