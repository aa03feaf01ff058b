import { queryOptions } from '@tanstack/react-query'
import { showFaq } from '#contract/faq.ts'
import { call } from '../api/call.ts'

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => call(showFaq, { signal }),
})
