import type { ReactNode } from 'react'
import type { ImportWay } from '#contract/console/import-ways.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

/** The watched folder and the call, for each profile whose files come by them. */
export function Ways({ ways, folder }: { ways: readonly ImportWay[]; folder: string | null }): ReactNode {
  const isEmpty = ways.length === 0
  return (
    <Card title={t('imports.sources.others')} padded={isEmpty}>
      {!isEmpty && (
        <ul className="border-b border-border">
          {ways.map((status) => (
            <Way key={`${status.way} ${status.profile}`} status={status} folder={folder} />
          ))}
        </ul>
      )}
      <ul className={`flex flex-col gap-2 text-sm text-muted ${isEmpty ? '' : 'px-4 py-4 sm:px-5'}`}>
        <li className="wrap-anywhere">
          {folder === null ? t('imports.noFolder') : t('imports.folder', { folder: `${folder}/…` })}
        </li>
        <li>{t('imports.sources.call')}</li>
      </ul>
    </Card>
  )
}

function Way({ status, folder }: { status: ImportWay; folder: string | null }) {
  const { way, profile } = status
  return (
    <li className="border-t border-border px-4 py-3.5 first:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          <Link
            to="/imports/ways/$way/$name"
            params={{ way, name: profile }}
            className="underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {t(`imports.way.${way}`)}: <bdi>{profile}</bdi>
          </Link>
        </h3>
        <WayStateChip state={status.state} />
      </div>
      {way === 'folder' && folder !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{`${folder}/${profile}`}</bdi>
        </p>
      )}
      <WayTimes status={status} />
    </li>
  )
}

/** When files came, when the next are read, and why they are not. */
export function WayTimes({ status }: { status: ImportWay }): ReactNode {
  const { way, lastRun, lastTakenAt, failure } = status
  const isSame = lastRun?.startedAt === lastTakenAt
  const times = [
    ...(lastRun === null ? [] : [t('imports.lastRun', { when: formatDate(lastRun.startedAt) })]),
    ...(lastTakenAt === null || isSame ? [] : [t('imports.way.lastTaken', { when: formatDate(lastTakenAt) })]),
  ]
  return (
    <>
      {times.length > 0 && <p className="text-sm text-muted">{times.join(' · ')}</p>}
      <p className="text-sm text-muted">{t(`imports.way.next.${way}`)}</p>
      {failure !== null && (
        <p lang="en" dir="ltr" className="mt-1 text-start text-sm text-bad wrap-anywhere">
          {failure}
        </p>
      )}
    </>
  )
}

const tones = { new: 'neutral', works: 'good', refused: 'warn', failing: 'bad', silent: 'warn' } as const

/** How a way goes, in a word. */
export function WayStateChip({ state }: { state: ImportWay['state'] }): ReactNode {
  return <StatusChip tone={tones[state]}>{t(`imports.way.state.${state}`)}</StatusChip>
}
