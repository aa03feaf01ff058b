import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { DocumentTypeSchema, documentTypes, OptionalText } from './values.ts'

const unfolded: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ı: 'i',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Lower case, without accents: "Müller" and "muller" are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøıłđæœþ]/g, (letter) => unfolded[letter] as string)
}

const longestTerm = 60

/**
 * The terms of a reference (number, SKU, tracking number): each part between punctuation alone and with all that follows
 * it, and numbers without leading zeros, so that "SO-0042" is found by so0042, 0042 and 42.
 */
export function codeTerms(reference: string): string[] {
  const parts = fold(reference).split(/[^\p{L}\p{N}]+/u)
  const terms = new Set<string>()
  for (const [place, part] of parts.entries()) {
    terms.add(part).add(parts.slice(place).join(''))
    if (/^0+[1-9][0-9]*$/.test(part)) terms.add(part.replace(/^0+/, ''))
    const digits = /^\p{L}+(0*)([1-9][0-9]*)$/u.exec(part)
    if (digits) terms.add(digits[2] as string).add(`${digits[1]}${digits[2]}`)
  }
  terms.delete('')
  return [...terms].map((term) => term.slice(0, longestTerm))
}

/** The words of a text of two letters or more. */
export function wordTerms(words: string): string[] {
  const terms = new Set<string>()
  for (const word of fold(words).split(/[^\p{L}\p{N}]+/u)) if (word.length > 1) terms.add(word.slice(0, longestTerm))
  return [...terms]
}

/** What a person typed, as prefixes that must all be found; at most eight, so that no query costs more than a normal one. */
export function queryTerms(query: string): string[] {
  const terms: string[] = []
  for (const token of query.trim().slice(0, 200).split(/\s+/)) {
    const folded = fold(token)
    if (/\p{N}/u.test(folded)) terms.push(folded.replace(/[^\p{L}\p{N}]+/gu, ''))
    else terms.push(...folded.split(/[^\p{L}\p{N}]+/u))
  }
  return [...new Set(terms.filter((term) => term !== '').map((term) => term.slice(0, longestTerm)))].slice(0, 8)
}

export const SearchHit = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  /** The customer's reference, or the first line's name. */
  title: OptionalText,
  status: Type.String(),
  date: OptionalText,
  matched: Type.Array(
    Type.Object({
      field: Type.String(),
      text: Type.String(),
      /** First character and length of each matching part of `text`. */
      ranges: Type.Array(Type.Object({ start: Type.Integer(), length: Type.Integer() })),
    }),
  ),
})
export type SearchHit = Static<typeof SearchHit>

export const searchDocuments = endpoint('searchDocuments', 'GET', '/search', {
  access: 'viewer',
  summary: 'Documents of all types that hold every word typed; an exact number or reference comes first.',
  query: Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      /** Types, separated by commas; all when absent. */
      types: Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z]+(,[a-z]+)*$' })),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    hits: Type.Array(SearchHit),
    counts: Type.Object(
      Object.fromEntries(documentTypes.map((type) => [type, Type.Integer()])) as Record<
        (typeof documentTypes)[number],
        ReturnType<typeof Type.Integer>
      >,
    ),
    /** Whether the counts are complete; beyond 1,000 hits they are a lower bound. */
    exact: Type.Boolean(),
    nextCursor: OptionalText,
  }),
})
