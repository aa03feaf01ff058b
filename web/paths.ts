import { type DocumentType, isDocumentType } from '../contract/values.ts'

/** What narrows a list; it stands in the address, so that a list can be bookmarked, shared and gone back to. */
export type ListSearch = {
  status?: string
  from?: string
  to?: string
  q?: string
  sort?: string
}

const listPatterns: Readonly<Record<keyof ListSearch, RegExp>> = {
  status: /^[a-z_]+(,[a-z_]+)*$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  q: /^.{1,200}$/su,
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
