import { dateFields } from '#contract/documents/filter-patterns.ts'
import type { ListSearch, SearchChanges } from '#contract/documents/list-search.ts'
import { sortingOf, withChanges } from './list-state.ts'

/* Changes of a list that only its panels make: they are loaded with these, not with the list. */

/** The search with other dates: a named period and single days exclude each other. */
export function withDays(
  search: ListSearch,
  days: Pick<SearchChanges, 'from' | 'to' | 'period' | 'dateField'>,
): ListSearch {
  return withChanges(search, { from: undefined, to: undefined, period: undefined, ...days })
}

/** The search grouped otherwise; weeks are those of a date, so a list in another order goes back to the usual one. */
export function withGroup(search: ListSearch, group: string): ListSearch {
  const isByDate = (dateFields as readonly string[]).includes(sortingOf(search).by)
  return withChanges(search, { group, ...(group === 'week' && !isByDate ? { sort: undefined } : {}) })
}
