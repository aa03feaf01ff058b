import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseNotices, listNoticeChoices, type NoticeChoice } from '#contract/notifications/settings.ts'
import type { DocumentType } from '#contract/values.ts'
import { call } from './call.ts'
import { inOrder } from './in-order.ts'

/** The documents and items that the person follows or has muted, latest first. */
export const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: ({ signal }) => call(listNoticeChoices, { signal }),
  staleTime: 60_000,
  meta: { quiet: true },
})

export type Subject = { subject: 'document'; type: DocumentType; key: string } | { subject: 'item'; key: string }

const isAbout = (about: Subject) => (choice: NoticeChoice) =>
  choice.subject === about.subject &&
  choice.key === about.key &&
  (about.subject === 'item' || choice.type === about.type)

const changesKey = ['notice-choices']

/** The person's choice for one document or item, and how to change it; null means the default. */
export function useNoticeChoice(about: Subject) {
  const cache = useQueryClient()
  const { data } = useQuery(choicesQuery)
  const change = useMutation({
    // Each reply is the whole list: out of order, the older one would be shown last.
    ...inOrder('notice-choices'),
    mutationKey: changesKey,
    mutationFn: (choice: NoticeChoice['choice'] | null) => call(chooseNotices, { body: { ...about, choice } }),
    onSuccess: (choices) => cache.setQueryData(choicesQuery.queryKey, choices),
    onSettled: () => {
      // With the last of several changes, so that nothing read before it stays.
      if (cache.isMutating({ mutationKey: changesKey }) === 1)
        void cache.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
  return { choice: data?.find(isAbout(about))?.choice ?? null, choose: change.mutate, change }
}
