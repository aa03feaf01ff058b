import { statusesOf } from './documents/types.ts'
import { bareCode } from './search.ts'
import { type DocumentType, documentTypes } from './values.ts'

/** The words that narrow a search when a colon and a value follow them. */
export const searchPrefixes = ['po', 'sku', 'sn', 'type', 'status', 'after', 'before', 'over'] as const
export type SearchPrefix = (typeof searchPrefixes)[number]

/** A filter as it stands in what was typed: `text` is that stretch, `value` what it means. */
export type SearchFilter = { prefix: SearchPrefix; value: string; text: string }

/** What was typed, taken apart. Days are included at both ends. */
export type SearchQuery = {
  /** All that is no filter, to be looked for as it is. */
  words: string
  filters: SearchFilter[]
}

/** Reads what a person typed. A prefix that nobody knows, or one whose value makes no sense, is text like any other. */
export function readSearch(typed: string, { prices }: { prices: boolean }): SearchQuery {
  const words: string[] = []
  const filters: SearchFilter[] = []
  for (const [text] of typed.matchAll(/[\p{L}]+:"[^"]*"|\S+/gu)) {
    const filter = filterOf(text, prices)
    if (filter === undefined) words.push(text)
    else if (
      filter.value !== '' &&
      !filters.some((one) => one.prefix === filter.prefix && one.value === filter.value)
    ) {
      filters.push(filter)
    }
  }
  return { words: words.join(' '), filters }
}

/** The query without a filter. */
export function withoutFilter({ words, filters }: SearchQuery, filter: SearchFilter): SearchQuery {
  return { words, filters: filters.filter((one) => one.prefix !== filter.prefix || one.value !== filter.value) }
}

/** The query with these values, and no others, of a prefix. */
export function withValues(
  { words, filters }: SearchQuery,
  prefix: SearchPrefix,
  values: readonly string[],
): SearchQuery {
  const others = filters.filter((one) => one.prefix !== prefix)
  return { words, filters: [...others, ...values.map((value) => ({ prefix, value, text: textOf(prefix, value) }))] }
}

/** A query as a person would type it. */
export function writeSearch({ words, filters }: SearchQuery): string {
  return [words, ...filters.map(({ text }) => text)].filter((text) => text !== '').join(' ')
}

/** The values of a prefix. */
export function valuesOf({ filters }: SearchQuery, prefix: SearchPrefix): string[] {
  return filters.filter((one) => one.prefix === prefix).map(({ value }) => value)
}

function textOf(prefix: SearchPrefix, value: string): string {
  return /\s/.test(value) ? `${prefix}:"${value.replaceAll('"', '')}"` : `${prefix}:${value}`
}

/** A filter whose value is empty is still being typed: it narrows nothing yet. */
function filterOf(text: string, prices: boolean): SearchFilter | undefined {
  const match = /^(\p{L}+):(?:"([^"]*)"|(.*))$/su.exec(text)
  const prefix = searchPrefixes.find((one) => one === match?.[1]?.toLowerCase())
  if (match === null || prefix === undefined || (prefix === 'over' && !prices)) return undefined
  const said = (match[2] ?? match[3] ?? '').trim()
  if (said === '') return { prefix, value: '', text }
  const value = meanings[prefix](said)
  return value === undefined ? undefined : { prefix, value, text }
}

const code = (said: string) => (bareCode(said) === '' ? undefined : said)

const meanings: Readonly<Record<SearchPrefix, (said: string) => string | undefined>> = {
  po: code,
  sku: code,
  sn: code,
  type: typeOf,
  status: statusOf,
  after: (said) => dayOf(said, 'first'),
  before: (said) => dayOf(said, 'last'),
  over: amountOf,
}

/** The type that begins so; "order" and "inv" are enough. */
function typeOf(said: string): DocumentType | undefined {
  const found = documentTypes.filter((type) => type.startsWith(said.toLowerCase()))
  return found.length === 1 ? found[0] : undefined
}

function statusOf(said: string): string | undefined {
  const wanted = said.toLowerCase().replaceAll('-', '_')
  return documentTypes.some((type) => statusesOf(type).includes(wanted)) ? wanted : undefined
}

/** A day, a month or a year, as 2026-03-01, 1.3.2026, 2026-03 or 2026; of the latter two their first or last day. */
function dayOf(said: string, end: 'first' | 'last'): string | undefined {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(said)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(said)
  const [year, month, day] = dotted ? [dotted[3], dotted[2], dotted[1]] : [iso?.[1], iso?.[2], iso?.[3]]
  if (year === undefined || Number(year) < 1000) return undefined
  const months = month === undefined ? (end === 'first' ? 1 : 12) : Number(month)
  const lastOfMonth = new Date(Date.UTC(Number(year), months, 0)).getUTCDate()
  const days = day === undefined ? (end === 'first' ? 1 : lastOfMonth) : Number(day)
  if (months < 1 || months > 12 || days < 1 || days > lastOfMonth) return undefined
  return `${year}-${String(months).padStart(2, '0')}-${String(days).padStart(2, '0')}`
}

/**
 * A decimal amount as people of any country write it, or undefined. Of two signs the last is the decimal one; a single
 * one before three digits groups thousands.
 */
export function amountOf(said: string): string | undefined {
  const bare = said.replace(/^(?:[€$£¥]|[A-Za-z]{3})|(?:[€$£¥]|[A-Za-z]{3})$/g, '').replace(/['’\u00a0\u202f]/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/.exec(bare)
  if (!match) return undefined
  const [, whole = '', point, cents] = match
  const grouping = /[.,]/.exec(whole)?.[0]
  const groupings = new Set(whole.replace(/\d/g, ''))
  if (groupings.size > 1 || (grouping !== undefined && grouping === point)) return undefined
  const digits = whole.replace(/[.,]/g, '')
  return digits.length > 12 ? undefined : cents === undefined ? digits : `${digits}.${cents}`
}
