import { type DocumentType, isDocumentType } from '../contract/values.ts'

/** What narrows a list; it stands in the address, so that a list can be bookmarked, shared and gone back to. */
export type ListSearch = {
  status?: string
  /** Which date the days mean: of issue when absent. */
  dateField?: string
  from?: string
  to?: string
  q?: string
  currency?: string
  open?: string
  sort?: string
}

const listPatterns: Readonly<Record<keyof ListSearch, RegExp>> = {
  status: /^[a-z_]+(,[a-z_]+)*$/,
  dateField: /^[a-zA-Z]+$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  q: /^.{1,200}$/su,
  currency: /^[A-Z]{3}$/,
  open: /^true$/,
  sort: /^-?[a-zA-Z]+$/,
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

/** Everything that holds a text. */
export function searchPath(text: string, search: ResultSearch = {}) {
  return { to: '/masterSearch/$search', params: { search: text }, search } as const
}
