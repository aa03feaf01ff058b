import type { FastifyInstance } from 'fastify'
import { showTerms, type Terms } from '../../contract/terms.ts'
import { openRoute } from '../http/register.ts'

/** The terms of use, for everybody. */
export function termsRoutes(app: FastifyInstance, { terms }: { terms: Terms }): void {
  openRoute(app, showTerms, async () => terms)
}
