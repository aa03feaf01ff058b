import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { definitions } from '#contract/documents/types.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { absentStateOf } from '../api/query-state.ts'
import { usePermissions } from '../api/viewer.ts'
import { type NotificationSearch, notificationsPath } from '../paths.ts'
import { useSearch } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { historyQuery } from './history-queries.ts'
import { Notice } from './Notice.tsx'

const MailState = lazyComponent(() => import('./MailState.tsx'), 'MailState', { failureDisplay: 'nothing' })
const SettingsView = lazyComponent(() => import('./SettingsView.tsx'), 'SettingsView', {
  fallback: () => <Card className="h-96 max-w-3xl" />,
  failureDisplay: 'inside',
})

/** The history of notifications, and their settings. */
export function NotificationsPage(): ReactNode {
  const { settings, ...filter } = useSearch('/profile/notifications')
  return (
    <>
      <nav aria-label={t('notifications.views')} className="mb-4 flex max-w-3xl flex-wrap gap-2">
        <ViewTab settings={false} current={!settings}>
          {t('notifications.history')}
        </ViewTab>
        <ViewTab settings current={settings === 'true'}>
          {t('notifications.settings')}
        </ViewTab>
      </nav>
      <MailState about="all" />
      {settings ? <SettingsView /> : <NotificationHistory filter={filter} />}
    </>
  )
}

function ViewTab({ settings, current, children }: { settings: boolean; current: boolean; children: ReactNode }) {
  return (
    <Link
      {...notificationsPath(settings ? { settings: 'true' } : {})}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      {...(settings ? { onPointerEnter: SettingsView.load } : {})}
      className={`${buttonClass('quiet', 'small')} border border-control aria-[current]:border-brand aria-[current]:font-semibold`}
    >
      {children}
    </Link>
  )
}

/** All notifications since the person joined the account, cleared or not. */
function NotificationHistory({ filter }: { filter: NotificationSearch }) {
  const history = useInfiniteQuery(historyQuery(filter))
  const absentState = absentStateOf(history)
  const rows = history.data?.pages.flatMap((page) => page.rows) ?? []
  const isFiltered = filter.type !== undefined || filter.unread !== undefined
  return (
    <Card title={t('notifications.history')} padded={false} className="max-w-3xl">
      <p className="px-4 pb-3 text-muted sm:px-5">{t('notifications.history.text')}</p>
      <Filters filter={filter} />
      {absentState ? (
        <AbsentState absent={absentState} skeleton={<RowsSkeleton />} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={BellOff}
          title={isFiltered ? t('notifications.empty.filtered') : t('notifications.empty')}
          {...(isFiltered ? {} : { text: t('notifications.empty.text') })}
        >
          {isFiltered && (
            <Link {...notificationsPath()} className={buttonClass()}>
              {t('notifications.empty.showAll')}
            </Link>
          )}
        </EmptyState>
      ) : (
        <ul>
          {rows.map((notice) => (
            <li key={notice.id} className="border-b border-border last:border-0 sm:px-1">
              <Notice notice={notice} unseen={!notice.viewed} />
            </li>
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <div className="border-t border-border p-4 text-center">
          <Button pending={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {history.isFetchingNextPage ? t('notifications.loadingMore') : t('notifications.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Filters({ filter }: { filter: NotificationSearch }) {
  const permissions = usePermissions()
  const visibleTypes = documentTypes.filter((type) => permissions?.includes(definitions[type].permission))
  return (
    <nav aria-label={t('notifications.filters')} className={`${tabsClass} px-4 sm:px-5`}>
      <FilterTab search={{}} current={!filter.type && !filter.unread}>
        {t('notifications.filter.all')}
      </FilterTab>
      <FilterTab search={{ unread: 'true' }} current={filter.unread === 'true'}>
        {t('notifications.filter.unread')}
      </FilterTab>
      {visibleTypes.map((type: DocumentType) => (
        <FilterTab key={type} search={{ type }} current={filter.type === type}>
          {t(`type.${type}`)}
        </FilterTab>
      ))}
    </nav>
  )
}

type FilterProps = { search: NotificationSearch; current: boolean; children: ReactNode }

function FilterTab({ search, current, children }: FilterProps) {
  return (
    <Link
      {...notificationsPath(search)}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      className={tabClass}
    >
      {children}
    </Link>
  )
}

function RowsSkeleton() {
  return (
    <div>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex gap-3 border-b border-border px-4 py-3 last:border-0 sm:px-5">
          <Skeleton className="size-5" />
          <Skeleton className="h-14 w-64" />
        </div>
      ))}
    </div>
  )
}
