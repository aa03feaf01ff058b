import type { Db } from '#database/transaction.ts'
import type { Proof } from '../tokens/proof.ts'

export type NewChallenge = {
  hash: Buffer
  userId: string
  proof: Proof
  remembered: boolean
  enrols: boolean
  expiresAt: Date
}

/** Writes a sign-in that waits for its second factor. */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db.query({
    name: 'challenge-insert',
    text: `insert into sign_in_challenges (hash, user_id, proof_by, proof, remembered, enrols, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      challenge.hash,
      challenge.userId,
      challenge.proof.by,
      challenge.proof.key,
      challenge.remembered,
      challenge.enrols,
      challenge.expiresAt,
    ],
  })
}

export type ChallengeRow = {
  userId: string
  proofBy: Proof['by']
  proof: Buffer
  remembered: boolean
  enrols: boolean
  tries: number
  /** The hash of the mailed code, while the code can be used. */
  codeHash: Buffer | null
  /** The hash of the mailed code that can no longer be used. */
  expiredCodeHash: Buffer | null
}

/**
 * Counts a try at a challenge before its code is checked. Returns undefined when it has expired or has no tries left.
 */
export async function countChallengeTry(
  db: Db,
  hash: Buffer,
  maxTries: number,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const { rows } = await db.query<ChallengeRow>({
    name: 'challenge-try',
    text: `update sign_in_challenges set tries = tries + 1 where hash = $1 and tries < $2 and expires_at > $3
      returning user_id as "userId", proof_by as "proofBy", proof, remembered, enrols, tries,
        case when code_expires_at > $3 then code_hash end as "codeHash",
        case when code_expires_at <= $3 then code_hash end as "expiredCodeHash"`,
    values: [hash, maxTries, now],
  })
  return rows[0]
}

/** The user whose sign-in waits for its second factor. */
export async function selectChallengeUserId(db: Db, hash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'challenge-user',
    text: 'select user_id as "userId" from sign_in_challenges where hash = $1',
    values: [hash],
  })
  return rows[0]?.userId
}

/** Deletes a challenge that has ended. Returns its user; of several calls at the same moment only one. */
export async function deleteEndedChallenge(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'challenge-ended',
    text: 'delete from sign_in_challenges where hash = $1 and expires_at <= $2 returning user_id as "userId"',
    values: [hash, now],
  })
  return rows[0]?.userId
}

/** Deletes a challenge. Of several calls at the same moment only one returns true. */
export async function deleteChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'challenge-end',
    text: 'delete from sign_in_challenges where hash = $1',
    values: [hash],
  })
  return rowCount === 1
}

/**
 * Replaces the mailed code of a challenge. Returns its user, or undefined when no more codes may be sent or none is
 * expected.
 */
export async function replaceMailedCode(
  db: Db,
  code: { challenge: Buffer; hash: Buffer; expiresAt: Date; maxCodes: number; now: Date },
): Promise<{ userId: string } | undefined> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'challenge-put-code',
    text: `update sign_in_challenges c set code_hash = $2, code_expires_at = $3, codes_sent = codes_sent + 1
      where hash = $1 and codes_sent < $4 and expires_at > $5
        and (enrols or exists (select from second_factors f where f.user_id = c.user_id and f.method = 'email'))
      returning user_id as "userId"`,
    values: [code.challenge, code.hash, code.expiresAt, code.maxCodes, code.now],
  })
  return rows[0]
}

/** Uses up a mailed code. Returns false when another was sent since or it was used already. */
export async function consumeMailedCode(db: Db, challenge: Buffer, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'challenge-use-code',
    text: 'update sign_in_challenges set code_hash = null where hash = $1 and code_hash = $2',
    values: [challenge, codeHash],
  })
  return rowCount === 1
}

/** Voids the codes that were mailed to a person, for sign-ins and for e-mail as a second factor. */
export async function voidMailedCodes(db: Db, userId: string): Promise<void> {
  await db.query('update sign_in_challenges set code_hash = null where user_id = $1 and code_hash is not null', [
    userId,
  ])
  await db.query(`delete from factor_enrolments where user_id = $1 and method = 'email'`, [userId])
}

/** Deletes expired sign-in attempts, enrolments and trusted devices from their tables. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const table of [
    'sign_in_challenges',
    'factor_enrolments',
    'trusted_devices',
    'passkey_challenges',
    'sign_on_attempts',
  ]) {
    await db.query(`delete from ${table} where expires_at < $1`, [now])
  }
}
