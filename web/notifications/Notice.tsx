import { useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, MessageSquareReply, ShieldAlert } from 'lucide-react'
import type { Notification } from '#contract/notifications/endpoints.ts'
import { documentIcon } from '../document-icons.ts'
import { documentPath, listPath, notificationsPath, requestsPath } from '../paths.ts'
import { useRouter } from '../routing/RouterProvider.tsx'
import { DateText } from '../ui/DateText.tsx'
import { t } from '../ui/text.ts'
import { markClicked } from './history-queries.ts'

function iconOf({ type, docnum }: Notification): LucideIcon {
  if (type !== 'profile') return documentIcon(type)
  return docnum === 'requests' ? MessageSquareReply : ShieldAlert
}

/** The document with the form of what it waits for, the list of the documents counted, or the profile page that a notification is about. */
function pathOf({ type, docnum, act }: Notification) {
  if (type !== 'profile')
    return docnum === '' ? listPath(type) : { ...documentPath(type, docnum), search: act === null ? {} : { act } }
  if (docnum === 'security') return { to: '/profile/security' } as const
  return docnum === 'requests' ? requestsPath() : notificationsPath({ settings: 'true' })
}

type NoticeProps = { notice: Notification; unseen: boolean; className?: string }

/** One notification. A press opens its document in a new tab and marks it as clicked. */
export function Notice({ notice, unseen, className = '' }: NoticeProps) {
  const { id, title, message, pushDate, clicked } = notice
  const cache = useQueryClient()
  const router = useRouter()
  const Icon = iconOf(notice)
  return (
    <a
      href={router.hrefOf(pathOf(notice))}
      target="_blank"
      rel="noopener"
      onClick={() => void markClicked(cache, id)}
      className={`flex gap-3 px-4 py-3 hover:bg-hover ${className}`}
    >
      <span className="relative mt-0.5 h-fit shrink-0 text-muted">
        <Icon aria-hidden size={18} />
        {unseen && <span aria-hidden className="absolute -end-1 -top-1 size-2 rounded-full bg-brand" />}
      </span>
      <span className="min-w-0 flex-1">
        {unseen && <span className="sr-only">{t('notifications.unseen')} </span>}
        <span className={`block ${clicked ? '' : 'font-medium'}`}>{title}</span>
        <span className="block text-sm break-words text-muted">{message}</span>
        <span className="mt-0.5 block text-xs text-muted">
          <DateText date={pushDate} />
        </span>
        <span className="sr-only">{t('notifications.newTab')}</span>
      </span>
    </a>
  )
}
