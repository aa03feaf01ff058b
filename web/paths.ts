import { filterPatterns, sortPattern, statusPattern } from '#contract/documents/filter-patterns.ts'
import { calendarDatePattern } from '#contract/values/dates.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'

/**
 * The filters, sorting and layout of a list; they stand in the address, so that a list can be bookmarked, shared and
 * returned to.
 */
export type ListSearch = { [Name in keyof typeof listPatterns]?: string }

const calendarDate = new RegExp(calendarDatePattern)
const currency = new RegExp(filterPatterns.currency)
const trueText = /^true$/
const freeText = new RegExp(filterPatterns.q, 'u')
const documentType = new RegExp(`^(${documentTypes.join('|')})$`)

const patternsOf = <Name extends string>(texts: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, new RegExp(text, 'u')])) as Record<
    Name,
    RegExp
  >

const listPatterns = {
  ...patternsOf({ status: statusPattern, ...filterPatterns, sort: sortPattern }),
  /** The names of the columns, in order. */
  columns: /^[a-zA-Z]+(,[a-zA-Z]+)*$/,
  density: /^(compact|comfortable)$/,
  /** The saved view with which this list began; `none` turns off the person's default view. */
  view: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
}

/** Reads the parameters of an address by their patterns; leaves out those that do not match. */
function searchReader<Search>(
  patterns: Readonly<Record<keyof Search, RegExp>>,
): (raw: Record<string, unknown>) => Search {
  const patternEntries = Object.entries<RegExp>(patterns)
  return (raw) => {
    const candidates = patternEntries.map(([name, pattern]) => [name, String(raw[name] ?? ''), pattern] as const)
    return Object.fromEntries(candidates.filter(([, value, pattern]) => value !== '' && pattern.test(value))) as Search
  }
}

/** The filters of a list in an address. */
export const readListSearch = searchReader<ListSearch>(listPatterns)

/** The filters of the search results. */
export type ResultSearch = { type?: DocumentType }

/** The filters of the search results in an address. */
export const readResultSearch = searchReader<ResultSearch>({ type: documentType })

/** The filters of the notifications; `settings` shows their settings instead. */
export type NotificationSearch = { type?: DocumentType; unread?: 'true'; settings?: 'true' }

/** The filters of the notifications in an address. */
export const readNotificationSearch = searchReader<NotificationSearch>({
  type: documentType,
  unread: trueText,
  settings: trueText,
})

/** The path of the notifications. */
export function notificationsPath(search: NotificationSearch = {}) {
  return { to: '/profile/notifications', search } as const
}

/** The period and currency of an account statement. */
export type StatementSearch = { from?: string; to?: string; currency?: string }

/** The period and currency in an address. */
export const readStatementSearch = searchReader<StatementSearch>({ from: calendarDate, to: calendarDate, currency })

/** The path of the account's statement. */
export function statementPath(search: StatementSearch = {}) {
  return { to: '/profile/statement', search } as const
}

/** The filter of the account's requests. */
export type RequestSearch = { waiting?: 'true' }

/** The filter of the requests in an address. */
export function readRequestSearch({ waiting }: Record<string, unknown>): RequestSearch {
  return String(waiting) === 'true' ? { waiting: 'true' } : {}
}

/** The path of the account's requests to the supplier. */
export function requestsPath(search: RequestSearch = {}) {
  return { to: '/profile/requests', search } as const
}

/** The item with which the form for a quote begins. */
export type EnquirySearch = { sku?: string }

/** The item in an address, for the form for a quote. */
export function readEnquirySearch({ sku }: Record<string, unknown>): EnquirySearch {
  const text = sku === undefined || sku === null ? '' : String(sku).trim().slice(0, 200)
  return text === '' ? {} : { sku: text }
}

/** The path of the form that asks for a quote. */
export function enquiryPath(search: EnquirySearch = {}) {
  return { to: '/profile/requests/new', search } as const
}

/** The path of a document list, with its filters. */
export function listPath(type: DocumentType, search: ListSearch = {}) {
  return { to: '/$type', params: { type }, search } as const
}

/** The path of one document. */
export function documentPath(type: DocumentType, number: string) {
  return { to: '/$type/$number', params: { type, number } } as const
}

/** The search text of the item tracker. */
export type ItemSearch = { q?: string }

/** The search text of the item tracker in an address. */
export function readItemSearch({ q }: Record<string, unknown>): ItemSearch {
  const text = q === undefined || q === null ? '' : String(q).trim().slice(0, 500)
  return text === '' ? {} : { q: text }
}

/** The path of the item tracker, with its search text. */
export function itemTrackerPath(search: ItemSearch = {}) {
  return { to: '/itemTracker', search } as const
}

/** The path of one item. */
export function itemPath(sku: string) {
  return { to: '/itemTracker/$sku', params: { sku } } as const
}

/** The path of one serial number or lot. */
export function unitPath(code: string) {
  return { to: '/itemTracker/units/$code', params: { code } } as const
}

/** The search text of the FAQ, and the document that a message is about, as in orders/SO-1. */
export type FaqSearch = { q?: string; about?: string }

/** The parameters of the FAQ in an address. */
export const readFaqSearch = searchReader<FaqSearch>({
  q: freeText,
  about: new RegExp(`^(${documentTypes.join('|')})/[^]{1,200}$`, 'u'),
})

/** The path of the FAQ, with its parameters. */
export function faqPath(search: FaqSearch = {}) {
  return { to: '/faq', search } as const
}

/** The path of the search results for a text. */
export function searchPath(text: string, search: ResultSearch = {}) {
  return { to: '/masterSearch/$search', params: { search: text }, search } as const
}

/** Reads every parameter of an address as a plain text: "late=true", not a quoted value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes the parameters of an address, with the question mark; commas stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}
