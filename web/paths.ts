import { filterPatterns } from '#contract/documents/filter-patterns.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import { searchReader } from '#contract/search-parameters.ts'
import { calendarDatePattern } from '#contract/values/dates.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'

const calendarDate = new RegExp(calendarDatePattern)
const currency = new RegExp(filterPatterns.currency)
const trueText = /^true$/
const freeText = new RegExp(filterPatterns.q, 'u')
const documentType = new RegExp(`^(${documentTypes.join('|')})$`)

/** The filters of the search results; `items` shows the items instead. */
export type ResultSearch = { type?: DocumentType; items?: 'true' }

/** The filters of the search results in an address. */
export const readResultSearch = searchReader<ResultSearch>({ type: documentType, items: trueText })

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

/** The filter of the account's requests; `conversations` shows what was written instead, `returns` the return of a number, or all. */
export type RequestSearch = { waiting?: 'true'; conversations?: 'true'; returns?: string }

/** The filter of the requests in an address. */
export const readRequestSearch = searchReader<RequestSearch>({
  waiting: trueText,
  conversations: trueText,
  returns: freeText,
})

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

/** The region that asks who is signed in, and what it wants to get back. */
export type VouchSearch = { region?: string; state?: string; nonce?: string }

const token = /^[\w-]{1,43}$/

/** The parameters with which another region sends a browser here; the server knows what they may be. */
export const readVouchSearch = searchReader<VouchSearch>({ region: token, state: token, nonce: token })

/** The request with whose form the page of a document opens. */
export type DocumentSearch = { act?: string }

/** The request in an address; whether it can be made is decided on the page. */
export const readDocumentSearch = searchReader<DocumentSearch>({ act: /^[a-zA-Z]{1,40}$/ })

/** The search text of the item tracker; `scan`: it opens with the camera. */
export type ItemSearch = { q?: string; scan?: 'true' }

/** The search text of the item tracker in an address. */
export function readItemSearch({ q, scan }: Record<string, unknown>): ItemSearch {
  const text = q === undefined || q === null ? '' : String(q).trim().slice(0, 500)
  if (text === '') return String(scan) === 'true' ? { scan: 'true' } : {}
  return { q: text }
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
