import { dateFields, fieldFilters, filterPatterns } from '#contract/documents/filter-patterns.ts'
import { type Period, periods } from '#contract/documents/periods.ts'
import { definitions, statusesOf } from '#contract/documents/types.ts'
import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import type { ListSearch } from '#web/paths.ts'

function isExistingDate(text: string | undefined): text is string {
  if (text === undefined) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** Whether a text is the name of a period such as "this_week". */
export function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && (periods as readonly string[]).includes(text)
}

type SearchChanges = { [K in keyof ListSearch]: string | undefined }

/** The search without undefined and empty values. */
function withoutEmptyValues(search: SearchChanges): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** The valid dates of a URL: a named period, or a first and a last day that exist in the calendar. */
function validDays({ dateField, from, to, period }: ListSearch): SearchChanges {
  const days = isPeriod(period)
    ? { period }
    : { from: isExistingDate(from) ? from : undefined, to: isExistingDate(to) ? to : undefined }
  const hasDays = Object.values(days).some((value) => value !== undefined)
  const isKnownField =
    dateField !== undefined && dateField !== dateFields[0] && (dateFields as readonly string[]).includes(dateField)
  return { ...days, dateField: hasDays && isKnownField ? dateField : undefined }
}

/**
 * The part of a URL's state that is valid for a type; unknown statuses, sort orders and impossible dates are left out.
 */
export function validSearch(type: DocumentType, search: ListSearch): ListSearch {
  const { canBeLate, filters, sorts } = definitions[type]
  const otherFields = Object.keys(fieldFilters).filter((name) => !(filters as readonly string[]).includes(name))
  const knownStatuses = statusesOf(type)
  const statuses = search.status?.split(',').filter((status) => knownStatuses.includes(status)) ?? []
  const { sort, columns, density, view } = search
  return withoutEmptyValues({
    status: [...new Set(statuses)].join(','),
    ...filtersOf(search),
    ...{ from: undefined, to: undefined, period: undefined, ...validDays(search) },
    q: search.q?.trim(),
    // A shipment has no amount.
    ...(type === 'shipments' ? { over: undefined, under: undefined, currency: undefined } : {}),
    late: canBeLate ? search.late : undefined,
    ...Object.fromEntries(otherFields.map((name) => [name, undefined])),
    sort: sort !== undefined && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    columns,
    density,
    view,
  })
}

const filterNames = Object.keys(filterPatterns) as (keyof typeof filterPatterns)[]
const filtersOf = (search: ListSearch): SearchChanges =>
  Object.fromEntries(filterNames.map((name) => [name, search[name]]))

/** The search with some values changed; undefined and empty ones are removed. */
export function withChanges(search: ListSearch, changes: SearchChanges): ListSearch {
  return withoutEmptyValues({ ...search, ...changes })
}

/** The search with other dates: a named period and single days exclude each other. */
export function withDays(
  search: ListSearch,
  days: Pick<SearchChanges, 'from' | 'to' | 'period' | 'dateField'>,
): ListSearch {
  return withChanges(search, { from: undefined, to: undefined, period: undefined, ...days })
}

/** The filters of a list except its status; neither sort order nor layout. */
export function filtersWithoutStatus(search: ListSearch): ListSearch {
  return withoutEmptyValues(filtersOf(search))
}

/** The parameters of the server's query: a list's filters and sort order. */
export function queryParameters(search: ListSearch): ListSearch {
  return withoutEmptyValues({ status: search.status, ...filtersWithoutStatus(search), sort: search.sort })
}

/** The search without any filter; sort order and layout stay. */
export function withoutFilters(search: ListSearch): ListSearch {
  const emptied = Object.fromEntries(['status', ...filterNames].map((name) => [name, undefined]))
  return withChanges(search, emptied)
}

/** Whether a list is filtered; its sort order does not count. */
export function hasFilters(search: ListSearch): boolean {
  return search.status !== undefined || Object.keys(filtersWithoutStatus(search)).length > 0
}

/** The active statuses of a type's documents, separated by commas as in the URL. */
export function openStatuses(type: DocumentType): string {
  return definitions[type].active.join(',')
}

const defaultSort = '-issueDate'

/** The field by which a list is sorted, and whether in descending order. */
export function sortingOf(search: ListSearch): { by: string; descending: boolean } {
  const sort = search.sort ?? defaultSort
  return { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/** The search after a click on a column's heading: sorted in descending order first, then in ascending order. */
export function withSortToggled(search: ListSearch, field: string): ListSearch {
  const current = sortingOf(search)
  const sort = current.by === field && current.descending ? field : `-${field}`
  return withChanges(search, { sort: sort === defaultSort ? undefined : sort })
}

type StatusCount = { status: string; count: number; exact: boolean }
/** `group` is null for a single status. */
export type StatusTab = {
  group: 'open' | 'all' | null
  status: string | undefined
  count: number | null
  exact: boolean
}

function sumCounts(counts: readonly StatusCount[]): { count: number; exact: boolean } {
  return { count: counts.reduce((sum, { count }) => sum + count, 0), exact: counts.every(({ exact }) => exact) }
}

/** The tabs above a list: open, all, and each status that has documents or is chosen. */
export function statusTabsOf(
  type: DocumentType,
  counts: readonly StatusCount[] | undefined,
  search: ListSearch,
): StatusTab[] {
  const uncounted = { count: null, exact: true }
  const active: readonly string[] = definitions[type].active
  const open = counts ? sumCounts(counts.filter(({ status }) => active.includes(status))) : uncounted
  const all = counts ? sumCounts(counts) : uncounted
  const singleTabs = (counts ?? [])
    .filter(({ status, count }) => count > 0 || status === search.status)
    .map(({ status, count, exact }) => ({ group: null, status, count, exact }))
  return [
    { group: 'open', status: openStatuses(type), ...open },
    { group: 'all', status: undefined, ...all },
    ...singleTabs,
  ]
}

/** The row height of a list: from its URL, otherwise the person's default for all lists. */
export function densityOf(search: ListSearch, defaultDensity: Density): Density {
  return (search.density as Density | undefined) ?? defaultDensity
}
