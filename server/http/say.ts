import type { FastifyRequest } from 'fastify'
import type { Sentence } from '../../contract/errors.ts'
import { type Language, localeOf } from '../../contract/languages.ts'
import { errors as arabic } from '../../contract/messages/ar/errors.ts'
import { errors as german } from '../../contract/messages/de/errors.ts'
import { errors as english } from '../../contract/messages/en/errors.ts'
import { errors as spanish } from '../../contract/messages/es/errors.ts'
import { errors as french } from '../../contract/messages/fr/errors.ts'
import { errors as dutch } from '../../contract/messages/nl/errors.ts'
import { say } from '../../contract/say.ts'
import { languageOf } from './caller.ts'

const sentences: Readonly<Record<Language, Readonly<Record<Sentence['key'], string>>>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  nl: dutch,
  ar: arabic,
}

/** What a sentence says to the caller: in the language that the request asks for, else in English. */
export function sayTo(request: FastifyRequest, words: string | Sentence): string {
  if (typeof words === 'string') return words
  const language = languageOf(request)
  return say(sentences[language][words.key], localeOf(language), words.values)
}
