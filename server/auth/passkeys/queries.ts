import type { Db } from '#database/transaction.ts'

/** Writes a challenge: for one user to make a passkey, or with null for anybody to sign in. */
export async function insertPasskeyChallenge(
  db: Db,
  challenge: { hash: Buffer; userId: string | null; expiresAt: Date },
): Promise<void> {
  await db.query({
    name: 'passkey-insert-challenge',
    text: 'insert into passkey_challenges (hash, user_id, expires_at) values ($1, $2, $3)',
    values: [challenge.hash, challenge.userId, challenge.expiresAt],
  })
}

/** Uses up a challenge. Of several calls at the same moment only one returns true. */
export async function consumePasskeyChallenge(
  db: Db,
  challenge: { hash: Buffer; userId: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'passkey-spend-challenge',
    text: `delete from passkey_challenges
      where hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3`,
    values: [challenge.hash, challenge.userId, challenge.now],
  })
  return rowCount === 1
}

export type PasskeyRow = {
  id: string
  userId: string
  credential: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  since: string
  lastUsed: string | null
  synced: boolean
}

const columns = `id, user_id as "userId", credential, public_key as "publicKey", counter::float8 as counter, transports,
  name, created_at as since, last_used_at as "lastUsed", backed_up as synced`

/** The passkey with this credential id, of any user. */
export async function findPasskey(db: Db, credential: Buffer): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'passkey-find',
    text: `select ${columns} from passkeys where credential = $1`,
    values: [credential],
  })
  return rows[0]
}

/** The passkeys of a person, the oldest first. */
export async function selectPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(`select ${columns} from passkeys where user_id = $1 order by id`, [
    userId,
  ])
  return rows
}

export type NewPasskey = Omit<PasskeyRow, 'since' | 'lastUsed'> & { now: Date }

/** Writes a passkey. Returns false when its credential exists already. */
export async function insertPasskey(db: Db, key: NewPasskey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into passkeys (id, user_id, credential, public_key, counter, transports, name, backed_up, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential) do nothing`,
    [key.id, key.userId, key.credential, key.publicKey, key.counter, key.transports, key.name, key.synced, key.now],
  )
  return rowCount === 1
}

/** Locks a person until the end of the transaction, so that their passkeys are added one after the other. */
export async function lockPasskeyOwner(db: Db, userId: string): Promise<void> {
  await db.query('select from users where id = $1 for no key update', [userId])
}

/** Records that a passkey was used. */
export async function notePasskeyUse(
  db: Db,
  use: { id: string; counter: number; synced: boolean; now: Date },
): Promise<void> {
  await db.query({
    name: 'passkey-note-use',
    text: 'update passkeys set counter = greatest(counter, $2), backed_up = $3, last_used_at = $4 where id = $1',
    values: [use.id, use.counter, use.synced, use.now],
  })
}

/** Renames a passkey. Returns whether it is one of this person's. */
export async function setPasskeyName(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('update passkeys set name = $3 where user_id = $1 and id = $2', [
    userId,
    id,
    name,
  ])
  return rowCount === 1
}

/** Deletes a passkey. Returns its name, or undefined when it is not one of this person's. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    'delete from passkeys where user_id = $1 and id = $2 returning name',
    [userId, id],
  )
  return rows[0]?.name
}
