import type { Density } from '../../contract/appearance.ts'
import { dateFields } from '../../contract/documents/filters.ts'
import { type Period, periods } from '../../contract/documents/periods.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'

function isExistingDate(text: string | undefined): text is string {
  if (text === undefined) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** Whether a text names a stretch of days such as "this_week". */
export function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && (periods as readonly string[]).includes(text)
}

type SearchChanges = { [K in keyof ListSearch]: string | undefined }

/** A search without what is undefined or empty. */
function withoutEmptyValues(search: SearchChanges): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** The days of an address that make sense: a named period, or a first and a last day that the calendar has. */
function validDays({ dateField, from, to, period }: ListSearch): SearchChanges {
  const days = isPeriod(period)
    ? { period }
    : { from: isExistingDate(from) ? from : undefined, to: isExistingDate(to) ? to : undefined }
  const hasDays = Object.values(days).some((value) => value !== undefined)
  const isKnownField =
    dateField !== undefined && dateField !== dateFields[0] && (dateFields as readonly string[]).includes(dateField)
  return { ...days, dateField: hasDays && isKnownField ? dateField : undefined }
}

/** The state of an address that makes sense for a type; unknown statuses, sorts and days that no calendar has are left out. */
export function validSearch(type: DocumentType, search: ListSearch): ListSearch {
  const { canBeLate, sorts } = definitions[type]
  const knownStatuses = statusesOf(type)
  const statuses = search.status?.split(',').filter((status) => knownStatuses.includes(status)) ?? []
  const { q, over, under, currency, late, needsAction, open, sort, columns, density, view } = search
  return withoutEmptyValues({
    status: [...new Set(statuses)].join(','),
    ...validDays(search),
    q: q?.trim(),
    // A shipment has no amount.
    ...(type === 'shipments' ? {} : { over, under, currency }),
    late: canBeLate ? late : undefined,
    needsAction,
    open,
    sort: sort !== undefined && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    columns,
    density,
    view,
  })
}

/** The same state with some changed; an undefined one is taken away. */
export function withChanges(search: ListSearch, changes: SearchChanges): ListSearch {
  return withoutEmptyValues({ ...search, ...changes })
}

/** What a change of days takes away: a named period and single days exclude each other. */
export function withDays(
  search: ListSearch,
  days: Pick<SearchChanges, 'from' | 'to' | 'period' | 'dateField'>,
): ListSearch {
  return withChanges(search, { from: undefined, to: undefined, period: undefined, ...days })
}

const filterNames = [
  'from',
  'to',
  'period',
  'dateField',
  'q',
  'over',
  'under',
  'currency',
  'late',
  'needsAction',
  'open',
] as const

/** What narrows a list besides its status; neither order nor looks. */
export function filtersWithoutStatus(search: ListSearch): ListSearch {
  return withoutEmptyValues(Object.fromEntries(filterNames.map((name) => [name, search[name]])))
}

/** What the server is asked for: all that narrows a list, and its order. */
export function queryParameters(search: ListSearch): ListSearch {
  return withoutEmptyValues({ status: search.status, ...filtersWithoutStatus(search), sort: search.sort })
}

/** The same order and looks with nothing narrowed. */
export function withoutFilters(search: ListSearch): ListSearch {
  const emptied = Object.fromEntries(['status', ...filterNames].map((name) => [name, undefined]))
  return withChanges(search, emptied)
}

/** Whether anything narrows the list; its sorting does not. */
export function hasFilters(search: ListSearch): boolean {
  return search.status !== undefined || Object.keys(filtersWithoutStatus(search)).length > 0
}

/** The statuses of documents that still want something to happen, as an address says them. */
export function openStatuses(type: DocumentType): string {
  return definitions[type].active.join(',')
}

const defaultSort = '-issueDate'

/** How a list is sorted: by which field, and whether the greatest comes first. */
export function sortingOf(search: ListSearch): { by: string; descending: boolean } {
  const sort = search.sort ?? defaultSort
  return { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/** What a press on a sortable column's head makes of the sorting: greatest first, then the other way round. */
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

/** The tabs over a list: what is open, all, and each status that has documents or is chosen. */
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

/** How high a list's rows are: as its address says, else as the person wants all lists. */
export function densityOf(search: ListSearch, defaultDensity: Density): Density {
  return (search.density as Density | undefined) ?? defaultDensity
}
