import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '../../contract/endpoint.ts'
import { changeNoticeSettings, type NoticeSettings, showNoticeSettings } from '../../contract/notice-settings.ts'
import { call } from '../api/call.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => call(showNoticeSettings, { signal }),
})

type Change = Body<typeof changeNoticeSettings>

/** Keeps a change of the settings. It is seen at once; one after the other reaches the server in the order made. */
export function useSaveSettings() {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'notice-settings' },
    mutationFn: (change: Change) => call(changeNoticeSettings, { body: change }),
    onMutate: (change) => show(cache, change),
    onSettled: () => cache.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

async function show(cache: QueryClient, { kinds, quiet }: Change): Promise<void> {
  await cache.cancelQueries({ queryKey: settingsQuery.queryKey })
  cache.setQueryData(settingsQuery.queryKey, (known: NoticeSettings | undefined) => {
    if (!known) return known
    const changed = new Map(kinds?.map((one) => [one.kind, one.channels]))
    return {
      ...known,
      kinds: known.kinds.map((one) => ({ ...one, channels: changed.get(one.kind) ?? one.channels })),
      ...(quiet === undefined ? {} : { quiet }),
    }
  })
}
