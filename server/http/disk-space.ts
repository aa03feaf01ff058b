import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the disk has room for new data. */
    hasRoom: () => boolean
  }
}

/** Refuses a call that stores something while the disk is nearly full. Throws storage_full. */
export function refuseWhenDiskFull(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): void {
  if (app.hasRoom() || !storesData(endpoint, request)) return
  throw new PortalError('storage_full', translatable('error.storageFull'), { retryAfter: 60 })
}

/**
 * Whether a call stores something that takes up space. Signing in and out, ending sessions, exports of existing data
 * and dry runs go on when the disk is nearly full.
 */
function storesData(endpoint: Endpoint, { query }: FastifyRequest): boolean {
  if (endpoint.method === 'GET' || endpoint.gives !== undefined || endpoint.path.startsWith('/auth/')) return false
  if (endpoint.access === 'ingest') return (query as { dryRun?: unknown }).dryRun !== 'true'
  return endpoint.method !== 'DELETE'
}
