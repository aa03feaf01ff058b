import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import { isSentence, PortalError, type Spoken } from '../../contract/errors.ts'
import { versionHeader } from '../../contract/live.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { sayTo } from './say.ts'
import { bearerOf, type VerifyToken, viewerOf } from './viewer.ts'

/** An API key that was found by its secret. */
export type IngestKey = { id: string; scope: string }
export type FindKey = (token: string) => Promise<IngestKey | undefined>
/** At which version an account stands. */
export type VersionOf = (accountId: string) => Promise<number>

declare module 'fastify' {
  interface FastifyInstance {
    verifyToken: VerifyToken
    findKey: FindKey
    versionOf: VersionOf
    /** The endpoints that have a handler, in order of registration. */
    registered: Endpoint[]
  }
}

type Raw = { request: FastifyRequest; reply: FastifyReply }
type Handler<E extends Endpoint, More = unknown> = (input: Input<E> & Raw & More) => Promise<Spoken<Reply<E>>>

/** Registers the handler of a call that a signed-in user makes; it gets the viewer. */
export function viewerRoute<E extends Endpoint>(
  app: FastifyInstance,
  called: E,
  handle: Handler<E, { viewer: Viewer }>,
): void {
  expect(called, 'viewer')
  register(app, called, handle, async (request, reply) => {
    const viewer = await viewerOf(request, app.verifyToken)
    // Before anything is read for the reply: whatever it says is of this version or of a later one.
    if (request.headers.prefer === versionHeader) reply.header(versionHeader, await app.versionOf(viewer.accountId))
    return { viewer }
  })
}

/** Registers the handler of a call that anyone may make. */
export function openRoute<E extends Endpoint>(app: FastifyInstance, called: E, handle: Handler<E>): void {
  expect(called, 'open')
  register(app, called, handle)
}

/** Registers the handler of a call that is known by its cookie alone; the handler reads it. */
export function cookieRoute<E extends Endpoint>(app: FastifyInstance, called: E, handle: Handler<E>): void {
  expect(called, 'cookie')
  register(app, called, handle)
}

/** Registers the handler of a call of the ERP side; it needs an API key of the scope `ingest`. */
export function ingestRoute<E extends Endpoint>(
  app: FastifyInstance,
  called: E,
  handle: Handler<E, { key: IngestKey }>,
): void {
  expect(called, 'ingest')
  register(app, called, handle, async (request) => {
    const token = bearerOf(request)
    const key = token === undefined ? undefined : await app.findKey(token)
    if (!key) throw new PortalError('not_signed_in', 'The API key is missing, wrong or revoked.')
    if (key.scope !== 'ingest') throw new PortalError('not_allowed', 'This API key is not for ingest.')
    return { key }
  })
}

/** A reply whose message is a sentence, said in the language of the caller. */
function spoken(request: FastifyRequest, result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('message' in result)) return result
  return isSentence(result.message) ? { ...result, message: sayTo(request, result.message) } : result
}

function expect(called: Endpoint, access: Endpoint['access']): void {
  if (called.access !== access) throw new TypeError(`${called.name} is declared for ${called.access}, not ${access}`)
}

function register<E extends Endpoint, More>(
  app: FastifyInstance,
  called: E,
  handle: Handler<E, More>,
  enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<More>,
): void {
  app.registered.push(called)
  const entered = new WeakMap<FastifyRequest, More>()
  app.route({
    method: called.method,
    url: `/api${called.path}`,
    schema: {
      params: called.params,
      querystring: called.query,
      ...(called.method === 'GET' || called.accepts ? {} : { body: called.body }),
      ...(called.gives ? {} : { response: { 200: called.reply } }),
    },
    // No body at all is an empty one: a call without input needs none.
    preValidation: async (request: FastifyRequest) => {
      if (!called.accepts) request.body ??= {}
    },
    // Before validation, so that a stranger learns nothing from what is said of his input.
    ...(enter
      ? {
          onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
            entered.set(request, await enter(request, reply))
          },
        }
      : {}),
    handler: async (request, reply) => {
      const more = entered.get(request) as More
      const result = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
        ...more,
      } as Parameters<typeof handle>[0])
      if (reply.sent || called.gives) return result
      reply.header('cache-control', 'no-store')
      // Fastify sends a plain text as text/plain; the contract says a JSON string.
      if (typeof result === 'string') return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
      return spoken(request, result)
    },
  })
}
