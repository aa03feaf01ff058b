import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '#contract/errors.ts'
import { type IngestReport, ingestAttachment } from '#contract/ingest/documents.ts'
import type { Leniency } from '#contract/ingest/leniency.ts'
import { reconcileDocuments, withdrawDocument } from '#contract/ingest/reconcile.ts'
import { regionScope } from '#contract/key-scopes.ts'
import { findBuyerAccount } from '#contract/regions/endpoints.ts'
import type { Format } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import type { IngestKey } from '../http/admission/admit.ts'
import { callerOf } from '../http/caller.ts'
import { ingestRoute } from '../http/register.ts'
import { attachFile } from './attach-file.ts'
import { elsewhereModeOf } from './elsewhere/elsewhere.ts'
import { reconcileEverywhere } from './elsewhere/reconcile.ts'
import { createIntake, type Intake } from './intake.ts'
import { renewTermsOfItemsAtStart } from './maintenance/renew-item-terms.ts'
import { resettleInvoicesAtStart } from './maintenance/resettle-invoices.ts'
import { resettleQuotesAtStart } from './maintenance/resettle-quotes.ts'
import { withdraw } from './maintenance/withdraw.ts'
import { findAccountsByIdentifiers } from './match/trade-queries.ts'
import { reconcile } from './reconcile/reconcile.ts'
import type { SourceCounts } from './sources/counts.ts'
import type { IngestDeps, IngestOptions } from './types.ts'

/**
 * In bytes. What is read whole is held in memory; of what is read from a stream only the length of its lines is limited.
 */
const maxBodySize = 64 * 1024 * 1024

/**
 * The calls for the ERP: documents and events in every format, and attachments. Each call needs an API key with its
 * scope. `intake` may work elsewhere, for example in a thread of its own; when absent, it works here. `counts` counts what
 * comes of each source.
 */
export function ingestRoutes(
  app: FastifyInstance,
  deps: IngestDeps & { intake?: Intake | undefined; counts?: SourceCounts },
): void {
  const intake = deps.intake ?? createIntake(deps)
  resettleInvoicesAtStart(app, deps)
  resettleQuotesAtStart(app, deps)
  renewTermsOfItemsAtStart(app, deps)
  for (const format of formats) formatRoutes(app, format, deps, intake)
  ingestRoute(app, withdrawDocument, async ({ params, query, key, request }) => {
    const source = query.source ?? key.source
    const sender = senderOptionsOf(key, request)
    try {
      return await withdraw(deps, { ...params, ...query, source, accountIds: key.accountIds ?? undefined }, sender)
    } catch (error) {
      const isAbsent = error instanceof PortalError && error.code === 'not_found'
      if (!isAbsent || sender.elsewhereMode !== 'sendOn' || query.account !== undefined) throw error
      const withdrawn = await deps.elsewhere?.withdraw(params, { ...query, ...(source === '' ? {} : { source }) })
      if (!withdrawn) throw error
      return withdrawn
    }
  })
  ingestRoute(app, findBuyerAccount, async ({ body: { identifiers, accountNumbers } }) => {
    const matches = await findAccountsByIdentifiers(deps.workPool, identifiers, accountNumbers)
    return { account: (matches.length === 1 ? matches[0]?.number : undefined) ?? null }
  })
  app.register(async (scope) => {
    acceptJsonLists(scope)
    ingestRoute(scope, reconcileDocuments, ({ body, key }) =>
      isRegion(key) ? reconcile(deps, body, key) : reconcileEverywhere(deps, body, key),
    )
  })
  app.register(async (scope) => {
    acceptBytes(scope, '*')
    ingestRoute(scope, ingestAttachment, ({ params, query, body, key: { accountIds } }) =>
      attachFile(deps, { ...params, purpose: null, ...query, content: requireBytes(body) }, accountIds ?? undefined),
    )
  })
}

