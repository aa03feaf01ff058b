import type { FastifyInstance } from 'fastify'
import { showTerms } from '#contract/terms.ts'
import { languageOf } from '../http/caller.ts'
import { openRoute } from '../http/register.ts'
import type { TermsOfUse } from './terms.ts'

/** Endpoint for the terms of use: public, and in the reader's language if there is a translation. */
export function termsRoutes(app: FastifyInstance, { terms: current }: { terms: () => TermsOfUse }): void {
  openRoute(app, showTerms, async ({ request }) => {
    const terms = current()
    return { version: terms.version, text: terms.texts[languageOf(request)] ?? terms.text }
  })
}
