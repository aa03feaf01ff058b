import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import { changeNoticeSettings, type NoticeSettings, showNoticeSettings } from '#contract/notifications/settings.ts'
import { call } from '../api/call.ts'
import { inOrder } from '../api/in-order.ts'

type SettingsChange = Body<typeof changeNoticeSettings>

/** The changes that are still to be saved, in order. */
const unsavedChanges = new Set<SettingsChange>()

export const settingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: async ({ signal }) => {
    // What the server has before the last change would take back on the screen what is still to be saved.
    const changes = [...unsavedChanges]
    return changes.reduce(withChange, await call(showNoticeSettings, { signal }))
  },
})

/** Saves a change of the settings. It shows at once; several changes reach the server in order. */
export function useSaveSettings() {
  const cache = useQueryClient()
  return useMutation({
    ...inOrder('notice-settings'),
    mutationFn: (change: SettingsChange) => call(changeNoticeSettings, { body: change }),
    onMutate: (change) => applyOptimistically(cache, change),
    onSettled: (_data, _error, change) => {
      unsavedChanges.delete(change)
      return unsavedChanges.size === 0 ? cache.invalidateQueries({ queryKey: ['notifications'] }) : undefined
    },
  })
}

async function applyOptimistically(cache: QueryClient, change: SettingsChange): Promise<void> {
  unsavedChanges.add(change)
  await cache.cancelQueries({ queryKey: settingsQuery.queryKey })
  cache.setQueryData(settingsQuery.queryKey, (current) => current && withChange(current, change))
}

function withChange(settings: NoticeSettings, { kinds, quiet }: SettingsChange): NoticeSettings {
  const changedChannels = new Map(kinds?.map((choice) => [choice.kind, choice.channels]))
  return {
    ...settings,
    kinds: settings.kinds.map((choice) => ({
      ...choice,
      channels: changedChannels.get(choice.kind) ?? choice.channels,
    })),
    ...(quiet === undefined ? {} : { quiet }),
  }
}
