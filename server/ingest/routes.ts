import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as epcis from '../../contract/epcis.ts'
import { PortalError } from '../../contract/errors.ts'
import * as contract from '../../contract/ingest.ts'
import { ingestRoute } from '../http/register.ts'
import { attach } from './attach.ts'
import { captureEpcis } from './epcis.ts'
import { forgetRawHourly } from './forget-raw.ts'
import type { IngestDeps } from './incoming.ts'
import { ingestDocuments } from './ingest.ts'
import { readNdjson } from './ndjson.ts'
import { ingestUbl } from './ubl-intake.ts'

/** Papers and XML are held whole; NDJSON is not, and has no limit but that of a line. */
const longestBody = 64 * 1024 * 1024

/** The ERP's side: documents as NDJSON or UBL, and papers. Each call needs an API key of the scope `ingest`. */
export function ingestRoutes(app: FastifyInstance, deps: IngestDeps): void {
  forgetRawHourly(app, deps)
  // In a scope of its own: elsewhere such bodies stay refused.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['application/x-ndjson', 'application/ndjson'], (_request, body, done) =>
      done(null, body),
    )
    type Sent = { query: { dryRun?: string }; body: unknown; key: { id: string }; reply: FastifyReply }
    const take = ({ query, body, key, reply }: Sent, parts: boolean) => {
      const takeTurn = () => scope.admission.enter('ingest', { id: `key ${key.id}` }, reply.raw)
      const documents = readNdjson(body as Readable, { cutOff: () => true })
      return ingestDocuments({ ...deps, takeTurn }, documents, {
        dryRun: query.dryRun === 'true',
        source: 'ndjson',
        parts,
      })
    }
    ingestRoute(scope, contract.ingestDocuments, (sent) => take(sent, false))
    ingestRoute(scope, contract.changeDocuments, (sent) => take(sent, true))
  })
  app.register(async (scope) => {
    takeBytes(scope, ['application/xml', 'text/xml', 'application/zip', 'application/octet-stream'])
    ingestRoute(scope, contract.ingestUbl, ({ query, body }) =>
      ingestUbl(deps, {
        content: bytes(body),
        name: '',
        dryRun: query.dryRun === 'true',
        ...(query.account === undefined ? {} : { account: query.account }),
      }),
    )
  })
  app.register(async (scope) => {
    takeBytes(scope, ['application/ld+json', 'application/json'])
    ingestRoute(scope, epcis.captureEpcis, ({ query, body }) =>
      captureEpcis(deps, { content: bytes(body), dryRun: query.dryRun === 'true' }),
    )
  })
  app.register(async (scope) => {
    takeBytes(scope, '*')
    ingestRoute(scope, contract.ingestAttachment, ({ params, query, body }) =>
      attach(deps, { ...params, purpose: null, ...query, content: bytes(body) }),
    )
  })
}

function takeBytes(scope: FastifyInstance, types: string | string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: longestBody }, (_request, body, done) =>
    done(null, body),
  )
}

function bytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new PortalError('invalid_input', 'The request has no body; this call needs one.')
  return body
}
