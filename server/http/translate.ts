import type { FastifyRequest } from 'fastify'
import type { TranslatableText } from '#contract/errors.ts'
import { formatText } from '#contract/format-text.ts'
import { localeOf } from '#contract/languages.ts'
import { texts } from '#contract/texts.ts'
import { languageOf } from './caller.ts'

/** A text for the caller: in the language that the request asks for, else in English. */
export function translateFor(request: FastifyRequest, words: string | TranslatableText): string {
  if (typeof words === 'string') return words
  const language = languageOf(request)
  return formatText(texts[language][words.key], localeOf(language), words.values)
}
