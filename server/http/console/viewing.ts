import type { FastifyRequest } from 'fastify'
import { type Endpoint, isOpenToViewing } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { ConsoleReach } from './gate.ts'

/**
 * Throws not_allowed when staff who see the portal as one of its people may not make a call: one that changes something,
 * or is for that person alone; and not_signed_in from where the console is not reached.
 */
export function requireOpenToViewing(endpoint: Endpoint, { ip }: FastifyRequest, isConsoleReached: ConsoleReach): void {
  if (!isConsoleReached(ip)) throw new PortalError('not_signed_in', translatable('error.signIn'))
  if (!isOpenToViewing(endpoint)) throw new PortalError('not_allowed', translatable('viewing.readOnly'))
}
