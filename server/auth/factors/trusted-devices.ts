import { type TrustedDevice, trustedDeviceDays } from '#contract/auth/factors.ts'
import { notFound } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import type { SessionDeps } from '../session/sessions.ts'
import { describeUserAgent } from '../session/user-agent.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { deleteDevice, findTrustedDeviceId, insertDevice, noteDeviceUse, selectDevices } from './device-queries.ts'

const day = 86_400_000

/** Seconds for which the browser keeps the cookie of a trusted device. */
export const deviceCookieAge = trustedDeviceDays * 86_400

/** Trusts the device that a call was made from. Returns the token for its cookie. */
export async function trustDevice(deps: SessionDeps, db: Db, userId: string, caller: Caller): Promise<string> {
  const now = deps.clock()
  const { token, hash } = newMailedToken(deps.random)
  const id = deps.newId()
  const expiresAt = new Date(now.getTime() + trustedDeviceDays * day)
  await insertDevice(db, {
    id,
    userId,
    hash,
    now,
    expiresAt,
    userAgent: caller.userAgent,
    addressPrefix: caller.network,
  })
  await record(deps, db, { action: 'device_trusted', caller, userId, details: { device: id } })
  return token
}

/** Whether a cookie's token is of a device that this person trusts. */
export async function isTrustedDevice(db: Db, userId: string, token: string | undefined, now: Date): Promise<boolean> {
  const hash = token === undefined ? undefined : mailedTokenHash(token)
  return hash !== undefined && (await noteDeviceUse(db, userId, hash, now))
}

/** The id of the trusted device with this token, when the person with this e-mail trusts it. */
export async function findTrustedDevice(db: Db, email: string, token: string | undefined, now: Date) {
  const hash = token === undefined ? undefined : mailedTokenHash(token)
  return hash && findTrustedDeviceId(db, email, hash, now)
}

/** The devices that a person trusts. */
export async function listDevices(deps: SessionDeps, userId: string): Promise<TrustedDevice[]> {
  const rows = await selectDevices(deps.db, userId, deps.clock())
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: describeUserAgent(userAgent),
    place: deps.placeOf(row.network),
  }))
}

/** Deletes a trusted device. Throws not_found. */
export async function removeDevice(deps: SessionDeps, userId: string, id: string, caller: Caller): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await deleteDevice(db, userId, id))) throw notFound()
    await record(deps, db, { action: 'device_forgotten', caller, userId, details: { device: id } })
  })
}
