import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { compareVersions, listChanges, listVersions, showPromises } from '#contract/documents/activity.ts'
import { showDocument } from '#contract/documents/endpoints.ts'

import type { DocumentType } from '#contract/values.ts'
import { arrivedAhead, call } from '../api/call.ts'

/** One document with all its parts. */
export const documentQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'one', number],
    queryFn: ({ signal }) => call(showDocument, { params: { type, number }, signal }),
    initialData: () => arrivedAhead(showDocument, { params: { type, number } }),
  })

/** The change history of a document, newest first, page by page. */
export const changesQuery = (type: DocumentType, number: string) =>
  infiniteQueryOptions({
    queryKey: ['documents', type, 'changes', number],
    queryFn: ({ pageParam, signal }) =>
      call(listChanges, {
        params: { type, number },
        query: { limit: '20', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

/** How the promised dates of a document and its lines moved. */
export const promisesQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'promises', number],
    queryFn: ({ signal }) => call(showPromises, { params: { type, number }, signal }),
  })

/** The versions of a document, newest first. */
export const versionsQuery = (type: DocumentType, number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'versions', number],
    queryFn: ({ signal }) => call(listVersions, { params: { type, number }, signal }),
  })

/** The differences between two versions. */
export const comparisonQuery = (type: DocumentType, number: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['documents', type, 'comparison', number, from, to],
    queryFn: ({ signal }) => call(compareVersions, { params: { type, number }, query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  })
