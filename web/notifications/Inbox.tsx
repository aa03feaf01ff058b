import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notificationsPath } from '../paths.ts'
import { IconButton } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { clear, clearAll, seeAll } from './history-queries.ts'
import { Notice } from './Notice.tsx'
import { notificationsQuery } from './queries.ts'

/** The list under the bell. That it is open is what marks all as seen; what was new then stays marked until it closes. */
export function Inbox({ onLeave }: { onLeave: () => void }): ReactNode {
  const cache = useQueryClient()
  const { data } = useQuery(notificationsQuery)
  const list = data ?? []
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const marked = useRef(false)
  const fresh = list.filter(({ viewed }) => !viewed).map(({ id }) => id)
  const freshKey = fresh.join()

  useEffect(() => {
    if (freshKey === '' && marked.current) return
    marked.current = true
    if (freshKey !== '') setUnseen((known) => new Set([...known, ...freshKey.split(',')]))
    void seeAll(cache)
  }, [cache, freshKey])

  return (
    <>
      <div className="flex items-center justify-between gap-4 border-b border-border py-2 ps-4 pe-2">
        <p className="font-medium">{t('bell.title')}</p>
        {list.length > 0 && (
          <button type="button" className={plain} onClick={() => void clearAll(cache)}>
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
                onClick={() => void clear(cache, notice.id)}
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
        <Link {...notificationsPath()} className={`${plain} w-full`} onClick={onLeave}>
          {t('notifications.all')}
        </Link>
      </div>
    </>
  )
}

const plain =
  'inline-flex min-h-8 items-center justify-center rounded-control px-2.5 text-sm font-medium text-brand-text hover:bg-hover pointer-coarse:min-h-10'
