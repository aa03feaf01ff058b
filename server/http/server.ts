import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { countVisits, createAdmission } from './admission/admission.ts'
import type { FindKey } from './admission/admit.ts'
import { limitBodies } from './admission/body-limits.ts'
import { type Capacity, type Rates, rates } from './admission/lanes.ts'
import { type Limits, limits } from './admission/limits.ts'
import { shedLoad } from './admission/load-shedding.ts'
import type { CallAudit } from './call-audit.ts'
import { compressReplies } from './compression.ts'
import { limitConnections, trustedProxies } from './connections.ts'
import { type ConsoleRule, consoleReach, guardConsole } from './console/gate.ts'
import type { StaffAccess } from './console/staff.ts'
import type { Cursors } from './cursors.ts'
import { answerError } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { type HostRule, refuseOtherHosts, warnOfUnknownProxy } from './hosts.ts'
import { createKeyIdCache } from './key-id-cache.ts'
import { createNodeServer, refuseMalformed, refuseSlow } from './node-server.ts'
import { createRefusalLog } from './refusal-log.ts'
import type { ReplicaReads, SendCall, VersionOf } from './register.ts'
import { lazySerializer, lazyValidator } from './schema-compilers.ts'
import type { VerifyToken } from './viewer.ts'

export type ServerSettings = {
  https: boolean
  trustProxy: boolean | string | string[]
  /** The address to which browsers may report page views. */
  pageViews?: string | undefined
  /** The address of the operator's logo. */
  logo?: string | null
  logger: FastifyServerOptions['logger']
  verifyToken: VerifyToken
  findKey: FindKey
  /** How the console knows who calls; unset: it knows nobody. */
  staffAccess?: StaffAccess
  /** Whether there is a console, and for which networks; unset: for all. */
  console?: ConsoleRule | undefined
  versionOf: VersionOf
  /** How reads that a replica answers see what was written; unset: there is none. */
  replicaReads?: ReplicaReads | undefined
  /** Sends calls about accounts of other regions there; unset: there are none. */
  sendCall?: SendCall | undefined
  /** The capacity that the lanes share; unset: two cores and sixteen connections. */
  capacity?: Capacity | undefined
  /** Overrides of the standard rates and limits. */
  rates?: Partial<Rates> | undefined
  limits?: Partial<Limits> | undefined
  cursors: Cursors
  /** Records refusals and downloads. */
  watch?: CallAudit
  /** Whether a viewer may go on reading a file that is being sent; unset: always. */
  stillAllowed?: (viewer: Viewer) => Promise<boolean>
  /** The host names under which it answers; unset: any. */
  hosts?: HostRule
  /** Called, once a day, for a proxy in front that the settings do not name. */
  onUnknownProxy?: ((address: string) => void) | undefined
  /** Whether the disk has room for new data; unset: always. */
  hasRoom?: (() => boolean) | undefined
}

const nobody: StaffAccess = { https: false, find: async () => undefined, originOf: () => 'unknown' }
const standardCapacity: Capacity = { cores: 2, connections: 16 }

/** A Fastify server with the portal's limits, headers and error answers, but without routes. */
export function createHttpServer(settings: ServerSettings): FastifyInstance {
  const headers = securityHeaders(settings.https, settings)
  const effectiveLimits = { ...limits, ...settings.limits }
  const app = Fastify({
    logger: settings.logger ?? false,
    // The proxy logs each request: doing so here would cost a tenth of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: effectiveLimits.bodyBytes,
    keepAliveTimeout: effectiveLimits.keepAliveTimeout,
    genReqId: () => randomUUID(),
    // Answered by refuseWhileClosing, in the shape of all other errors.
    return503OnClosing: false,
    // 200 characters of a document number, each up to four bytes and each byte three characters when encoded.
    routerOptions: { maxParamLength: 2_500, ignoreTrailingSlash: true },
    serverFactory: (handler) => {
      const server = createNodeServer(handler, headers, effectiveLimits)
      limitConnections(server, effectiveLimits, trustedProxies(settings.trustProxy))
      return server
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, logRefusal)
    },
  })
  app.setValidatorCompiler(lazyValidator)
  app.setSerializerCompiler(lazySerializer)
  const logRefusal = createRefusalLog(app.log)
  app.decorate('registered', [])
  app.decorate('verifyToken', settings.verifyToken)
  app.decorate('findKey', settings.findKey)
  app.decorate('staffAccess', settings.staffAccess ?? nobody)
  app.decorate('keysSeen', createKeyIdCache())
  app.decorate('versionOf', settings.versionOf)
  app.decorate('replicaReads', settings.replicaReads)
  app.decorate('sendCall', settings.sendCall)
  app.decorate('cursors', settings.cursors)
  app.decorate('stillAllowed', settings.stillAllowed ?? (async () => true))
  app.decorate('watch', settings.watch ?? { refused: async () => undefined, downloaded: async () => undefined })
  app.decorate('admission', createAdmission(settings.capacity ?? standardCapacity, { ...rates, ...settings.rates }))
  app.decorate('hasRoom', settings.hasRoom ?? (() => true))
  app.decorateRequest('principal', null)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, logRefusal))
  // First: while the server stops, that is the reason to give, however crowded a lane is.
  refuseWhileClosing(app)
  shedLoad(app, logRefusal)
  if (settings.hosts) refuseOtherHosts(app, settings.hosts)
  const isConsoleReached = consoleReach(settings.console)
  app.decorate('isConsoleReached', isConsoleReached)
  guardConsole(app, isConsoleReached)
  warnOfUnknownProxy(app, settings.trustProxy, () => performance.now(), settings.onUnknownProxy)
  countVisits(app)
  limitBodies(app, effectiveLimits, (request) => refuseSlow(request, headers))
  refuseNul(app)
  compressReplies(app)
  return app
}

/** Kept-alive connections may still send calls while the portal stops: they are told to retry. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return
    reply.header('connection', 'close')
    throw new PortalError('unavailable', translatable('error.closing'), { retryAfter: 5 })
  })
}

/** U+0000 cannot be stored in any text: it is refused here, once, for all routes. */
function refuseNul(app: FastifyInstance): void {
  const refused = () => new PortalError('invalid_input', 'The request holds a NUL character; take it out.')
  const notJson = () => new PortalError('invalid_input', 'The body is not valid JSON.')
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw refused()
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    if (text.includes('\\u0000') || text.includes('\0')) return done(refused())
    try {
      done(null, parse(text))
    } catch {
      done(notJson())
    }
  })
}

/** Parses JSON; refuses keys that could reach an object's prototype. */
function parse(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__' || key === 'constructor') throw new SyntaxError(`"${key}" is not allowed as a name`)
    return value
  })
}
