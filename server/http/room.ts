import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { PortalError, sentence } from '../../contract/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the disk has room for anything new. */
    hasRoom: () => boolean
  }
}

/** Refuses a call that stores something while the disk is nearly full. Raises storage_full. */
export function refuseWithoutRoom(app: FastifyInstance, called: Endpoint, request: FastifyRequest): void {
  if (app.hasRoom() || !writes(called, request)) return
  throw new PortalError('storage_full', sentence('error.storageFull'), { retryAfter: 60 })
}

/**
 * Whether a call stores something that takes room. Signing in and out, ending sessions, files made of what is there and
 * dry runs go on when the disk is nearly full.
 */
function writes(called: Endpoint, { query }: FastifyRequest): boolean {
  if (called.method === 'GET' || called.gives !== undefined || called.path.startsWith('/auth/')) return false
  if (called.access === 'ingest') return (query as { dryRun?: unknown }).dryRun !== 'true'
  return called.method !== 'DELETE'
}
