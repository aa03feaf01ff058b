import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, isOpenToViewing } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordRefusal } from '../call-audit.ts'

/**
 * Lets staff who see the portal as one of its people make a call that changes nothing. Throws not_allowed for any other
 * call, and for what is for that person alone; not_signed_in from where the console is not reached.
 */
export async function admitViewing(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  viewer: Viewer,
): Promise<void> {
  if (!app.isConsoleReached(request.ip)) throw new PortalError('not_signed_in', translatable('error.signIn'))
  if (isOpenToViewing(endpoint)) return
  const error = new PortalError('not_allowed', translatable('viewing.readOnly'))
  await recordRefusal(app, endpoint, request, { viewer }, error)
  throw error
}
