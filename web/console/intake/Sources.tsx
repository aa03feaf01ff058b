import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { chartHours, type IntakeHour, type IntakeSource } from '#contract/console/intake.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { sourcesQuery } from './queries.ts'

/** Who sends documents; those that are silent for too long stand first. */
export function Sources(): ReactNode {
  const query = useQuery(sourcesQuery)
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
  const { sources, now } = query.data
  if (sources.length === 0)
    return <EmptyState icon={Radio} title={t('intake.sources.none')} text={t('intake.sources.none.text')} />
  const rank = ({ ended, silentSince }: IntakeSource) => (ended ? 2 : silentSince === null ? 1 : 0)
  return (
    <ul className="flex flex-col gap-4">
      {sources
        .toSorted((a, b) => rank(a) - rank(b))
        .map((source) => (
          <li key={source.id}>
            <Source source={source} now={now} />
          </li>
        ))}
    </ul>
  )
}

/** What a source is called. */
export const sourceName = ({ name }: { name: string | null }): string => name ?? t('intake.import')

function Source({ source, now }: { source: IntakeSource; now: string }) {
  const { id, lastAt, silentSince, ended, refused, hours } = source
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">
            <bdi>{sourceName(source)}</bdi>
          </h2>
          <p className="text-sm text-muted">{t('intake.last', { when: formatDate(lastAt) })}</p>
        </div>
        {ended ? (
          <StatusChip tone="neutral">{t('intake.ended')}</StatusChip>
        ) : silentSince === null ? (
          <StatusChip tone="good">{t('intake.speaks')}</StatusChip>
        ) : (
          <StatusChip tone="bad">{t('intake.silent')}</StatusChip>
        )}
      </div>
      {silentSince !== null && !ended && (
        <p className="mt-2 text-bad">{t('intake.silent.text', { when: formatDate(silentSince) })}</p>
      )}
      <Chart hours={hours} now={now} />
      {refused > 0 && (
        <p className="mt-3">
          <Link
            to="/intake"
            search={{ tab: 'refused', source: id }}
            className="inline-flex min-h-8 items-center font-medium text-bad underline underline-offset-4 pointer-coarse:min-h-10"
          >
            {t('intake.refused.open', { count: refused })}
          </Link>
        </p>
      )}
    </Card>
  )
}

const hourMs = 3_600_000
const kinds = ['created', 'updated', 'unchanged', 'quarantined', 'rejected'] as const
const colours = {
  created: 'bg-good fill-good',
  updated: 'bg-info fill-info',
  unchanged: 'bg-control fill-control',
  quarantined: 'bg-warn fill-warn',
  rejected: 'bg-bad fill-bad',
} as const

/** What came of a source in each of the last hours, the newest at the end; in words below it. */
function Chart({ hours, now }: { hours: readonly IntakeHour[]; now: string }) {
  const last = Math.floor(Date.parse(now) / hourMs)
  const byHour = new Map(hours.map((hour) => [Math.floor(Date.parse(hour.hour) / hourMs), hour]))
  const sum = (hour: IntakeHour) => kinds.reduce((total, kind) => total + hour[kind], 0)
  const most = Math.max(1, ...hours.map(sum))
  const totals = kinds.map((kind) => ({ kind, count: hours.reduce((total, hour) => total + hour[kind], 0) }))
  const shown = totals.filter(({ count }) => count > 0)
  return (
    <figure className="mt-3">
      <svg
        viewBox={`0 0 ${chartHours * 10} 48`}
        preserveAspectRatio="none"
        aria-hidden
        className="directional h-12 w-full"
      >
        <rect x={0} y={47} width={chartHours * 10} height={1} className="fill-border" />
        {Array.from({ length: chartHours }, (_, index) => byHour.get(last - chartHours + 1 + index)).map(
          (hour, index) => {
            if (!hour) return null
            // Even one message among thousands is seen.
            let y = 47
            return kinds.map((kind) => {
              const height = hour[kind] === 0 ? 0 : Math.max(2, (hour[kind] / most) * 38)
              y -= height
              return (
                <rect
                  key={`${hour.hour} ${kind}`}
                  x={index * 10 + 1}
                  y={y}
                  width={8}
                  height={height}
                  className={colours[kind]}
                />
              )
            })
          },
        )}
      </svg>
      <figcaption className="mt-2 text-sm text-muted">
        {shown.length === 0 ? (
          t('intake.chart.none')
        ) : (
          <>
            <span>{t('intake.chart')}</span>
            <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
              {shown.map(({ kind, count }) => (
                <li key={kind} className="inline-flex items-center gap-1.5">
                  <span aria-hidden className={`size-2.5 rounded-[2px] ${colours[kind]}`} />
                  <span className="tabular font-medium text-text">{formatCount(count)}</span>
                  {t(`intake.count.${kind}`)}
                </li>
              ))}
            </ul>
          </>
        )}
      </figcaption>
    </figure>
  )
}