/** The calls of a format, in a Fastify scope of their own: other routes still refuse these bodies. */
function formatRoutes(
  app: FastifyInstance,
  format: Format,
  deps: IngestDeps & { counts?: SourceCounts },
  intake: Intake,
): void {
  app.register(async (scope) => {
    if (format.gives === 'documents') acceptStream(scope, format.mediaTypes)
    else acceptBytes(scope, [...format.mediaTypes])
    const take =
      (parts: boolean): FormatHandler =>
      async ({ query, body, key, request, reply }) => {
        const { dryRun, account, lenient }: FormatQuery = query
        const options = {
          ...{ dryRun: dryRun === 'true', parts },
          ...senderOptionsOf(key, request),
          ...(account === undefined ? {} : { account }),
          ...leniencyOf(key, lenient),
        }
        if (format.gives !== 'documents') {
          const taken = await intake.take(format.name, requireBytes(body), options)
          if (!options.dryRun) deps.counts?.count(key.id, taken)
          return reportRefusals(deps, taken, dryRun)
        }
        if (!body) throw emptyBodyError()
        const takeTurn = () => scope.admission.enter('ingest', { id: `key ${key.id}` }, reply.raw)
        const report = await intake.take(format.name, body as Readable, { ...options, takeTurn })
        if (report.received === 0) throw emptyBodyError()
        if (!options.dryRun) deps.counts?.count(key.id, report)
        return reportRefusals(deps, report, dryRun)
      }
    ingestRoute(scope, format.endpoint, take(false))
    if (format.gives === 'documents' && format.changeEndpoint) ingestRoute(scope, format.changeEndpoint, take(true))
  })
}

/** What the call of a format may be told in its address. */
type FormatQuery = { dryRun?: string; account?: string; lenient?: string }
type FormatHandler = Parameters<typeof ingestRoute<Format['endpoint']>>[2]

/** How a call reads documents: leniently when it or its key says so, by what the key says. */
function leniencyOf({ leniency }: IngestKey, lenient: string | undefined): { leniency?: Leniency } {
  const isLenient = lenient === undefined ? leniency?.always === true : lenient === 'true'
  return isLenient ? { leniency: leniency ?? {} } : {}
}

/** Returns the report, after recording for the operator what was refused. */
async function reportRefusals(deps: IngestDeps, report: IngestReport, dryRun: string | undefined) {
  const [first] = report.errors
  if (report.rejected > 0 && dryRun !== 'true') {
    await deps.noteRefused?.(report.rejected, first ? `line ${first.line}, ${first.path}: ${first.message}` : '')
  }
  return report
}

/** In bytes. Lists of an ERP's documents are longer than any other JSON body. */
const maxListSize = 8 * 1024 * 1024

function acceptJsonLists(scope: FastifyInstance): void {
  refuseOtherTypes(scope, ['application/json'])
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxListSize },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new PortalError('invalid_input', 'The body is not JSON. Send {"documents": [...]}.'))
      }
    },
  )
}

type SenderOptions = Required<Pick<IngestOptions, 'numbering' | 'sender' | 'elsewhereMode'>> &
  Pick<IngestOptions, 'accountIds'>

/** The numbering of an API key, the sender for the audit log, and for which accounts it is. */
function senderOptionsOf(key: IngestKey, request: FastifyRequest): SenderOptions {
  const { id, source, numberedBy, accountIds } = key
  return {
    numbering: { source, numberedBy },
    sender: { caller: callerOf(request), keyId: id },
    accountIds: accountIds ?? undefined,
    elsewhereMode: elsewhereModeOf(key),
  }
}

/** Whether the key is that of another region, which has looked where the account lives. */
const isRegion = ({ scopes }: IngestKey) => scopes.has(regionScope)

function acceptStream(scope: FastifyInstance, types: readonly string[]): void {
  refuseOtherTypes(scope, types)
  scope.addContentTypeParser([...types], (_request, body, done) => done(null, body))
}

function acceptBytes(scope: FastifyInstance, types: string[] | '*'): void {
  if (types === '*') scope.removeAllContentTypeParsers()
  else refuseOtherTypes(scope, types)
  scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: maxBodySize }, (_request, body, done) =>
    done(null, body),
  )
}

/** Refuses bodies of any other type, and names the types that the calls of this scope take. */
function refuseOtherTypes(scope: FastifyInstance, types: readonly string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, _body, done) => {
    const [first = ''] = types
    const type = request.headers['content-type']
    const pdf =
      type === 'application/pdf'
        ? ' A Factur-X or ZUGFeRD file goes to POST /api/ingest/cii, another PDF beside its document: POST /api/ingest/attachments/{type}/{number}.'
        : ''
    const message = `This call takes ${types.join(' or ')}${type ? `, not ${type.slice(0, 100)}` : ''}. Send the header "Content-Type: ${first}".${pdf}`
    done(new PortalError('unsupported_media_type', message))
  })
}

function emptyBodyError(): PortalError {
  return new PortalError(
    'invalid_input',
    'The body is empty. Send at least one document, each as JSON on a line of its own.',
  )
}

function requireBytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new PortalError('invalid_input', 'The request has no body; this call needs one.')
  }
  return body
}
