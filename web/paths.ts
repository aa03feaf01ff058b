import type { DocumentType } from '../contract/values.ts'

/** What narrows, sorts and lays out a list; it stands in the address, so that a list can be kept, shared and gone back to. */
export type ListSearch = {
  status?: string
  /** Which date the days mean: of issue when absent. */
  dateField?: string
  from?: string
  to?: string
  period?: string
  q?: string
  over?: string
  under?: string
  currency?: string
  late?: string
  needsAction?: string
  open?: string
  sort?: string
  /** Names of the columns, in their order. */
  columns?: string
  density?: string
  /** The saved view that this list began as; `none` keeps the person's default away. */
  view?: string
}

const day = /^\d{4}-\d\d-\d\d$/
const trueText = /^true$/
const freeText = /^.{1,200}$/su
const currency = /^[A-Z]{3}$/
const documentType = /^(quotes|orders|shipments|invoices)$/
const amount = /^-?\d{1,14}(\.\d{1,4})?$/

const listPatterns: Readonly<Record<keyof ListSearch, RegExp>> = {
  status: /^[a-z_]+(,[a-z_]+)*$/,
  dateField: /^[a-zA-Z]+$/,
  from: day,
  to: day,
  period: /^[a-z0-9_]+$/,
  q: freeText,
  over: amount,
  under: amount,
  currency,
  late: trueText,
  needsAction: trueText,
  open: trueText,
  sort: /^-?[a-zA-Z]+$/,
  columns: /^[a-zA-Z]+(,[a-zA-Z]+)*$/,
  density: /^(compact|comfortable)$/,
  view: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
}

/** Reads an address's parameters by their patterns; what makes no sense there is left out. */
function searchReader<Search>(
  patterns: Readonly<Record<keyof Search, RegExp>>,
): (raw: Record<string, unknown>) => Search {
  const patternEntries = Object.entries<RegExp>(patterns)
  return (raw) => {
    const candidates = patternEntries.map(([name, pattern]) => [name, String(raw[name] ?? ''), pattern] as const)
    return Object.fromEntries(candidates.filter(([, value, pattern]) => value !== '' && pattern.test(value))) as Search
  }
}

/** The filters in an address. */
export const readListSearch = searchReader<ListSearch>(listPatterns)

/** What narrows the search results. */
export type ResultSearch = { type?: DocumentType }

/** What narrows the search results in an address. */
export const readResultSearch = searchReader<ResultSearch>({ type: documentType })

/** What narrows the notifications, or instead of them how one is told. */
export type NotificationSearch = { type?: DocumentType; unread?: 'true'; settings?: 'true' }

/** What narrows the notifications in an address. */
export const readNotificationSearch = searchReader<NotificationSearch>({
  type: documentType,
  unread: trueText,
  settings: trueText,
})

/** All that happened. */
export function notificationsPath(search: NotificationSearch = {}) {
  return { to: '/profile/notifications', search } as const
}

/** The period and currency of an account statement. */
export type StatementSearch = { from?: string; to?: string; currency?: string }

/** The period and currency in an address. */
export const readStatementSearch = searchReader<StatementSearch>({ from: day, to: day, currency })

/** The account's statement. */
export function statementPath(search: StatementSearch = {}) {
  return { to: '/profile/statement', search } as const
}

/** Which of the account's requests are shown. */
export type RequestSearch = { waiting?: 'true' }

/** Which requests an address asks for. */
export function readRequestSearch({ waiting }: Record<string, unknown>): RequestSearch {
  return String(waiting) === 'true' ? { waiting: 'true' } : {}
}

/** All that the account has asked of its supplier. */
export function requestsPath(search: RequestSearch = {}) {
  return { to: '/profile/requests', search } as const
}

/** The item that an enquiry begins with. */
export type EnquirySearch = { sku?: string }

/** The item that an address begins an enquiry with. */
export function readEnquirySearch({ sku }: Record<string, unknown>): EnquirySearch {
  const text = sku === undefined || sku === null ? '' : String(sku).trim().slice(0, 200)
  return text === '' ? {} : { sku: text }
}

/** The form that asks for a quote. */
export function enquiryPath(search: EnquirySearch = {}) {
  return { to: '/profile/requests/new', search } as const
}

/** The list of a type, with its filters. */
export function listPath(type: DocumentType, search: ListSearch = {}) {
  return { to: '/$type', params: { type }, search } as const
}

/** One document. */
export function documentPath(type: DocumentType, number: string) {
  return { to: '/$type/$number', params: { type, number } } as const
}

/** What the item tracker was asked for. */
export type ItemSearch = { q?: string }

/** What the item tracker was asked for in an address. */
export function readItemSearch({ q }: Record<string, unknown>): ItemSearch {
  const text = q === undefined || q === null ? '' : String(q).trim().slice(0, 500)
  return text === '' ? {} : { q: text }
}

/** The item tracker, with what it looks for. */
export function itemTrackerPath(search: ItemSearch = {}) {
  return { to: '/itemTracker', search } as const
}

/** One article. */
export function itemPath(sku: string) {
  return { to: '/itemTracker/$sku', params: { sku } } as const
}

/** One serial or lot. */
export function unitPath(code: string) {
  return { to: '/itemTracker/units/$code', params: { code } } as const
}

/** What is looked for among the questions, and which document one asks about, as in orders/SO-1. */
export type FaqSearch = { q?: string; about?: string }

/** What narrows the questions in an address. */
export const readFaqSearch = searchReader<FaqSearch>({
  q: freeText,
  about: /^(quotes|orders|shipments|invoices)\/.{1,200}$/su,
})

/** The questions, with what one asks about. */
export function faqPath(search: FaqSearch = {}) {
  return { to: '/faq', search } as const
}

/** Everything that holds a text. */
export function searchPath(text: string, search: ResultSearch = {}) {
  return { to: '/masterSearch/$search', params: { search: text }, search } as const
}

/** Every parameter of an address as a plain text: "late=true", not a quoted one. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** An address's parameters, with their question mark; commas stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}
