import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema, documentTypes } from '../values.ts'

const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ı: 'i',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Returns the text in lower case without accents: "Müller" and "muller" are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøıłđæœþ]/g, (letter) => foldedLetters[letter] as string)
}

const maxTermLength = 60

/**
 * Returns the search terms of a reference (number, SKU, tracking number): each part between punctuation, alone and with
 * everything after it, and numbers without leading zeros, so that so0042, so42, 0042 and 42 find "SO-0042".
 */
export function codeTerms(reference: string): string[] {
  const parts = fold(reference).split(/[^\p{L}\p{N}]+/u)
  const terms = new Set<string>()
  terms.add(parts.map((part) => part.replace(/^0+(?=[0-9])/, '')).join(''))
  for (const [index, part] of parts.entries()) {
    terms.add(part).add(parts.slice(index).join(''))
    if (/^0+[1-9][0-9]*$/.test(part)) terms.add(part.replace(/^0+/, ''))
    const digits = /^\p{L}+(0*)([1-9][0-9]*)$/u.exec(part)
    if (digits) terms.add(digits[2] as string).add(`${digits[1]}${digits[2]}`)
  }
  terms.delete('')
  return [...terms].map((term) => term.slice(0, maxTermLength))
}

/** Returns the words of a text that have at least two letters. */
export function wordTerms(words: string): string[] {
  const terms = new Set<string>()
  for (const word of fold(words).split(/[^\p{L}\p{N}]+/u)) if (word.length > 1) terms.add(word.slice(0, maxTermLength))
  return [...terms]
}

/** Returns the terms of what a person wrote: its words, and the numbers in it as references are found. */
export function textTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const token of text.split(/\s+/)) {
    for (const word of wordTerms(token)) terms.add(word)
    // A longer one is no reference, and its parts would be many.
    if (/\p{N}/u.test(token) && token.length <= maxTermLength) for (const term of codeTerms(token)) terms.add(term)
  }
  return [...terms]
}

/** Returns only the letters and digits of a reference. */
export function alphanumericCode(reference: string): string {
  return fold(reference)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, maxTermLength)
}

/**
 * Returns the search term of a decimal amount, with cents. No text yields such a term, so only a search for amounts
 * finds it.
 */
export function amountTerm(amount: string): string {
  const [whole = '', cents = ''] = amount.replace(/^[-+]/, '').split('.')
  return `$${whole.replace(/^0+(?=\d)/, '')}.${cents.replace(/0+$/, '').padEnd(2, '0')}`
}

/**
 * Returns the prefixes of a typed query, which must all match; at most eight, so that no query costs more than a normal
 * one.
 */
export function queryTerms(query: string): string[] {
  const terms: string[] = []
  for (const token of query.trim().slice(0, 200).split(/\s+/)) {
    const folded = fold(token)
    if (/\p{N}/u.test(folded)) terms.push(folded.replace(/[^\p{L}\p{N}]+/gu, ''))
    else terms.push(...folded.split(/[^\p{L}\p{N}]+/u))
  }
  return [...new Set(terms.filter((term) => term !== '').map((term) => term.slice(0, maxTermLength)))].slice(0, 8)
}

const minCorrectableLength = 4
const maxCorrectableLength = { number: 24, word: 16 } as const
const isCorrectable = (term: string, maxLength: number) =>
  term.length >= minCorrectableLength && term.length <= maxLength
const digits = [...'0123456789']
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Returns the spellings with two adjacent characters swapped, where both may be wrong. */
function transpositions(term: string, mayBeWrong: (character: string | undefined) => boolean): string[] {
  return [...term].flatMap((character, index) => {
    const next = term[index + 1]
    return mayBeWrong(character) && mayBeWrong(next)
      ? [`${term.slice(0, index)}${next}${character}${term.slice(index + 2)}`]
      : []
  })
}

/**
 * Returns the spellings one edit away from a term: first with two characters swapped, then with one wrong, missing or
 * extra. In a number only digits may be wrong. Returns none for terms under four characters, which resemble too many
 * others, or longer than package numbers or words are.
 */
export function spellingsOneEditAway(term: string): string[] {
  const inNumber = /[0-9]/.test(term)
  if (!isCorrectable(term, maxCorrectableLength[inNumber ? 'number' : 'word'])) return []
  const alphabet = inNumber ? digits : letters
  const mayBeWrong = (character: string | undefined) =>
    character !== undefined && (!inNumber || /[0-9]/.test(character))
  // The likeliest mistake comes first.
  const spellings = new Set<string>(transpositions(term, mayBeWrong))
  for (let index = 0; index <= term.length; index++) {
    const [before, character] = [term.slice(0, index), term[index]]
    if (mayBeWrong(character))
      for (const other of ['', ...alphabet]) spellings.add(`${before}${other}${term.slice(index + 1)}`)
    // The first character is rarely omitted; in a number, a digit is omitted next to another digit.
    if (index > 0 && (mayBeWrong(term[index - 1]) || mayBeWrong(character)))
      for (const other of alphabet) spellings.add(`${before}${other}${term.slice(index)}`)
  }
  spellings.delete(term)
  return [...spellings].filter((spelling) => spelling.length >= minCorrectableLength)
}

export const SearchHit = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  /** The customer's reference, or the name of the first line. */
  title: OptionalText,
  status: Type.String(),
  date: OptionalText,
  /**
   * The day of its next step: until when a quote is valid, when goods come, when an invoice is due; of a delivered
   * shipment the day of its delivery, null when that is not known.
   */
  keyDate: OptionalText,
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
  summary:
    'Documents of all types that hold every word typed. Those of which exactly a number or reference was typed come first: up to eight, beside the `limit` of the first page, and once more where they stand by their date.',
  query: Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      /** Types, separated by commas; all when absent. */
      types: Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z]+(,[a-z]+)*$' })),
      /**
       * 'true' for suggestions while typing: when very many documents share the beginning of a number, only the
       * greatest numbers are returned, and there is no next page.
       */
      suggest: Type.Optional(Type.Enum(['true'])),
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
    /** The nearest known spelling, when no document matches the query and this was searched for instead. */
    searched: OptionalText,
    /** Whether the counts are complete; they are a lower bound when there are, or may be, more hits on further pages. */
    exact: Type.Boolean(),
    nextCursor: OptionalText,
  }),
})
