import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInStaff, Staff } from '#contract/console/staff.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { isTranslatable, type WithTranslatableMessage } from '#contract/errors.ts'
import { versionHeader } from '#contract/live.ts'
import type { Viewer } from '#contract/viewer.ts'
import { endWhenAccessRevoked } from './access-revocation.ts'
import { anonymousPrincipal } from './admission/admission.ts'
import {
  type Admit,
  admitAnonymous,
  admitConsoleKey,
  admitIngest,
  admitSignedInStaff,
  admitViewer,
  type FindKey,
  type IngestKey,
} from './admission/admit.ts'
import type { Leave } from './admission/lane.ts'
import { type LaneName, laneOf } from './admission/lanes.ts'
import { type CallAudit, type CallerIdentity, cursorReaderOf, recordDownload, recordRefusal } from './call-audit.ts'
import type { ConsoleReach } from './console/gate.ts'
import type { StaffAccess } from './console/staff.ts'
import { lastWriteOf, setLastWrite, unreachable } from './cookies/last-write.ts'
import type { Cursors } from './cursors.ts'
import { refuseWhenDiskFull } from './disk-space.ts'
import type { KeyIdCache } from './key-id-cache.ts'
import { translateFor } from './translate.ts'
import { bearerOf, type VerifyToken } from './viewer.ts'

/** Returns the version of an account. */
export type VersionOf = (accountId: string) => Promise<number>

/** What is needed where a replica answers reads: where the primary's log ends now, and whether cookies are for https. */
export type ReplicaReads = { readLogEnd: () => Promise<string>; https: boolean }

/** Sends a call by a key on to where its account lives, and answers it. Returns whether it did. */
export type SendCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  key: IngestKey,
) => Promise<boolean>

declare module 'fastify' {
  interface FastifyInstance {
    verifyToken: VerifyToken
    findKey: FindKey
    staffAccess: StaffAccess
    isConsoleReached: ConsoleReach
    keysSeen: KeyIdCache
    versionOf: VersionOf
    /** Sends calls about accounts of other regions there; unset where there are none. */
    sendCall: SendCall | undefined
    /** Unset where every read goes to the primary. */
    replicaReads: ReplicaReads | undefined
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
  const reads = endpoint.method === 'GET'
  const withVersion: typeof handle = async (input) => {
    const { request, reply, viewer } = input
    const { replicaReads } = app
    const wantsHeader = request.headers.prefer === versionHeader
    // Before anything is read for the reply, so that its data is of this version or a later one.
    const version = wantsHeader || (reads && replicaReads) ? await app.versionOf(viewer.accountId) : 0
    if (wantsHeader) reply.header(versionHeader, version)
    if (!replicaReads) return handle(input)
    if (reads) {
      const freshness = { version, lastWrite: lastWriteOf(request), onPrimary: false }
      return handle({ ...input, viewer: { ...viewer, freshness } })
    }
    // What is read for the reply to a write comes from the primary.
    const result = await handle(input)
    // It is written, whatever becomes of the database now; without its position the browser goes on at the primary.
    const logEnd = await replicaReads.readLogEnd().catch(() => unreachable)
    setLastWrite(reply, logEnd, replicaReads.https)
    return result
  }
  register(app, endpoint, withVersion, admitViewer(app, endpoint))
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
  const { sendCall } = app
  register(
    app,
    endpoint,
    handle,
    admitIngest(app, endpoint),
    sendCall && ((request, reply, { key }) => sendCall(endpoint, request, reply, key)),
  )
}

/**
 * Registers the handler of a call by the supplier's own people in the console, or by an API key that has the scope for
 * it; it gets who acts.
 */
export function staffRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, { staff: Staff }>,
): void {
  requireAccess(endpoint, 'staff')
  if (endpoint.personal) throw new TypeError(`${endpoint.name} is for members of staff who are signed in`)
  const bySession = admitSignedInStaff(app, endpoint)
  const byKey = admitConsoleKey(app, endpoint)
  register(app, endpoint, handle, (request, reply) =>
    // A browser sends the cookie by itself, and never a key.
    bearerOf(request) === undefined ? bySession(request, reply) : byKey(request, reply),
  )
}

/** Registers the handler of a call for members of staff about themselves; it gets the one who is signed in. */
export function signedInStaffRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, { staff: SignedInStaff }>,
): void {
  requireAccess(endpoint, 'staff')
  if (!endpoint.personal) throw new TypeError(`${endpoint.name} is for keys too`)
  register(app, endpoint, handle, admitSignedInStaff(app, endpoint))
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

function register<E extends Endpoint, More extends CallerIdentity>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, More>,
  enter: Admit<More>,
  sendElsewhere?: (request: FastifyRequest, reply: FastifyReply, more: More) => Promise<boolean>,
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
      if (endpoint.access === 'staff') reply.header('vary', 'cookie, authorization')
      const { principal, more } = await enter(request, reply)
      request.principal = principal
      contexts.set(request, more)
      if (await sendElsewhere?.(request, reply, more)) return reply
      return refuseWhenDiskFull(app, endpoint, request)
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
