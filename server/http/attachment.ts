import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { readPagesInLane } from './admission/pages-in-lane.ts'
import { languageOf } from './caller.ts'

/**
 * Types that a browser may display; others are only saved, so that a stored page never runs under the portal's origin.
 */
const inlineTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'text/plain'])

/**
 * The headers of a file's reply: its type when harmless, and a file name that no character can break out of. `inline`
 * lets the browser display it.
 */
export function attachmentHeaders(
  name: string,
  mimeType: string,
  disposition: 'inline' | 'attachment' = 'attachment',
): Record<string, string> {
  const isInlineSafe = inlineTypes.has(mimeType.toLowerCase())
  // For clients that do not read filename*: letters without their accents.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. -]/g, '_')
  return {
    'content-type': isInlineSafe ? mimeType : 'application/octet-stream',
    'content-disposition': `${disposition}; filename="${ascii}"; filename*=UTF-8''${encodeName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  }
}

function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Sends a CSV file that is written in the caller's language, a page at a time. */
export function sendCsv(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: string,
  write: (language: Language) => AsyncIterable<string>,
): FastifyReply {
  return reply
    .headers({ ...attachmentHeaders(`${name}.csv`, 'text/csv'), 'content-type': 'text/csv; charset=utf-8' })
    .send(Readable.from(readPagesInLane(request, reply)(write(languageOf(request)))))
}
