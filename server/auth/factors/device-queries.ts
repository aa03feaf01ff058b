import type { Db } from '#database/transaction.ts'

export type NewDevice = {
  id: string
  userId: string
  hash: Buffer
  now: Date
  expiresAt: Date
  userAgent: string | null
  addressPrefix: string | null
}

/** Writes a trusted device. */
export async function insertDevice(db: Db, device: NewDevice): Promise<void> {
  await db.query(
    `insert into trusted_devices (id, user_id, hash, created_at, last_used_at, expires_at, user_agent, address_prefix)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [device.id, device.userId, device.hash, device.now, device.expiresAt, device.userAgent, device.addressPrefix],
  )
}

/** Whether a device is trusted for a person; also records that it was used. */
export async function noteDeviceUse(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'device-use',
    text: 'update trusted_devices set last_used_at = $3 where user_id = $1 and hash = $2 and expires_at > $3',
    values: [userId, hash, now],
  })
  return rowCount === 1
}

/** The id of the device with this hash, when the person with this e-mail trusts it. */
export async function findTrustedDeviceId(db: Db, email: string, hash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'device-of-email',
    text: `select d.id from trusted_devices d join users u on u.id = d.user_id
      where d.hash = $2 and u.email = $1 and d.expires_at > $3`,
    values: [email, hash, now],
  })
  return rows[0]?.id
}

export type DeviceRow = {
  id: string
  userAgent: string | null
  network: string | null
  since: string
  lastUsed: string
  until: string
}

/** The devices that a person trusts, the most recently used first. */
export async function selectDevices(db: Db, userId: string, now: Date): Promise<DeviceRow[]> {
  const { rows } = await db.query<DeviceRow>(
    `select id, user_agent as "userAgent", address_prefix as network, created_at as since,
       last_used_at as "lastUsed", expires_at as until
     from trusted_devices where user_id = $1 and expires_at > $2 order by last_used_at desc, id`,
    [userId, now],
  )
  return rows
}

/** Deletes a trusted device. Returns whether it was one of this person's. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from trusted_devices where user_id = $1 and id = $2', [userId, id])
  return rowCount === 1
}

/** Deletes all trusted devices of a person. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await db.query('delete from trusted_devices where user_id = $1', [userId])
}
