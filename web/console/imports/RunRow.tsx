import type { ReactNode } from 'react'
import type { ImportRun } from '#contract/console/imports.ts'
import { Link } from '#web/routing/Link.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

/** A run in a list, leading to its report. */
export function RunRow({ run }: { run: ImportRun }): ReactNode {
  const { id, profile, files, startedAt, startedBy, way } = run
  return (
    <li className="border-b border-border px-4 py-3.5 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Link
          to="/imports/runs/$id"
          params={{ id }}
          className="min-w-0 font-medium underline decoration-border underline-offset-4 wrap-anywhere hover:decoration-current"
        >
          <bdi>{files.join(', ')}</bdi>
        </Link>
        <RunStateChip run={run} />
      </div>
      <p className="text-sm text-muted">
        <bdi>{profile}</bdi> · {t(`imports.way.${way}`)}
        {startedBy !== null && ` ${t('imports.by', { name: startedBy })}`} · {formatDate(startedAt)}
      </p>
      <p className="text-sm">
        <RunCounts run={run} />
      </p>
    </li>
  )
}

type Counts = Pick<
  ImportRun,
  'received' | 'created' | 'updated' | 'unchanged' | 'stale' | 'rejected' | 'failure' | 'fullList'
>

/** What came of a run, in one line. */
export function RunCounts({ run }: { run: Counts }): ReactNode {
  const { received, created, updated, unchanged, stale, rejected, failure, fullList } = run
  if (received === null) {
    if (failure === null) return null
    return (
      <span lang="en" dir="ltr" className="text-bad wrap-anywhere">
        {failure}
      </span>
    )
  }
  return (
    <>
      {t('imports.counts', { received, created: created ?? 0, updated: updated ?? 0, unchanged: unchanged ?? 0 })}
      {(stale ?? 0) > 0 && ` · ${t('imports.stale', { count: stale ?? 0 })}`}
      {fullList && fullList.withdrawn > 0 && ` · ${t('imports.withdrawn', { count: fullList.withdrawn })}`}
      {(rejected ?? 0) > 0 && (
        <>
          {' · '}
          <span className="text-bad">{t('imports.refusedCount', { count: rejected ?? 0 })}</span>
        </>
      )}
    </>
  )
}

/** Whether a run is under way, and how it ended. */
export function RunStateChip({ run }: { run: ImportRun }): ReactNode {
  const { finishedAt, isBroken, failure, rejected, undoneAt } = run
  if (undoneAt !== null) return <StatusChip tone="neutral">{t('imports.undone')}</StatusChip>
  if (isBroken) return <StatusChip tone="bad">{t('imports.broken')}</StatusChip>
  if (finishedAt === null) return <StatusChip tone="progress">{t('imports.running')}</StatusChip>
  if (failure !== null) return <StatusChip tone="bad">{t('imports.failed')}</StatusChip>
  if ((rejected ?? 0) > 0) return <StatusChip tone="warn">{t('imports.someRefused')}</StatusChip>
  return <StatusChip tone="good">{t('imports.done')}</StatusChip>
}
