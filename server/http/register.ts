import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Staff } from '#contract/console/staff.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { isTranslatable, PortalError, type WithTranslatableMessage } from '#contract/errors.ts'
import type { Leniency } from '#contract/ingest/leniency.ts'
import { type KeyScope, requiredScope } from '#contract/key-scopes.ts'
import { versionHeader } from '#contract/live.ts'
import type { Viewer } from '#contract/viewer.ts'
import { endWhenAccessRevoked } from './access-revocation.ts'
import { anonymousPrincipal } from './admission/admission.ts'
import type { Leave, Principal } from './admission/lane.ts'
import { type LaneName, laneOf, laneRates } from './admission/lanes.ts'
import { type CallAudit, type CallerIdentity, cursorReaderOf, recordDownload, recordRefusal } from './call-audit.ts'
import type { ConsoleReach } from './console/gate.ts'
import { requirePermission, requireStaffProof, type StaffAccess, staffOf } from './console/staff.ts'
import { admitViewing } from './console/viewing.ts'
import type { Cursors } from './cursors.ts'
import { refuseWhenDiskFull } from './disk-space.ts'
import type { KeyIdCache } from './key-id-cache.ts'
import { translateFor } from './translate.ts'
import { bearerOf, type VerifyToken, viewerOf } from './viewer.ts'

/** An API key that was found by its secret. */
export type IngestKey = {
  id: string
  scopes: ReadonlySet<KeyScope>
  source: string
  numberedBy: 'supplier' | 'customer'
  leniency: Leniency | null
}
export type FindKey = (token: string) => Promise<IngestKey | undefined>
/** Returns the version of an account. */
export type VersionOf = (accountId: string) => Promise<number>

declare module 'fastify' {
  interface FastifyInstance {
    verifyToken: VerifyToken
    findKey: FindKey
    staffAccess: StaffAccess
    isConsoleReached: ConsoleReach
    keysSeen: KeyIdCache
    versionOf: VersionOf
    cursors: Cursors
    watch: CallAudit
    /** Whether a viewer is still signed in, in the same role in the same account. */
    stillAllowed: (viewer: Viewer) => Promise<boolean>
    /** The endpoints that have a handler, in order of registration. */
    registered: Endpoint[]
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves, and who may call it. */
    endpoint?: string
    access?: Endpoint['access']
    /** The lane in which a call with this query runs. */
    lane?: (query: unknown) => LaneName | undefined
  }
}

type Raw = { request: FastifyRequest; reply: FastifyReply }
type Handler<E extends Endpoint, More = unknown> = (
  input: Input<E> & Raw & More,
) => Promise<WithTranslatableMessage<Reply<E>>>

/** Registers the handler of a call that a signed-in user makes; it gets the viewer. */
export function viewerRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, { viewer: Viewer }>,
): void {
  requireAccess(endpoint, 'viewer')
  const withVersionHeader: typeof handle = async (input) => {
    const { request, reply, viewer } = input
    // Before anything is read for the reply, so that its data is of this version or a later one.
    if (request.headers.prefer === versionHeader) reply.header(versionHeader, await app.versionOf(viewer.accountId))
    return handle(input)
  }
  register(app, endpoint, withVersionHeader, async (request) => {
    const viewer = await viewerOf(request, app.verifyToken).catch(async (error: unknown) => {
      await app.admission.count('stranger', anonymousPrincipal(request).id)
      throw error
    })
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
  })
}

/** Registers the handler of a call that anyone may make. */
export function openRoute<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>): void {
  requireAccess(endpoint, 'open')
  register(app, endpoint, handle, admitAnonymous(app, endpoint))
}

/** Registers the handler of a call that authenticates by its cookie alone; the handler reads it. */
export function cookieRoute<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>): void {
  requireAccess(endpoint, 'cookie')
  register(app, endpoint, handle, admitAnonymous(app, endpoint))
}

/** Registers the handler of a call by the ERP; it needs an API key that has the call's scope. */
export function ingestRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, { key: IngestKey }>,
): void {
  requireAccess(endpoint, 'ingest')
  register(app, endpoint, handle, async (request, reply) => {
    const key = await findKeyOf(app, request, reply)
    if (!key) throw new PortalError('not_signed_in', 'The API key is missing, wrong or revoked.')
    const scope = requiredScope(endpoint)
    if (!key.scopes.has(scope)) {
      const error = new PortalError('not_allowed', `This API key lacks the scope ${scope}, which this call needs.`)
      await recordRefusal(app, endpoint, request, { key }, error)
      throw error
    }
    return { principal: { id: `key ${key.id}` }, more: { key } }
  })
}

