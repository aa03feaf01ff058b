import { queryOptions } from '@tanstack/react-query'
import { type CountedList, type Dashboard, showDashboard } from '#contract/dashboard.ts'
import { arrivedAhead, call } from '../api/call.ts'
import { documentPath, listPath, requestsPath } from '../paths.ts'

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

/** The link to what the supplier asked back, in its conversation. */
export const questionPath = ({ id, type, number, isDocument }: Dashboard['questions'][number]) => ({
  ...(type === 'account' || number === null || !isDocument
    ? requestsPath({ conversations: 'true' })
    : documentPath(type, number)),
  hash: `message-${id}`,
})
