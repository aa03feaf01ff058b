import { type DocumentType, isDocumentType } from '../contract/values.ts'

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
const yes = /^true$/
const amount = /^-?\d{1,14}(\.\d{1,4})?$/

const listPatterns: Readonly<Record<keyof ListSearch, RegExp>> = {
  status: /^[a-z_]+(,[a-z_]+)*$/,
  dateField: /^[a-zA-Z]+$/,
  from: day,
  to: day,
  period: /^[a-z0-9_]+$/,
  q: /^.{1,200}$/su,
  over: amount,
  under: amount,
  currency: /^[A-Z]{3}$/,
  late: yes,
  needsAction: yes,
  open: yes,
  sort: /^-?[a-zA-Z]+$/,
  columns: /^[a-zA-Z]+(,[a-zA-Z]+)*$/,
  density: /^(compact|comfortable)$/,
  view: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
}

/** The filters in an address; what makes no sense there is left out. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const read: ListSearch = {}
  for (const [name, pattern] of Object.entries(listPatterns) as [keyof ListSearch, RegExp][]) {
    const value = raw[name]
    if (value !== undefined && value !== null && pattern.test(String(value))) read[name] = String(value)
  }
  return read
}

/** What narrows the search results. */
export type ResultSearch = { type?: DocumentType }

/** What narrows the search results in an address. */
export function readResultSearch({ type }: Record<string, unknown>): ResultSearch {
  return typeof type === 'string' && isDocumentType(type) ? { type } : {}
}

/** What narrows the notifications. */
export type NotificationSearch = { type?: DocumentType; unread?: 'true' }

/** What narrows the notifications in an address. */
export function readNotificationSearch({ type, unread }: Record<string, unknown>): NotificationSearch {
  return {
    ...(typeof type === 'string' && isDocumentType(type) ? { type } : {}),
    ...(String(unread) === 'true' ? { unread: 'true' } : {}),
  }
}

/** All that happened. */
export function notificationsPath(search: NotificationSearch = {}) {
  return { to: '/profile/notifications', search } as const
}

/** The period and currency of an account statement. */
export type StatementSearch = { from?: string; to?: string; currency?: string }

const statementPatterns: Readonly<Record<keyof StatementSearch, RegExp>> = {
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  currency: /^[A-Z]{3}$/,
}

/** The period and currency in an address; what makes no sense there is left out. */
export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  const read: StatementSearch = {}
  for (const [name, pattern] of Object.entries(statementPatterns) as [keyof StatementSearch, RegExp][]) {
    const value = raw[name]
    if (typeof value === 'string' && pattern.test(value)) read[name] = value
  }
  return read
}

/** The account's statement. */
export function statementPath(search: StatementSearch = {}) {
  return { to: '/profile/statement', search } as const
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
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}
