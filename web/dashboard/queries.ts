import { queryOptions } from '@tanstack/react-query'
import { countStatuses, listDocuments } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import { call } from '../api/call.ts'

/** How many documents of a type stand in each status. */
export const statusesQuery = (type: DocumentType) =>
  queryOptions({
    queryKey: ['documents', type, 'statuses', {}],
    queryFn: ({ signal }) => call(countStatuses, { params: { type }, signal }),
  })

/** The newest documents of a type. */
export const latestQuery = (type: DocumentType) =>
  queryOptions({
    queryKey: ['documents', type, 'latest'],
    queryFn: ({ signal }) => call(listDocuments, { params: { type }, query: { limit: '6' }, signal }),
  })
