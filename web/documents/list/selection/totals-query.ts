import { queryOptions } from '@tanstack/react-query'
import { sumDocuments } from '#contract/documents/endpoints.ts'
import type { Query } from '#contract/endpoint.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from '#web/api/call.ts'

/** The totals of the documents that match a list's filters, per currency. */
export const totalsQuery = (type: DocumentType, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['documents', type, 'totals', filters],
    queryFn: ({ signal }) =>
      call(sumDocuments, { params: { type }, query: filters as Query<typeof sumDocuments>, signal }),
  })
