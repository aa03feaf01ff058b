import type { FastifyInstance, FastifyRequest } from 'fastify'
import { translatable } from '#contract/errors.ts'
import { rateAnswer, showFaq, writeToSupport as write } from '#contract/faq.ts'
import { acceptedLanguage, type Language } from '#contract/languages.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { type ContactDeps, writeToSupport } from './contact.ts'
import { type FaqDeps, readFaq, saveRating } from './faq.ts'

const languageOf = (request: FastifyRequest): Language => acceptedLanguage(request.headers['accept-language']) ?? 'en'

/** Endpoints for the FAQ and for messages to support. */
export function faqRoutes(app: FastifyInstance, deps: FaqDeps & ContactDeps): void {
  viewerRoute(app, showFaq, async ({ viewer, request }) => ({
    categories: await readFaq(deps, viewer.userId, languageOf(request)),
    contact: deps.supportEmail !== undefined,
  }))

  viewerRoute(app, rateAnswer, async ({ viewer, params, body, request }) => {
    await saveRating(deps, {
      userId: viewer.userId,
      language: languageOf(request),
      id: params.id,
      helpful: body.helpful,
    })
    return {}
  })

  viewerRoute(app, write, async ({ viewer, body, request }) => {
    await writeToSupport(deps, viewer, body, callerOf(request))
    return { message: translatable('support.sent') }
  })
}
