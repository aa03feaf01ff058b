import { statusesOf } from '../documents/types.ts'
import { type DocumentType, documentTypes } from '../values.ts'
import { alphanumericCode } from './search.ts'

/** The prefixes that turn a word into a filter when a colon and a value follow. */
export const searchPrefixes = ['po', 'sku', 'sn', 'type', 'status', 'after', 'before', 'over'] as const
export type SearchPrefix = (typeof searchPrefixes)[number]

/** A filter in the typed query: `text` is the text as typed, `value` its meaning. */
export type SearchFilter = { prefix: SearchPrefix; value: string; text: string }

/** A typed query in its parts. Both end days are included. */
export type SearchQuery = {
  /** Everything that is not a filter; it is searched for as typed. */
  words: string
  filters: SearchFilter[]
}

/** Parses a typed query. An unknown prefix, or one with an invalid value, is treated as plain text. */
export function parseSearchQuery(input: string, { prices }: { prices: boolean }): SearchQuery {
  const words: string[] = []
  const filters: SearchFilter[] = []
  for (const [text] of input.matchAll(/[\p{L}]+:"[^"]*"|\S+/gu)) {
    const filter = parseFilter(text, prices)
    if (filter === undefined) words.push(text)
    else if (
      filter.value !== '' &&
      !filters.some((other) => other.prefix === filter.prefix && other.value === filter.value)
    ) {
      filters.push(filter)
    }
  }
  return { words: words.join(' '), filters }
}

/** Returns the query without a filter. */
export function withoutFilter({ words, filters }: SearchQuery, filter: SearchFilter): SearchQuery {
  return { words, filters: filters.filter((other) => other.prefix !== filter.prefix || other.value !== filter.value) }
}

/** Returns the query with exactly these values of a prefix. */
export function withValues(
  { words, filters }: SearchQuery,
  prefix: SearchPrefix,
  values: readonly string[],
): SearchQuery {
  const others = filters.filter((filter) => filter.prefix !== prefix)
  return {
    words,
    filters: [...others, ...values.map((value) => ({ prefix, value, text: formatFilter(prefix, value) }))],
  }
}

/** Returns the query as a person would type it. */
export function formatSearchQuery({ words, filters }: SearchQuery): string {
  return [words, ...filters.map(({ text }) => text)].filter((text) => text !== '').join(' ')
}

/** Returns the values of a prefix. */
export function valuesOf({ filters }: SearchQuery, prefix: SearchPrefix): string[] {
  return filters.filter((filter) => filter.prefix === prefix).map(({ value }) => value)
}

function formatFilter(prefix: SearchPrefix, value: string): string {
  return /\s/.test(value) ? `${prefix}:"${value.replaceAll('"', '')}"` : `${prefix}:${value}`
}

/** A filter with an empty value is still being typed and has no effect yet. */
function parseFilter(text: string, prices: boolean): SearchFilter | undefined {
  const match = /^(\p{L}+):(?:"([^"]*)"|(.*))$/su.exec(text)
  const prefix = searchPrefixes.find((name) => name === match?.[1]?.toLowerCase())
  if (match === null || prefix === undefined || (prefix === 'over' && !prices)) return undefined
  const rawValue = (match[2] ?? match[3] ?? '').trim()
  if (rawValue === '') return { prefix, value: '', text }
  const value = valueParsers[prefix](rawValue)
  return value === undefined ? undefined : { prefix, value, text }
}

const parseCode = (value: string) => (alphanumericCode(value) === '' ? undefined : value)

const valueParsers: Readonly<Record<SearchPrefix, (value: string) => string | undefined>> = {
  po: parseCode,
  sku: parseCode,
  sn: parseCode,
  type: parseType,
  status: parseStatus,
  after: (value) => parseDay(value, 'first'),
  before: (value) => parseDay(value, 'last'),
  over: parseAmount,
}

/** Returns the type that begins with this text; "order" and "inv" are enough. */
function parseType(value: string): DocumentType | undefined {
  const matches = documentTypes.filter((type) => type.startsWith(value.toLowerCase()))
  return matches.length === 1 ? matches[0] : undefined
}

function parseStatus(value: string): string | undefined {
  const status = value.toLowerCase().replaceAll('-', '_')
  return documentTypes.some((type) => statusesOf(type).includes(status)) ? status : undefined
}

/**
 * Parses a day, a month or a year, as 2026-03-01, 1.3.2026, 2026-03 or 2026; returns the first or last day of a month
 * or year.
 */
function parseDay(value: string, end: 'first' | 'last'): string | undefined {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value)
  const [year, month, day] = dotted ? [dotted[3], dotted[2], dotted[1]] : [iso?.[1], iso?.[2], iso?.[3]]
  if (year === undefined || Number(year) < 1000) return undefined
  const monthNumber = month === undefined ? (end === 'first' ? 1 : 12) : Number(month)
  const lastOfMonth = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate()
  const dayNumber = day === undefined ? (end === 'first' ? 1 : lastOfMonth) : Number(day)
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > lastOfMonth) return undefined
  return `${year}-${String(monthNumber).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}`
}

/**
 * Returns a decimal amount, typed in the style of any country, as plain decimal text, or undefined. Of two separators
 * the last is the decimal one; a single one before three digits groups thousands.
 */
export function parseAmount(value: string): string | undefined {
  const stripped = value
    .replace(/^(?:[€$£¥]|[A-Za-z]{3})|(?:[€$£¥]|[A-Za-z]{3})$/g, '')
    .replace(/['’\u00a0\u202f]/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/.exec(stripped)
  if (!match) return undefined
  const [, whole = '', point, cents] = match
  const grouping = /[.,]/.exec(whole)?.[0]
  const groupings = new Set(whole.replace(/\d/g, ''))
  if (groupings.size > 1 || (grouping !== undefined && grouping === point)) return undefined
  const digits = whole.replace(/[.,]/g, '')
  return digits.length > 12 ? undefined : cents === undefined ? digits : `${digits}.${cents}`
}
