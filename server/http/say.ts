import type { FastifyRequest } from 'fastify'
import type { Sentence } from '../../contract/errors.ts'
import { localeOf } from '../../contract/languages.ts'
import { say } from '../../contract/say.ts'
import { texts } from '../../contract/texts.ts'
import { languageOf } from './caller.ts'

/** What a sentence says to the caller: in the language that the request asks for, else in English. */
export function sayTo(request: FastifyRequest, words: string | Sentence): string {
  if (typeof words === 'string') return words
  const language = languageOf(request)
  return say(texts[language][words.key], localeOf(language), words.values)
}
