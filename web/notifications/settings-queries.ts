import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import { changeNoticeSettings, type NoticeSettings, showNoticeSettings } from '#contract/notifications/settings.ts'
import { call } from '../api/call.ts'
import { inOrder } from '../api/in-order.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => call(showNoticeSettings, { signal }),
})

type SettingsChange = Body<typeof changeNoticeSettings>

const savesKey = ['notice-settings']

/** Saves a change of the settings. It shows at once; several changes reach the server in order. */
export function useSaveSettings() {
  const cache = useQueryClient()
  return useMutation({
    ...inOrder('notice-settings'),
    mutationKey: savesKey,
    mutationFn: (change: SettingsChange) => call(changeNoticeSettings, { body: change }),
    onMutate: (change) => applyOptimistically(cache, change),
    // What the server has before the last change would take back on the screen what is still to be saved.
    onSettled: () =>
      cache.isMutating({ mutationKey: savesKey }) === 1
        ? cache.invalidateQueries({ queryKey: ['notifications'] })
        : undefined,
  })
}

async function applyOptimistically(cache: QueryClient, { kinds, quiet }: SettingsChange): Promise<void> {
  await cache.cancelQueries({ queryKey: settingsQuery.queryKey })
  cache.setQueryData(settingsQuery.queryKey, (current: NoticeSettings | undefined) => {
    if (!current) return current
    const changedChannels = new Map(kinds?.map((choice) => [choice.kind, choice.channels]))
    return {
      ...current,
      kinds: current.kinds.map((choice) => ({
        ...choice,
        channels: changedChannels.get(choice.kind) ?? choice.channels,
      })),
      ...(quiet === undefined ? {} : { quiet }),
    }
  })
}
