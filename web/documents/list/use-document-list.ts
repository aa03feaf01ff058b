import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { filtersWithoutStatus, type ListSearch, queryParameters } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { useToday } from '#web/ui/portal.ts'
import { lastLists } from '../last-list.ts'
import { sumCounts } from './list-state.ts'
import { countsQuery, listQuery } from './queries.ts'
import { groupedStatuses, groupsOf } from './rows/groups.ts'

export type DocumentList = ReturnType<typeof useDocumentList>

const noRows: readonly DocumentRow[] = []

/**
 * The documents of a list with its groups, how many there are in each status, and in all as far as that is known. Nothing
 * is loaded before `ready`.
 */
export function useDocumentList(type: DocumentType, search: ListSearch, ready: boolean) {
  const today = useToday()
  const counts = useQuery({ ...countsQuery(type, filtersWithoutStatus(search)), enabled: ready })
  const statusCounts = counts.data?.statuses
  const byStatus = search.group === 'status'
  const statuses = useMemo(
    () => (byStatus ? groupedStatuses(type, search, statusCounts) : []),
    [type, search, byStatus, statusCounts],
  )
  const options = useMemo(() => listQuery(type, queryParameters(search), statuses), [type, search, statuses])
  const query = useInfiniteQuery({ ...options, enabled: ready && !(byStatus && counts.isPending) })

  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? noRows, [query.data])
  // Until the rows of another grouping or order are there, those of the former one stay with their headings.
  const [shownSearch, setShownSearch] = useState(search)
  if (shownSearch !== search && !query.isPlaceholderData) setShownSearch(search)
  const groups = useMemo(
    () => groupsOf(type, rows, shownSearch, statusCounts, today),
    [type, rows, shownSearch, statusCounts, today],
  )
  const counted = statusCounts?.filter(({ status }) => statuses.includes(status))
  const total = byStatus ? counted && sumCounts(counted) : query.data?.pages[0]?.total
  useEffect(() => void lastLists.set(type, { query: options, total }), [type, options, total])
  return { query, rows, groups, counts: statusCounts, total }
}
