import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import { regionScope } from '#contract/key-scopes.ts'
import type { CallRegion, Directory } from '#contract/regions/calls.ts'
import type { IngestKey } from '#server/http/admission/admit.ts'

/**
 * Sends calls of the ERP to the region of the account that their address names, and passes its answer on. Returns whether
 * it did. Throws conflict for a call of another region whose directory says otherwise.
 */
export function createCallSender({ directory, call }: { directory: Directory; call: CallRegion }) {
  return async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, key: IngestKey): Promise<boolean> => {
    const account = accountOf(endpoint, request)
    // A key for some accounts is for accounts of this region.
    if (account === undefined || key.accountIds !== null) return false
    const name = directory.regionOf(account)
    const region = directory.others.find((other) => other.name === name)
    if (!region) return false
    if (key.scopes.has(regionScope))
      throw new PortalError(
        'conflict',
        `By the directory here the account ${account} lives in the region ${name}: REGIONS must be the same everywhere.`,
      )
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    const response = await call(region, {
      ...{ method: request.method, path: withSource(endpoint, request.url.slice('/api'.length), key) },
      ...{ type: request.headers['content-type'], numberedBy: key.numberedBy },
      body: hasBody ? request.raw : undefined,
    })
    if (response.status === 401)
      throw new PortalError(
        'unavailable',
        `The region ${name}, where the account ${account} lives, does not know the key of this one: REGION_SECRET must be the same.`,
      )
    reply.code(response.status)
    if (response.type !== null) reply.type(response.type)
    if (response.retryAfter !== null) reply.header('retry-after', response.retryAfter)
    await reply.send(response.text)
    return true
  }
}

/** The account that a call names in its address. */
function accountOf({ path }: Endpoint, { params, query }: FastifyRequest): string | undefined {
  const { number } = params as { number?: unknown }
  const { account } = query as { account?: unknown }
  const named = path.startsWith('/ingest/accounts/:number') ? number : account
  return typeof named === 'string' && named !== '' ? named : undefined
}

/** The address with the source of the key, which another region does not know, where the call takes one. */
function withSource({ query }: Endpoint, address: string, { source }: IngestKey): string {
  if (source === '' || !Object.hasOwn(query.properties, 'source')) return address
  const url = new URL(address, 'http://region')
  if (!url.searchParams.has('source')) url.searchParams.set('source', source)
  return `${url.pathname}${url.search}`
}
