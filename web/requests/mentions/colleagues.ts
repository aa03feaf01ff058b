import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listColleagues } from '#contract/requests/conversation.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import { mayMention, mentionsIn } from '#contract/requests/mentions.ts'
import { call } from '#web/api/call.ts'

/** The colleagues whom a message about a type can name. */
export const colleaguesQuery = (type: RequestSubject) =>
  queryOptions({
    queryKey: ['requests', 'colleagues', type],
    queryFn: async ({ signal }) => (await call(listColleagues, { query: { type }, signal })).colleagues,
    staleTime: 300_000,
  })

/** The colleagues whom a message names; asks the server only where it may name one. */
export async function mentionedColleagues(cache: QueryClient, type: RequestSubject, text: string): Promise<string[]> {
  return mayMention(text) ? mentionsIn(text, await cache.ensureQueryData(colleaguesQuery(type))) : []
}
