import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInStaff, Staff } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { notFound, PortalError } from '#contract/errors.ts'
import type { Leniency } from '#contract/ingest/leniency.ts'
import { type KeyScope, requiredScope } from '#contract/key-scopes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type CallerIdentity, recordRefusal } from '../call-audit.ts'
import { requirePermission, requireStaffProof, staffOf } from '../console/staff.ts'
import { requireScope, staffOfKey } from '../console/staff-key.ts'
import { admitViewing } from '../console/viewing.ts'
import { bearerOf, viewerOf } from '../viewer.ts'
import { anonymousPrincipal } from './admission.ts'
import type { Principal } from './lane.ts'
import { laneOf, laneRates } from './lanes.ts'

/* Who makes a call: found, counted, and refused unless they may make it. */

/** An API key that was found by its secret. */
export type IngestKey = {
  id: string
  name: string
  scopes: ReadonlySet<KeyScope>
  /** The row of staff as which it acts in the console; null for a key without a scope of the console. */
  staffId: string | null
  /** The ids of the accounts that it is for; null: all. */
  accountIds: ReadonlySet<string> | null
  source: string
  numberedBy: 'supplier' | 'customer'
  leniency: Leniency | null
}
export type FindKey = (token: string) => Promise<IngestKey | undefined>

/** Throws not_found for an account that a key is not for, as for one that there is none of. */
export function requireAccountOf({ accountIds }: Pick<IngestKey, 'accountIds'>, accountId: string | undefined): void {
  if (accountIds !== null && !(accountId !== undefined && accountIds.has(accountId))) throw notFound()
}

/** Finds who makes a call, as whom it counts, and what its handler gets. */
export type Admit<More> = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ principal: Principal; more: More }> | { principal: Principal; more: More }

/** Admits a call without a sign-in: it counts for its address, unless it has no lane, like health checks. */
export function admitAnonymous(app: FastifyInstance, endpoint: Endpoint): Admit<CallerIdentity> {
  const isCounted = laneOf(endpoint, {}) !== undefined
  return async (request) => {
    const principal = anonymousPrincipal(request)
    if (isCounted) await app.admission.count('stranger', principal.id)
    return { principal, more: {} }
  }
}

/** Admits a call of a signed-in user, and of staff who see the portal as one, as far as they may make it. */
export function admitViewer(app: FastifyInstance, endpoint: Endpoint): Admit<{ viewer: Viewer }> {
  return async (request) => {
    const viewer = await viewerOf(request, app.verifyToken).catch(countStranger(app, request))
    const { viewedBy } = viewer
    // Staff who look take nothing away from the person: they are counted for themselves.
    const id = viewedBy ? `staff ${viewedBy.staffId}` : `person ${viewer.userId}`
    const principal = { id, account: viewer.accountId }
    await app.admission.count('person', principal.id)
    if (viewedBy) await admitViewing(app, endpoint, request, viewer)
    const lane = laneOf(endpoint, request.query)
    const rate = lane && laneRates[lane]
    if (rate) await app.admission.count(rate, principal.id)
    return { principal, more: { viewer } }
  }
}

/** Admits a call of the ERP by an API key that has the call's scope. */
export function admitIngest(app: FastifyInstance, endpoint: Endpoint): Admit<{ key: IngestKey }> {
  return async (request, reply) => {
    const key = await requireKey(app, request, reply)
    await orRecordRefusal(app, endpoint, request, { key }, () => {
      requireScope(key, requiredScope(endpoint))
      if (key.accountIds !== null && !endpoint.ofAccounts)
        throw new PortalError(
          'not_allowed',
          'This API key is for some customers, and this call is for keys of all of them.',
        )
    })
    return { principal: { id: `key ${key.id}` }, more: { key } }
  }
}

/** Admits a call of the console by a member of staff who is signed in there, as far as their role allows it. */
export function admitSignedInStaff(app: FastifyInstance, endpoint: Endpoint): Admit<{ staff: SignedInStaff }> {
  return async (request) => {
    const staff = await staffOf(request, endpoint, app.staffAccess).catch(countStranger(app, request))
    const principal = { id: `staff ${staff.staffId}` }
    await app.admission.count('person', principal.id)
    await orRecordRefusal(app, endpoint, request, { staff }, () => requirePermission(staff, endpoint))
    requireStaffProof(staff, endpoint)
    return { principal, more: { staff } }
  }
}

/** Admits a call of the console by an API key that has all of the call's scopes. */
export function admitConsoleKey(
  app: FastifyInstance,
  endpoint: Endpoint,
): Admit<{ staff: Staff; key: Pick<IngestKey, 'id'> }> {
  return async (request, reply) => {
    const key = await requireKey(app, request, reply)
    const principal = { id: `key ${key.id}` }
    await app.admission.count('person', principal.id)
    const staff = await orRecordRefusal(app, endpoint, request, { key }, () => staffOfKey(key, endpoint))
    return { principal, more: { staff, key: { id: key.id } } }
  }
}

const countStranger = (app: FastifyInstance, request: FastifyRequest) => async (error: unknown) => {
  await app.admission.count('stranger', anonymousPrincipal(request).id)
  throw error
}

/** Returns what `check` returns; what it throws is recorded as the refusal of this caller. */
async function orRecordRefusal<T>(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  identity: CallerIdentity,
  check: () => T,
): Promise<T> {
  try {
    return check()
  } catch (error) {
    await recordRefusal(app, endpoint, request, identity, error)
    throw error
  }
}

/** The key of a request. Throws not_signed_in. */
async function requireKey(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<IngestKey> {
  const key = await findKeyOf(app, request, reply)
  if (!key) throw new PortalError('not_signed_in', 'The API key is missing, wrong or revoked.')
  return key
}

/** The key of a request. A lookup costs a query, so callers with unknown keys are counted, and share few places. */
async function findKeyOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const token = bearerOf(request)
  if (token === undefined) return undefined
  const knownKeyId = app.keysSeen.get(token)
  const principal = knownKeyId === undefined ? anonymousPrincipal(request) : { id: `key ${knownKeyId}` }
  if (knownKeyId === undefined) await app.admission.count('stranger', principal.id)
  const leave = await app.admission.enter('keys', principal, reply.raw)
  try {
    const key = await app.findKey(token)
    app.keysSeen.note(token, key?.id)
    return key
  } finally {
    leave()
  }
}