/** Registers the handler of a call by the supplier's own people in the console; it gets the member of staff. */
export function staffRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, { staff: Staff }>,
): void {
  requireAccess(endpoint, 'staff')
  register(app, endpoint, handle, async (request) => {
    const staff = await staffOf(request, endpoint, app.staffAccess).catch(async (error: unknown) => {
      await app.admission.count('stranger', anonymousPrincipal(request).id)
      throw error
    })
    const principal = { id: `staff ${staff.staffId}` }
    await app.admission.count('person', principal.id)
    try {
      requirePermission(staff, endpoint)
    } catch (error) {
      await recordRefusal(app, endpoint, request, { staff }, error)
      throw error
    }
    requireStaffProof(staff, endpoint)
    return { principal, more: { staff } }
  })
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

/** A reply with its message translated to the caller's language. */
function translateMessage(request: FastifyRequest, result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('message' in result)) return result
  return isTranslatable(result.message) ? { ...result, message: translateFor(request, result.message) } : result
}

type PagedQuery = { cursor?: unknown } | undefined

/** A reply with its cursor, if it has one, signed. */
function signCursor(app: FastifyInstance, reader: readonly string[], result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('nextCursor' in result)) return result
  const { nextCursor } = result
  return typeof nextCursor === 'string' ? { ...result, nextCursor: app.cursors.sign(nextCursor, reader) } : result
}

function requireAccess(endpoint: Endpoint, access: Endpoint['access']): void {
  if (endpoint.access !== access)
    throw new TypeError(`${endpoint.name} is declared for ${endpoint.access}, not ${access}`)
}

type Admit<More> = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ principal: Principal; more: More }> | { principal: Principal; more: More }

/** Admits a call without a sign-in: it counts for its address, unless it has no lane, like health checks. */
function admitAnonymous(app: FastifyInstance, endpoint: Endpoint): Admit<CallerIdentity> {
  const isCounted = laneOf(endpoint, {}) !== undefined
  return async (request) => {
    const principal = anonymousPrincipal(request)
    if (isCounted) await app.admission.count('stranger', principal.id)
    return { principal, more: {} }
  }
}

function register<E extends Endpoint, More extends CallerIdentity>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, More>,
  enter: Admit<More>,
): void {
  app.registered.push(endpoint)
  const contexts = new WeakMap<FastifyRequest, More>()
  const leaveByRequest = new WeakMap<FastifyRequest, Leave>()
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint: endpoint.name, access: endpoint.access, lane: (query) => laneOf(endpoint, query) },
    schema: {
      params: endpoint.params,
      querystring: endpoint.query,
      ...(endpoint.method === 'GET' || endpoint.accepts ? {} : { body: endpoint.body }),
      ...(endpoint.gives ? {} : { response: { 200: endpoint.reply } }),
    },
    // A missing body counts as an empty one: a call without input needs none.
    preValidation: async (request: FastifyRequest) => {
      if (!endpoint.accepts) request.body ??= {}
      const query = request.query as PagedQuery
      if (typeof query?.cursor === 'string') {
        query.cursor = app.cursors.open(query.cursor, cursorReaderOf(endpoint, contexts.get(request) ?? {}))
      }
    },
    ...(endpoint.gives
      ? {
          onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
            const identity: CallerIdentity = contexts.get(request) ?? {}
            const { viewer } = identity
            // Before the file is sent: no download goes unrecorded.
            if (endpoint.download && (viewer || identity.staff) && reply.statusCode === 200)
              await recordDownload(app, endpoint, request, identity)
            // Streams of live updates check this themselves.
            const isFile = payload instanceof Readable && endpoint.gives !== 'text/event-stream'
            if (isFile && viewer) endWhenAccessRevoked(payload, () => app.stillAllowed(viewer))
            // Released now: the handler returns the reply, and so ends only when the reader has the last byte.
            leaveByRequest.get(request)?.()
            return payload
          },
        }
      : {}),
    // Before validation, so that validation errors tell a stranger nothing.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      // A reply is for one caller: no cache on the way may give it to another.
      if (endpoint.access === 'viewer' || endpoint.access === 'ingest') reply.header('vary', 'authorization')
      if (endpoint.access === 'staff') reply.header('vary', 'cookie')
      const { principal, more } = await enter(request, reply)
      request.principal = principal
      contexts.set(request, more)
      refuseWhenDiskFull(app, endpoint, request)
    },
    handler: async (request, reply) => {
      const leave = await takePlace(app, endpoint, request, reply)
      if (endpoint.gives) leaveByRequest.set(request, leave)
      let result: unknown
      try {
        result = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
          ...contexts.get(request),
        } as Parameters<typeof handle>[0])
      } catch (error) {
        await recordRefusal(app, endpoint, request, contexts.get(request) ?? {}, error)
        throw error
      } finally {
        // Sending takes as long as the reader needs, and must not hold up others.
        leave()
      }
      if (reply.sent || endpoint.gives) return result
      reply.header('cache-control', 'no-store')
      // Fastify sends a string as text/plain; the contract says a JSON string.
      if (typeof result === 'string') return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
      return translateMessage(request, signCursor(app, cursorReaderOf(endpoint, contexts.get(request) ?? {}), result))
    },
  })
}

/** Takes a place in the call's lane. The body is complete by now, and the input is valid. */
function takePlace(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const lane = laneOf(endpoint, request.query)
  return lane === undefined
    ? noPlace
    : app.admission.enter(lane, request.principal ?? anonymousPrincipal(request), reply.raw)
}

const noPlace = () => undefined
