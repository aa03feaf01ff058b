import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/dashboard.ts'
import { canScan } from '../api/can-scan.ts'
import { absentStateOf, isLoading } from '../api/query-state.ts'
import { profileQuery, useHasPermission } from '../api/viewer.ts'
import { itemTrackerPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDateExactly, localDate } from '../ui/format.ts'
import { formatTime } from '../ui/format-details.ts'
import { useMedia } from '../ui/media.ts'
import { Tooltip } from '../ui/overlays/Tooltip.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Activity } from './Activity.tsx'
import { Arriving } from './Arriving.tsx'
import { Balance } from './Balance.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { DaySummary } from './DaySummary.tsx'
import { Figures, figureRows } from './Figures.tsx'
import { FirstDay } from './FirstDay.tsx'
import { NeedsAction } from './NeedsAction.tsx'
import { Punctuality } from './Punctuality.tsx'
import { dashboardQuery } from './queries.ts'
import { Spend } from './Spend.tsx'

/** What needs action and where the goods are, then what is open, owed and new. Each number links to its list. */
export function DashboardPage(): ReactNode {
  const profile = useQuery(profileQuery)
  const dashboard = useQuery(dashboardQuery)
  const absentState = absentStateOf(dashboard)
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        lead={isLoading(profile) ? <Skeleton className="h-4 w-56" /> : profile.data?.account.name}
      >
        {isLoading(dashboard) ? <AsOfSkeleton /> : dashboard.data && <AsOf instant={dashboard.data.asOf} />}
        <ScanLink />
      </PageHeader>
      {absentState || !dashboard.data ? (
        <AbsentState absent={absentState ?? { state: 'loading' }} skeleton={<DashboardSkeleton />} />
      ) : dashboard.data.empty ? (
        <FirstDay />
      ) : (
        <Content data={dashboard.data} />
      )}
    </>
  )
}

/** On a phone or tablet: to the camera, which finds what a label is about. */
function ScanLink() {
  const touch = useMedia('(pointer: coarse)')
  const allowed = useHasPermission('items.read')
  if (!canScan || !touch || allowed === false) return null
  return (
    <Link {...itemTrackerPath({ scan: 'true' })} className={buttonClass()}>
      <ScanLine aria-hidden size={16} />
      {t('dashboard.scan')}
    </Link>
  )
}

/** The time up to which the page is current: only the time if that is today, otherwise the date. */
function AsOf({ instant }: { instant: string | null }) {
  if (instant === null) return <span className="text-sm text-muted">{t('dashboard.asOf.unknown')}</span>
  const isToday = localDate(new Date(instant)) === localDate(new Date())
  return (
    <Tooltip text={`${t('dashboard.asOf.explained')} ${formatDateExactly(instant)}`}>
      <time dateTime={instant} className="tabular text-sm text-muted">
        {isToday ? t('dashboard.asOf', { time: formatTime(instant) }) : <DateText date={instant} />}
      </time>
    </Tooltip>
  )
}

/** Takes the room of the time, below the title on a phone. */
function AsOfSkeleton() {
  return (
    <span className="text-sm">
      <Skeleton className="h-3 w-20" />
    </span>
  )
}

/** Two columns on a wide window. Members who may not see shipments get the amounts first. */
function Content({ data }: { data: Dashboard }) {
  const seesGoods = data.figures.underway !== undefined
  const [first = [], second] = figureRows(data)
  const balance = data.ageing.length > 0 && <Balance data={data} />
  return (
    <div className="space-y-4">
      <DaySummary data={data} />
      <Figures data={data} names={first} />
      {!seesGoods && balance}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-12">
        <NeedsAction data={data} className="lg:col-span-7" />
        <div className="min-w-0 space-y-4 lg:col-span-5">
          {seesGoods && <Arriving data={data} />}
          <ContactCard contact={data.contact} />
        </div>
      </div>
      {second && <Figures data={data} names={second} />}
      {seesGoods && balance}
      <div className="grid grid-cols-1 gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {data.spend.length > 0 && <Spend spend={data.spend} today={data.today} />}
        {data.figures.openOrders && <Punctuality months={data.punctuality} />}
      </div>
      <Activity data={data} />
    </div>
  )
}
