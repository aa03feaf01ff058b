import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language } from '#contract/languages.ts'
import { addressPrefix } from './address.ts'

const longestUserAgent = 300

/**
 * Where a call comes from: network of the address, browser (cut after 300 characters) and the language that it asks
 * for, id of the request.
 */
export function callerOf(request: FastifyRequest): {
  network: string
  userAgent: string | null
  language: Language | undefined
  requestId: string
} {
  return {
    network: addressPrefix(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    language: acceptedLanguage(request.headers['accept-language']),
    requestId: request.id,
  }
}

/** The language of a reply: the one that the request asks for, else English. */
export function languageOf(request: FastifyRequest): Language {
  return acceptedLanguage(request.headers['accept-language']) ?? 'en'
}
