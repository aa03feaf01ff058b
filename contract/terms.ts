import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'

/** The terms of use. Another text is another version; a person who registers accepts one version. */
export const Terms = Type.Object({
  version: Type.String(),
  /** Markdown: headings, paragraphs and lists. */
  text: Type.String(),
})
export type Terms = Static<typeof Terms>

export const acceptTerms = endpoint('acceptTerms', 'POST', '/profile/terms', {
  access: 'viewer',
  summary: 'Notes that this person accepts the terms of today, by their version.',
  body: Type.Object({ version: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({ message: Type.String() }),
})

export const showTerms = endpoint('showTerms', 'GET', '/terms', {
  access: 'open',
  summary: 'The terms of use and their version.',
  reply: Terms,
})
