import { queryOptions } from '@tanstack/react-query'
import { listKeys } from '#contract/console/keys.ts'
import { call } from '../call.ts'
import { type KeysSearch, keyFiltersOf } from './keys-search.ts'

/** All that was read of keys. */
export const keysKey = 'keys'

/** The keys, as the address narrows them. */
export const keysQuery = (search: KeysSearch) => {
  const query = keyFiltersOf(search)
  return queryOptions({ queryKey: [keysKey, query], queryFn: ({ signal }) => call(listKeys, { query, signal }) })
}

/** How what opens a form below a key looks. */
export const summaryClass =
  'inline-flex min-h-8 cursor-pointer items-center gap-1 font-medium underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10'
