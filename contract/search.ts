import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { DocumentTypeSchema, documentTypes, OptionalText } from './values.ts'

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

/** Lower case, without accents: "Müller" and "muller" are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøıłđæœþ]/g, (letter) => foldedLetters[letter] as string)
}

const maxTermLength = 60

/**
 * The terms of a reference (number, SKU, tracking number): each part between punctuation alone and with all that follows
 * it, and numbers without leading zeros, so that "SO-0042" is found by so0042, so42, 0042 and 42.
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

/** The words of a text of two letters or more. */
export function wordTerms(words: string): string[] {
  const terms = new Set<string>()
  for (const word of fold(words).split(/[^\p{L}\p{N}]+/u)) if (word.length > 1) terms.add(word.slice(0, maxTermLength))
  return [...terms]
}

/** A reference in letters and digits alone. */
export function alphanumericCode(reference: string): string {
  return fold(reference)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, maxTermLength)
}

/** The term of a decimal amount, with cents. No term of a text looks like it, so that only who asks for amounts finds it. */
export function amountTerm(amount: string): string {
  const [whole = '', cents = ''] = amount.replace(/^[-+]/, '').split('.')
  return `$${whole.replace(/^0+(?=\d)/, '')}.${cents.replace(/0+$/, '').padEnd(2, '0')}`
}

/** What a person typed, as prefixes that must all be found; at most eight, so that no query costs more than a normal one. */
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

/** The spellings in which two neighbours that are both doubted are exchanged. */
function transpositions(term: string, mayBeWrong: (character: string | undefined) => boolean): string[] {
  return [...term].flatMap((character, index) => {
    const next = term[index + 1]
    return mayBeWrong(character) && mayBeWrong(next)
      ? [`${term.slice(0, index)}${next}${character}${term.slice(index + 2)}`]
      : []
  })
}

/**
 * The spellings one keystroke away from a term: two signs exchanged first, then one wrong, missing or too many. In a number
 * digits alone are doubted. None of fewer than four signs, which are near to too much, and none for a longer
 * term than numbers of packages or words have.
 */
export function spellingsOneEditAway(term: string): string[] {
  const inNumber = /[0-9]/.test(term)
  if (!isCorrectable(term, maxCorrectableLength[inNumber ? 'number' : 'word'])) return []
  const alphabet = inNumber ? digits : letters
  const mayBeWrong = (character: string | undefined) =>
    character !== undefined && (!inNumber || /[0-9]/.test(character))
  // The likeliest slip comes first.
  const spellings = new Set<string>(transpositions(term, mayBeWrong))
  for (let index = 0; index <= term.length; index++) {
    const [before, character] = [term.slice(0, index), term[index]]
    if (mayBeWrong(character))
      for (const other of ['', ...alphabet]) spellings.add(`${before}${other}${term.slice(index + 1)}`)
    // A first sign is seldom forgotten; in a number a digit is forgotten beside another one.
    if (index > 0 && (mayBeWrong(term[index - 1]) || mayBeWrong(character)))
      for (const other of alphabet) spellings.add(`${before}${other}${term.slice(index)}`)
  }
  spellings.delete(term)
  return [...spellings].filter((spelling) => spelling.length >= minCorrectableLength)
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
      /**
       * 'true': for a box that is being typed in. A beginning of numbers that very many documents share is answered with the
       * greatest of them, and there is no next page.
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
    /** The nearest known spelling, where no document holds what was typed and this was looked for instead. */
    searched: OptionalText,
    /** Whether the counts are complete; beyond 1,000 hits they are a lower bound. */
    exact: Type.Boolean(),
    nextCursor: OptionalText,
  }),
})
