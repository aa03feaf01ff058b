import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type InboxRequest, markRequestRead } from '#contract/console/inbox.ts'
import { logBackgroundError } from '#web/api/background-error.ts'
import { call } from '../call.ts'

/** Marks a request as read as soon as it is looked at: not in a tab behind others. */
export function useReadMark({ id, changedAt, unreadSince }: InboxRequest): void {
  const cache = useQueryClient()
  const isUnread = unreadSince !== null
  useEffect(() => {
    if (!isUnread) return
    const stopWaiting = () => document.removeEventListener('visibilitychange', markWhenSeen)
    const markWhenSeen = () => {
      if (document.hidden) return
      stopWaiting()
      call(markRequestRead, { params: { id }, body: { until: changedAt } })
        .then(() =>
          Promise.all([
            cache.invalidateQueries({ queryKey: ['inbox', 'list'] }),
            cache.invalidateQueries({ queryKey: ['today'] }),
          ]),
        )
        .catch(logBackgroundError)
    }
    document.addEventListener('visibilitychange', markWhenSeen)
    markWhenSeen()
    return stopWaiting
  }, [id, changedAt, isUnread, cache])
}
