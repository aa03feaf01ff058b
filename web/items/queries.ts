import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listItemLines, listItems, listItemUnits, showItem, showUnit } from '#contract/items/endpoints.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from '../api/call.ts'

const nextCursor = (last: { nextCursor: string | null }) => last.nextCursor
const cursorParameter = (cursor: string) => (cursor === '' ? {} : { cursor })

/** The items that match a text, page by page; without a text, what is still to arrive. */
export const itemSearchQuery = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['items', 'found', q ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listItems, { query: { ...(q === undefined ? {} : { q }), ...cursorParameter(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
  })

export const itemQuery = (sku: string) =>
  queryOptions({
    queryKey: ['items', 'item', sku],
    queryFn: ({ signal }) => call(showItem, { params: { sku }, signal }),
  })

/** The lines of an item in documents of one type, or of all. */
export const itemLinesQuery = (sku: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['items', 'lines', sku, type ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listItemLines, {
        params: { sku },
        query: { ...(type ? { type } : {}), ...cursorParameter(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  })

export const itemUnitsQuery = (sku: string) =>
  infiniteQueryOptions({
    queryKey: ['items', 'units', sku],
    queryFn: ({ pageParam, signal }) =>
      call(listItemUnits, { params: { sku }, query: { limit: '20', ...cursorParameter(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
  })

export const unitQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ['items', 'unit', code],
    queryFn: ({ pageParam, signal }) => call(showUnit, { params: { code }, query: cursorParameter(pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
  })
