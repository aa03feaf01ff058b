import type { FastifyRequest } from 'fastify'
import { addressPrefix } from './address.ts'

const longestUserAgent = 300

/** From where a call was made: network of the address, browser (cut after 300 characters), number of the request. */
export function callerOf(request: FastifyRequest): { network: string; userAgent: string | null; requestId: string } {
  return {
    network: addressPrefix(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    requestId: request.id,
  }
}
