import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { TabCount, tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { Compare } from './Compare.tsx'
import { eventsQuery, quarantinedQuery, sourcesQuery } from './queries.ts'
import { RefusedList } from './RefusedList.tsx'
import { Removed } from './Removed.tsx'
import { Sources } from './Sources.tsx'
import { Waiting } from './Waiting.tsx'

/** What comes in: who sends, what was refused, and what waits for an account. */
export function IntakePage(): ReactNode {
  const search = useSearch('/intake')
  const reads = useMay('intake.read')
  if (!reads) return <EmptyState icon={Inbox} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col p-4 md:p-6">
      <PageHeader title={t('console.intake')} lead={t('intake.lead')} />
      <Tabs tab={search.tab} />
      <div className="pt-5">
        {search.tab === 'refused' ? (
          <RefusedList search={search} />
        ) : search.tab === 'waiting' ? (
          <Waiting />
        ) : search.tab === 'removed' ? (
          <Removed search={search} />
        ) : search.tab === 'compare' ? (
          <Compare />
        ) : (
          <Sources />
        )}
      </div>
    </div>
  )
}

/** How many of each kind are read at most: beyond it there are more. */
const mostWaiting = 100
const maxCounted = 1000

function Tabs({ tab }: { tab: string | undefined }) {
  const { data: sources } = useQuery(sourcesQuery)
  const { data: quarantined } = useQuery(quarantinedQuery)
  const { data: events } = useQuery(eventsQuery)
  const refused = sources?.sources.reduce((sum, source) => sum + source.refused, 0)
  const waiting = quarantined && events && quarantined.documents.length + events.events.length
  const tabs = [
    { name: undefined, title: t('intake.sources') },
    {
      name: 'refused',
      title: t('intake.refused'),
      count: refused,
      exact: !sources?.sources.some((one) => one.refused === maxCounted),
    },
    {
      name: 'waiting',
      title: t('intake.waiting'),
      count: waiting,
      exact: quarantined?.documents.length !== mostWaiting && events?.events.length !== mostWaiting,
    },
    { name: 'removed', title: t('intake.removed') },
    { name: 'compare', title: t('intake.compare') },
  ]
  return (
    <nav aria-label={t('intake.parts')} className={tabsClass}>
      {tabs.map(({ name, title, count, exact }) => (
        <Link
          key={title}
          to="/intake"
          search={{ tab: name }}
          activeOptions={{ explicitUndefined: true }}
          {...(name === tab ? { 'aria-current': 'true' as const } : {})}
          className={tabClass}
        >
          {title}
          {count !== undefined && <TabCount count={count} exact={exact ?? true} />}
        </Link>
      ))}
    </nav>
  )
}
