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
  if (app.hasRoom() || !storesData(endpoint) || isDryRun(endpoint, request)) return
  throw new PortalError('storage_full', translatable('error.storageFull'), { retryAfter: 60 })
}

/**
 * Whether a call stores something that takes up space, unless it is a dry run. Signing in and out, ending sessions and
 * exports of existing data go on when the disk is nearly full.
 */
export function storesData({ access, method, gives, path }: Endpoint): boolean {
  if (method === 'GET' || gives !== undefined || path.startsWith('/auth/')) return false
  return access === 'ingest' || method !== 'DELETE'
}

const isDryRun = ({ access }: Endpoint, { query }: FastifyRequest) =>
  access === 'ingest' && (query as { dryRun?: unknown }).dryRun === 'true'
