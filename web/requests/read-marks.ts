import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import { logBackgroundError } from '../api/background-error.ts'
import { broadcastChange } from '../api/live.ts'
import type { Subject } from './queries.ts'
import { markRead } from './send-message.ts'
import { unreadQuery } from './unread.ts'

/** Marks what the supplier wrote, or what they wrote about one request, as read once the element at its end has been on the screen. */
export function useReadMarks(
  { type, number }: Subject,
  messages: readonly ConversationMessage[],
  request?: string,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const newest = messages.findLast(({ unread }) => unread)?.at
  useEffect(() => {
    const element = end.current
    if (newest === undefined || !element) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      markRead({ type, number }, newest, request)
        .then(() => refreshMarks(queryClient))
        .catch(logBackgroundError)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [newest, type, number, request, queryClient])
  return end
}

/** The conversation itself keeps its marks, so that a reader sees what is new; lists and the bell lose theirs. */
async function refreshMarks(queryClient: QueryClient): Promise<void> {
  broadcastChange('notifications')
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['notifications', 'list'] }),
    queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['requests', 'list'] }),
  ])
}
