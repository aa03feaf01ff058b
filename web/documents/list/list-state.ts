import {
  filterNames,
  filtersWithoutStatus,
  type ListSearch,
  queryParameters,
  type SearchChanges,
  withoutEmptyValues,
} from '#contract/documents/list-search.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'

/** The search with some values changed; undefined and empty ones are removed. */
export function withChanges(search: ListSearch, changes: SearchChanges): ListSearch {
  return withoutEmptyValues({ ...search, ...changes })
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

/** How many filters are set in the drawer; on a phone it has the dates and the sort order too. */
export function countInDrawer(search: ListSearch, phone: boolean): number {
  const names = Object.keys(queryParameters(search)).map((name) => drawerGroups[name] ?? name)
  return new Set(phone ? names : names.filter((name) => name !== 'days' && name !== 'sort')).size - (search.q ? 1 : 0)
}
const drawerGroups: Readonly<Record<string, string>> = {
  ...{ from: 'days', to: 'days', period: 'days', dateField: 'days' },
  ...{ over: 'amount', under: 'amount', currency: 'amount' },
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

/** How many there are; not exact: at least so many. */
type Count = { count: number; exact: boolean }
export type StatusCount = Count & { status: string }
/** `group` is null for a single status. */
export type StatusTab = {
  group: 'open' | 'all' | null
  status: string | undefined
  count: number | null
  exact: boolean
}

/** Whether there are none: 0 as a lower bound leaves that open. */
export const isNone = ({ count, exact }: Count): boolean => count === 0 && exact
/** Whether nothing is known: "at least 0" is no number to show. */
export const isUnknown = ({ count, exact }: Count): boolean => count === 0 && !exact

/** How many documents have one of some statuses. */
export function sumCounts(counts: readonly StatusCount[]): Count {
  return { count: counts.reduce((sum, { count }) => sum + count, 0), exact: counts.every(({ exact }) => exact) }
}

/** The tabs above a list: open, all, and each status that may have documents or is chosen. */
export function statusTabsOf(
  type: DocumentType,
  counts: readonly StatusCount[] | undefined,
  search: ListSearch,
): StatusTab[] {
  const uncounted = { count: null, exact: true }
  const known = (count: Count) => (isUnknown(count) ? uncounted : count)
  const active: readonly string[] = definitions[type].active
  const open = counts ? known(sumCounts(counts.filter(({ status }) => active.includes(status)))) : uncounted
  const all = counts ? known(sumCounts(counts)) : uncounted
  const singleTabs = (counts ?? [])
    .filter((one) => !isNone(one) || one.status === search.status)
    .map(({ status, ...count }) => ({ group: null, status, ...known(count) }))
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
