import type { Db } from '#database/transaction.ts'

/** Writes a challenge: for one member of staff to make a passkey, or with null for anybody to sign in. */
export async function insertStaffChallenge(
  db: Db,
  challenge: { hash: Buffer; owner: string | null; expiresAt: Date },
): Promise<void> {
  await db.query({
    name: 'staff-passkey-insert-challenge',
    text: 'insert into staff_passkey_challenges (hash, owner, expires_at) values ($1, $2, $3)',
    values: [challenge.hash, challenge.owner, challenge.expiresAt],
  })
}

/** Uses up a challenge. Of several calls at the same moment only one returns true. */
export async function consumeStaffChallenge(
  db: Db,
  challenge: { hash: Buffer; owner: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'staff-passkey-spend-challenge',
    text: `delete from staff_passkey_challenges
      where hash = $1 and owner is not distinct from $2::uuid and expires_at > $3`,
    values: [challenge.hash, challenge.owner, challenge.now],
  })
  return rowCount === 1
}

export type StaffPasskeyRow = {
  id: string
  owner: string
  credential: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  since: string
  lastUsed: string | null
  synced: boolean
}

const columns = `id, staff_id as owner, credential, public_key as "publicKey", counter::float8 as counter, transports,
  name, created_at as since, last_used_at as "lastUsed", backed_up as synced`

/** The passkey of staff with this credential id. */
export async function findStaffPasskey(db: Db, credential: Buffer): Promise<StaffPasskeyRow | undefined> {
  const { rows } = await db.query<StaffPasskeyRow>({
    name: 'staff-passkey-find',
    text: `select ${columns} from staff_passkeys where credential = $1`,
    values: [credential],
  })
  return rows[0]
}

/** The passkeys of a member of staff, the oldest first. */
export async function selectStaffPasskeys(db: Db, staffId: string): Promise<StaffPasskeyRow[]> {
  const { rows } = await db.query<StaffPasskeyRow>(
    `select ${columns} from staff_passkeys where staff_id = $1 order by id`,
    [staffId],
  )
  return rows
}

export type NewStaffPasskey = Omit<StaffPasskeyRow, 'since' | 'lastUsed'> & { now: Date }

/** Writes a passkey. Returns false when its credential exists already. */
export async function insertStaffPasskey(db: Db, key: NewStaffPasskey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into staff_passkeys (id, staff_id, credential, public_key, counter, transports, name, backed_up, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential) do nothing`,
    [key.id, key.owner, key.credential, key.publicKey, key.counter, key.transports, key.name, key.synced, key.now],
  )
  return rowCount === 1
}

/** Records that a passkey was used. */
export async function noteStaffPasskeyUse(
  db: Db,
  use: { id: string; counter: number; synced: boolean; now: Date },
): Promise<void> {
  await db.query({
    name: 'staff-passkey-note-use',
    text: 'update staff_passkeys set counter = greatest(counter, $2), backed_up = $3, last_used_at = $4 where id = $1',
    values: [use.id, use.counter, use.synced, use.now],
  })
}

/** Renames a passkey. Returns whether it is one of this member's. */
export async function setStaffPasskeyName(
  db: Db,
  staffId: string,
  id: string,
  name: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ before: string }>(
    `update staff_passkeys k set name = $3 from (select id, name from staff_passkeys where staff_id = $1 and id = $2 for update) b
      where k.id = b.id returning b.name as before`,
    [staffId, id, name],
  )
  return rows[0]?.before
}

/** Deletes a passkey. Returns whether it was one of this member's. */
export async function deleteStaffPasskey(db: Db, staffId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from staff_passkeys where staff_id = $1 and id = $2', [staffId, id])
  return rowCount === 1
}

/** Deletes all by which a member of staff signs in, here and at the identity provider. */
export async function deleteStaffFactors(db: Db, staffId: string): Promise<void> {
  await db.query('delete from staff_passkeys where staff_id = $1', [staffId])
  await db.query('delete from staff_credentials where staff_id = $1', [staffId])
  await db.query('delete from staff_identities where staff_id = $1', [staffId])
}
