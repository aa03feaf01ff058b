import { queryOptions } from '@tanstack/react-query'
import { type CountedList, showDashboard } from '#contract/dashboard.ts'
import { arrivedAhead, call } from '../api/call.ts'
import { documentPath, listPath } from '../paths.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['documents', 'dashboard'],
  queryFn: ({ signal }) => call(showDashboard, { signal }),
  initialData: () => arrivedAhead(showDashboard, {}),
  staleTime: 30_000,
})

/** The link to the list that a figure counts. */
export const countedListPath = ({ type, filter }: CountedList) => listPath(type, filter)

/** The link to a quote with the question whether to approve it. */
export const approvalPath = (number: string) => ({
  ...documentPath('quotes', number),
  search: { act: 'approval' as const },
})
