import { queryOptions } from '@tanstack/react-query'
import { listKeys } from '#contract/console/keys.ts'
import { call } from '../call.ts'

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call(listKeys, { signal }) })

/** How what opens a form below a key looks. */
export const summaryClass =
  'inline-flex min-h-8 cursor-pointer items-center gap-1 font-medium underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10'
