import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { PortalError } from '../../contract/errors.ts'
import { answerError } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { limitBodyTime, limitInFlight, limits } from './limits.ts'
import { listener, refuseMalformed } from './listener.ts'
import { packLarge } from './packed.ts'
import type { FindKey, VersionOf } from './register.ts'
import type { VerifyToken } from './viewer.ts'

export type ServerSettings = {
  https: boolean
  trustProxy: boolean | string | string[]
  /** Where browsers may send which pages are viewed. */
  pageViews?: string | undefined
  /** The address of the operator's logo. */
  logo?: string | null
  logger: FastifyServerOptions['logger']
  verifyToken: VerifyToken
  findKey: FindKey
  versionOf: VersionOf
}

/** A Fastify server with the portal's limits, headers and error answers, and no route yet. */
export function createHttp(settings: ServerSettings): FastifyInstance {
  const headers = securityHeaders(settings.https, settings)
  const app = Fastify({
    logger: settings.logger ?? false,
    // A line per request is the proxy's to write: here it would cost a tenth of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: limits.bodyBytes,
    connectionTimeout: limits.connectionTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    genReqId: () => randomUUID(),
    return503OnClosing: true,
    // 200 characters of a document number, each up to four bytes and each byte three characters when encoded.
    routerOptions: { maxParamLength: 2_500, ignoreTrailingSlash: true },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        allowUnionTypes: true,
      },
    },
    serverFactory: (handler) => listener(handler, headers),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
  })
  app.decorate('registered', [])
  app.decorate('verifyToken', settings.verifyToken)
  app.decorate('findKey', settings.findKey)
  app.decorate('versionOf', settings.versionOf)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  limitInFlight(app)
  limitBodyTime(app)
  refuseNul(app)
  packLarge(app)
  return app
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

/** JSON without the keys that could reach an object's prototype. */
function parse(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__' || key === 'constructor') throw new SyntaxError(`"${key}" is not allowed as a name`)
    return value
  })
}
