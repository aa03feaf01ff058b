import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { definitions, toneOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { listPath } from '../paths.ts'
import { formatCount } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { StatusDot } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { statusesQuery } from './queries.ts'

const cell = 'flex min-h-40 min-w-0 flex-col bg-raised p-4 sm:p-5'

/** How many documents of a type are open, and how they stand; each line leads to the list it counts. */
export function OpenCount({ type }: { type: DocumentType }) {
  const statuses = useQuery(statusesQuery(type))
  const nothing = absent(statuses)
  const active: readonly string[] = definitions[type].active
  const open = (statuses.data?.statuses ?? []).filter(({ status, count }) => active.includes(status) && count > 0)
  const total = open.reduce((sum, { count }) => sum + count, 0)
  const exact = open.every((entry) => entry.exact)
  if (nothing?.state === 'loading') return <OpenCountSkeleton />
  return (
    <div className={cell}>
      <Link {...listPath(type, { status: active.join(',') })} className="group block rounded-control">
        <span className="text-sm text-muted group-hover:text-text">{t(`dashboard.open.${type}`)}</span>
        <span className="tabular mt-1 block text-2xl font-semibold">
          {nothing ? '–' : exact ? formatCount(total) : t('dashboard.atLeast', { count: formatCount(total) })}
        </span>
      </Link>
      {nothing ? (
        <p className="mt-2 text-sm text-muted">
          {nothing.state === 'offline' ? t('state.offline.title') : t('state.error.title')}
          {nothing.state === 'failed' && (
            <button type="button" onClick={nothing.retry} className="ms-2 underline underline-offset-2">
              {t('action.retry')}
            </button>
          )}
        </p>
      ) : (
        <ul className="mt-2 space-y-0.5">
          {open.length === 0 && <li className="text-sm text-muted">{t('dashboard.none')}</li>}
          {open.slice(0, 4).map(({ status, count, exact: counted }) => (
            <li key={status}>
              <Link
                {...listPath(type, { status })}
                className="flex items-center gap-2 rounded-control py-0.5 text-sm hover:underline hover:underline-offset-2 pointer-coarse:py-2"
              >
                <StatusDot tone={toneOf(type, status)} />
                <span className="min-w-0 flex-1 truncate">{label(`status.${type}.${status}`)}</span>
                <span className="tabular text-muted">
                  {formatCount(count)}
                  {!counted && '+'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function OpenCountSkeleton() {
  return (
    <div className={cell}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-2 h-7 w-14" />
      <Skeleton className="mt-3 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-full" />
    </div>
  )
}
