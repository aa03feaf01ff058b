import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/overlays/Popover.tsx'
import { t } from '../ui/text.ts'
import { notificationsQuery } from './queries.ts'

const Inbox = lazyComponent(() => import('./Inbox.tsx'), 'Inbox', {
  failureDisplay: 'inside',
})

/** The largest count that the badge shows. */
const maxBadgeCount = 99

/** The bell with the number of notifications, and a dot while one of them has not been opened; it opens the inbox. */
export function NotificationBell(): ReactNode {
  const { data: list = [] } = useQuery(notificationsQuery)
  const isNew = list.some(({ clicked }) => !clicked)
  return (
    <Popover
      label={t('bell.title')}
      onNear={Inbox.load}
      buttonClassName="relative inline-flex size-9 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:size-10"
      panelClassName="w-96 p-0"
      button={
        <>
          <Bell aria-hidden size={20} />
          <span className="sr-only">{t('bell.title')} </span>
          {list.length > 0 && (
            <span className="tabular absolute -end-1.5 -top-0.5 min-w-4.5 rounded-full border border-raised bg-sunken px-1 text-center text-xs leading-4 font-medium text-text">
              {list.length > maxBadgeCount ? `${maxBadgeCount}+` : list.length}
            </span>
          )}
          {isNew && (
            <>
              <span className="sr-only"> {t('bell.new')}</span>
              <span aria-hidden data-dot className="absolute start-1 top-1 size-2 rounded-full bg-brand" />
            </>
          )}
        </>
      }
    >
      {(close) => <Inbox onLeave={close} />}
    </Popover>
  )
}
