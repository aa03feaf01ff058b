import type { Identity } from '#contract/auth/sign-on.ts'
import type { Db } from '#database/transaction.ts'

/**
 * What an invited person's authorization request carries: the hash of the invitation's token, and the version of the
 * terms that they agreed to.
 */
export type InvitationConsent = { invitation: Buffer; terms: string }
export type AuthorizationRequest = {
  userId: string | null
  remembered: boolean
  invited: InvitationConsent | null
  /** The other region that says who the person is; null: the identity provider does. */
  region: string | null
}

/** Writes a request that sends a browser to the identity provider. */
export async function insertAuthorizationRequest(
  db: Db,
  request: AuthorizationRequest & { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into sign_on_attempts (hash, user_id, remembered, expires_at, invitation, terms, region)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      request.hash,
      request.userId,
      request.remembered,
      request.expiresAt,
      request.invited?.invitation ?? null,
      request.invited?.terms ?? null,
      request.region,
    ],
  )
}

/** Uses up an authorization request. Of several callbacks at the same moment only one gets it. */
export async function consumeAuthorizationRequest(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<AuthorizationRequest | undefined> {
  const { rows } = await db.query<
    Omit<AuthorizationRequest, 'invited'> & { invitation: Buffer | null; terms: string | null }
  >(
    `delete from sign_on_attempts where hash = $1 and expires_at > $2
     returning user_id as "userId", remembered, invitation, terms, region`,
    [hash, now],
  )
  const [row] = rows
  if (!row) return undefined
  const { invitation, terms, ...request } = row
  return { ...request, invited: invitation === null || terms === null ? null : { invitation, terms } }
}

/** The user linked to an identity at the provider; undefined when none is. */
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

/**
 * Links an identity at the provider to a user. Returns false when the identity or the user is linked to another
 * already.
 */
export async function insertIdentity(db: Db, identity: NewIdentity): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into identities (id, user_id, issuer, subject, email, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [identity.id, identity.userId, identity.issuer, identity.subject, identity.email, identity.now],
  )
  return rowCount === 1
}

/** Records that a linked identity was used to sign in. */
export async function noteIdentityUse(db: Db, id: string, now: Date): Promise<void> {
  await db.query('update identities set last_used_at = $2 where id = $1', [id, now])
}

/** The linked identities of a person, the oldest first. */
export async function selectIdentities(db: Db, userId: string): Promise<Identity[]> {
  const { rows } = await db.query<Identity>(
    `select id, issuer, email, created_at as since, last_used_at as "lastUsed"
     from identities where user_id = $1 order by id`,
    [userId],
  )
  return rows
}

/** Deletes a linked identity. Returns whether it was one of this person's. */
export async function deleteIdentity(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from identities where user_id = $1 and id = $2', [userId, id])
  return rowCount === 1
}
