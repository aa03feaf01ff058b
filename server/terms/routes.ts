import type { FastifyInstance } from 'fastify'
import { showTerms } from '../../contract/terms.ts'
import { languageOf } from '../http/caller.ts'
import { openRoute } from '../http/register.ts'
import type { TermsOfUse } from './terms.ts'

/** The terms of use, for everybody, in their language where they are written in it. */
export function termsRoutes(app: FastifyInstance, { terms }: { terms: TermsOfUse }): void {
  openRoute(app, showTerms, async ({ request }) => ({
    version: terms.version,
    text: terms.texts[languageOf(request)] ?? terms.text,
  }))
}
