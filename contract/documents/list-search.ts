import { parseSearch, searchReader } from '../search-parameters.ts'
import type { DocumentType } from '../values.ts'
import { dateFields, fieldFilters, filterPatterns, sortPattern, statusPattern } from './filter-patterns.ts'
import { type Period, periods } from './periods.ts'
import { definitions, statusesOf } from './types.ts'

/*
 * What the address of a list says, and what the server is then asked: read by the page, and by the server when it names
 * the calls that a page makes first.
 */

/**
 * The filters, sorting and layout of a list; they stand in the address, so that a list can be bookmarked, shared and
 * returned to.
 */
export type ListSearch = { [Name in keyof typeof listPatterns]?: string }

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
  group: /^(week|status)$/,
  /** The saved view with which this list began; `none` turns off the person's default view. */
  view: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
}

/** The filters of a list in an address. */
export const readListSearch = searchReader<ListSearch>(listPatterns)

function isExistingDate(text: string | undefined): text is string {
  if (text === undefined) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** Whether a text is the name of a period such as "this_week". */
export function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && (periods as readonly string[]).includes(text)
}

/** Parameters of a list; undefined and empty ones are to be left out. */
export type SearchChanges = { [K in keyof ListSearch]: string | undefined }

/** The search without undefined and empty values. */
export function withoutEmptyValues(search: SearchChanges): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/**
 * The valid dates of a URL: a named period, or a first and a last day that exist in the calendar. Only the key date need
 * be named.
 */
function validDays({ dateField, from, to, period }: ListSearch): SearchChanges {
  const named = isPeriod(period) ? period : undefined
  const dayOf = (text: string | undefined) => (!named && isExistingDate(text) ? text : undefined)
  const days = { period: named, from: dayOf(from), to: dayOf(to) }
  const hasDays = days.period ?? days.from ?? days.to
  return { ...days, dateField: hasDays && dateField === dateFields[1] ? dateField : undefined }
}

/**
 * The part of a URL's state that is valid for a type; unknown statuses, sort orders and impossible dates are left out.
 */
export function validSearch(type: DocumentType, search: ListSearch): ListSearch {
  const { filters, sorts } = definitions[type]
  const { canBeLate, canBeDisputed }: { canBeLate: boolean; canBeDisputed?: true } = definitions[type]
  const otherFields = Object.keys(fieldFilters).filter((name) => !(filters as readonly string[]).includes(name))
  const knownStatuses = statusesOf(type)
  const statuses = search.status?.split(',').filter((status) => knownStatuses.includes(status)) ?? []
  const { columns, density, view } = search
  const sort = search.sort !== undefined && sorts.includes(search.sort.replace(/^-/, '')) ? search.sort : undefined
  const isByDate = (dateFields as readonly string[]).includes(sort?.replace(/^-/, '') ?? dateFields[0])
  return withoutEmptyValues({
    status: [...new Set(statuses)].join(','),
    ...filtersOf(search),
    ...validDays(search),
    q: search.q?.trim(),
    // A shipment has no amount.
    ...(type === 'shipments' && { over: undefined, under: undefined, currency: undefined }),
    ...(!canBeLate && { late: undefined }),
    ...(!canBeDisputed && { disputed: undefined, undisputed: undefined }),
    ...Object.fromEntries(otherFields.map((name) => [name, undefined])),
    sort,
    // Weeks are those of the date by which a list is sorted.
    group: search.group === 'week' && !isByDate ? undefined : search.group,
    columns,
    density,
    view,
  })
}

/** The names of the filters except the status. */
export const filterNames = Object.keys(filterPatterns) as (keyof typeof filterPatterns)[]
const filtersOf = (search: ListSearch): SearchChanges =>
  Object.fromEntries(filterNames.map((name) => [name, search[name]]))

/** The filters of a list except its status; neither sort order nor layout. */
export function filtersWithoutStatus(search: ListSearch): ListSearch {
  return withoutEmptyValues(filtersOf(search))
}

/** The parameters of the server's query: a list's filters and sort order. */
export function queryParameters(search: ListSearch): ListSearch {
  return withoutEmptyValues({ status: search.status, ...filtersWithoutStatus(search), sort: search.sort })
}

/** The state of a list that a saved view keeps as the query string of an address. */
export function searchOfState(type: DocumentType, state: string): ListSearch {
  return validSearch(type, readListSearch(parseSearch(state)))
}
