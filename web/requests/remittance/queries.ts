import { queryOptions } from '@tanstack/react-query'
import { listPayable } from '#contract/requests/remittances.ts'
import { call } from '#web/api/call.ts'

/** What is open on chosen invoices, asked anew each time a drawer opens: it may have changed since. */
export const payableQuery = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'invoices', 'payable', numbers],
    queryFn: ({ signal }) => call(listPayable, { body: { numbers: [...numbers] }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
