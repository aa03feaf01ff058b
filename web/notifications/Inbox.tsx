import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notificationsPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { IconButton } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { clearFromInbox, clearInbox, markAllSeen } from './history-queries.ts'
import { Notice } from './Notice.tsx'
import { notificationsQuery } from './queries.ts'

/** The list under the bell. Opening it marks all as seen; new notifications stay highlighted until it closes. */
export function Inbox({ onLeave }: { onLeave: () => void }): ReactNode {
  const cache = useQueryClient()
  const { data } = useQuery(notificationsQuery)
  const list = data ?? []
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const hasMarkedSeen = useRef(false)
  const unviewed = list.filter(({ viewed }) => !viewed).map(({ id }) => id)
  const unviewedKey = unviewed.join()

  useEffect(() => {
    if (unviewedKey === '' && hasMarkedSeen.current) return
    hasMarkedSeen.current = true
    if (unviewedKey !== '') setUnseen((previous) => new Set([...previous, ...unviewedKey.split(',')]))
    void markAllSeen(cache)
  }, [cache, unviewedKey])

  return (
    <>
      <div className="flex items-center justify-between gap-4 border-b border-border py-2 ps-4 pe-2">
        <p className="font-medium">{t('bell.title')}</p>
        {list.length > 0 && (
          <button type="button" className={textButtonClass} onClick={() => void clearInbox(cache)}>
            {t('notifications.clearAll')}
          </button>
        )}
      </div>
      {list.length > 0 ? (
        <ul className="max-h-[min(60dvh,30rem)] overflow-y-auto">
          {list.map((notice) => (
            <li key={notice.id} className="relative border-b border-border last:border-0">
              <Notice notice={notice} unseen={unseen.has(notice.id)} className="pe-12" />
              <IconButton
                label={t('notifications.clear', { title: `${notice.title} ${notice.docnum}`.trim() })}
                tooltip="none"
                className="absolute! end-1.5 top-2"
                onClick={() => void clearFromInbox(cache, notice.id)}
              >
                <X aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        data && (
          <div
            role="status"
            className="m-4 flex items-center gap-2.5 rounded-control border border-info-border bg-info-bg px-3 py-2.5 text-info"
          >
            <Info aria-hidden size={18} className="shrink-0" />
            {t('notifications.none')}
          </div>
        )
      )}
      <div className="border-t border-border p-1.5 text-center">
        <Link {...notificationsPath()} className={`${textButtonClass} w-full`} onClick={onLeave}>
          {t('notifications.all')}
        </Link>
      </div>
    </>
  )
}

const textButtonClass =
  'inline-flex min-h-8 items-center justify-center rounded-control px-2.5 text-sm font-medium text-brand-text hover:bg-hover pointer-coarse:min-h-10'
