import { useQuery } from '@tanstack/react-query'
import { FolderSync } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileSourceStatus } from '#contract/console/file-sources.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { sourcesQuery } from './queries.ts'
import { Ways } from './Ways.tsx'

/** Where files come from by themselves, and how each of these ways goes. */
export function Sources({ writes }: { writes: boolean }): ReactNode {
  const query = useQuery(sourcesQuery)
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
  const { sources, folder, ways } = query.data
  return (
    <div className="flex flex-col gap-5">
      {sources.length === 0 ? (
        <EmptyState icon={FolderSync} title={t('imports.sources.none')} text={t('imports.sources.none.text')} />
      ) : (
        <Card padded={false}>
          <ul>
            {sources.map((status) => (
              <Source key={status.source.name} status={status} />
            ))}
          </ul>
        </Card>
      )}
      {writes && (
        <Link to="/imports/sources/new" className={`${buttonClass('secondary')} self-start`}>
          {t('imports.sources.new')}
        </Link>
      )}
      <Ways ways={ways} folder={folder} />
    </div>
  )
}

function Source({ status }: { status: FileSourceStatus }) {
  const { source, kind } = status
  return (
    <li className="border-b border-border px-4 py-3.5 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link
            to="/imports/sources/$name"
            params={{ name: source.name }}
            className="underline decoration-border underline-offset-4 hover:decoration-current"
          >
            <bdi>{source.name}</bdi>
          </Link>
        </h2>
        <SourceStateChip state={status.state} />
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {t(`imports.way.${kind}`)} · <bdi>{source.url}</bdi>
      </p>
      <SourceTimes status={status} />
    </li>
  )
}

/** When a source was looked at and is looked at next, and why it fails. */
export function SourceTimes({ status }: { status: FileSourceStatus }): ReactNode {
  const { source, state, lookedAt, nextAt, lastFileAt, failure } = status
  const times = [
    ...(lookedAt === null ? [] : [t('imports.source.lookedAt', { when: formatDate(lookedAt) })]),
    ...(state === 'off' ? [] : [t('imports.source.nextAt', { when: formatDate(nextAt) })]),
    lastFileAt === null ? t('imports.source.noFile') : t('imports.source.lastFileAt', { when: formatDate(lastFileAt) }),
  ]
  return (
    <>
      <p className="text-sm text-muted">{t('imports.source.profile.by', { profile: source.profile })}</p>
      <p className="text-sm text-muted">{times.join(' · ')}</p>
      {failure !== null && state !== 'off' && (
        <p lang="en" dir="ltr" className="mt-1 text-start text-sm text-bad wrap-anywhere">
          {failure}
        </p>
      )}
    </>
  )
}

const tones = { off: 'neutral', new: 'neutral', works: 'good', failing: 'bad', silent: 'warn' } as const

/** How a source goes, in a word. */
export function SourceStateChip({ state }: { state: FileSourceStatus['state'] }): ReactNode {
  return <StatusChip tone={tones[state]}>{t(`imports.source.state.${state}`)}</StatusChip>
}
