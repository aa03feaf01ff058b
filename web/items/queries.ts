import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listItemLines, listItems, listItemUnits, showItem, showUnit } from '../../contract/items.ts'
import type { DocumentType } from '../../contract/values.ts'
import { call } from '../api/call.ts'

const next = (last: { nextCursor: string | null }) => last.nextCursor
const from = (cursor: string) => (cursor === '' ? {} : { cursor })

/** What answers to a text, a page at a time; without one, what is still to come. */
export const findQuery = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['items', 'found', q ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listItems, { query: { ...(q === undefined ? {} : { q }), ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: next,
  })

export const itemQuery = (sku: string) =>
  queryOptions({
    queryKey: ['items', 'item', sku],
    queryFn: ({ signal }) => call(showItem, { params: { sku }, signal }),
  })

/** The lines of an article in documents of one type, or of all. */
export const linesQuery = (sku: string, type: DocumentType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['items', 'lines', sku, type ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listItemLines, { params: { sku }, query: { ...(type ? { type } : {}), ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  })

export const unitsQuery = (sku: string) =>
  infiniteQueryOptions({
    queryKey: ['items', 'units', sku],
    queryFn: ({ pageParam, signal }) =>
      call(listItemUnits, { params: { sku }, query: { limit: '20', ...from(pageParam) }, signal }),
    initialPageParam: '',
    getNextPageParam: next,
  })

export const unitQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ['items', 'unit', code],
    queryFn: ({ pageParam, signal }) => call(showUnit, { params: { code }, query: from(pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: next,
  })
