import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type listBackups, makeBackup, type showSystem, verifyBackup } from '#contract/console/system.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount, formatDateExactly } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { backupsQuery, isUnderWay, runsQuery, useSystemChange } from './queries.ts'
import { RunState } from './RunState.tsx'

type Facts = Reply<typeof showSystem>
type Backup = Reply<typeof listBackups>['backups'][number]

/** The backups in their folder; or how to make some, where the console makes none. */
export function Backups({ facts }: { facts: Facts }): ReactNode {
  const { backupFolder, backupSchedule } = facts
  if (backupFolder !== null) return <Kept folder={backupFolder} schedule={backupSchedule} archive={facts.archive} />
  return (
    <Card title={t('system.backups')}>
      <p className="text-muted">{t('system.backups.off')}</p>
    </Card>
  )
}

function Kept({
  folder,
  schedule,
  archive,
}: {
  folder: string
  schedule: Facts['backupSchedule']
  archive: Facts['archive']
}) {
  const { data } = useQuery(runsQuery)
  const runs = data?.runs ?? []
  const lastOf = (kind: string) => runs.find((run) => run.kind === kind)
  const [made, verified] = [lastOf('backup'), lastOf('verify')]
  const query = useQuery(backupsQuery(made?.finishedAt ?? null))
  const writes = useMay('system.write')
  const make = useSystemChange(() => call(makeBackup, {}))
  const busy = runs.some(isUnderWay)
  const absence = absentStateOf(query)
  const backups = query.data?.backups ?? []
  return (
    <Card title={t('system.backups')} padded={false}>
      <p className="px-4 pb-3 text-sm wrap-anywhere text-muted sm:px-5">
        {t('system.backups.folder', { folder })}{' '}
        {schedule ? t('system.backups.daily', schedule) : t('system.backups.noSchedule')}
      </p>
      {archive && <Archive archive={archive} />}
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 sm:px-5">
        <div className="flex min-w-0 flex-col gap-1">
          {made && <RunState run={made} title={t('system.last.backup')} />}
          {verified && <RunState run={verified} title={t('system.last.verify')} />}
          {query.data?.fault === null && backups.length === 0 && (
            <p className="text-muted">{t('system.backups.none')}</p>
          )}
          {query.data && query.data.fault !== null && (
            <p className="text-sm wrap-anywhere text-bad">
              {t('system.backups.unreadable', { fault: query.data.fault })}
            </p>
          )}
          {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-6 w-48" />} />}
        </div>
        {writes && (
          <Button
            write={{ isPending: busy || make.isPending, error: make.error }}
            onClick={() => make.mutate(undefined)}
          >
            {t('system.backup.make')}
          </Button>
        )}
      </div>
      <ul>
        {backups.map((backup) => (
          <Entry key={backup.name} backup={backup} busy={busy} writes={writes} />
        ))}
      </ul>
    </Card>
  )
}

/** Between which moments the database can be restored to any, or why nothing is archived. */
function Archive({ archive: { folder, from, until, fault } }: { archive: NonNullable<Facts['archive']> }) {
  return (
    <div className="px-4 pb-3 text-sm wrap-anywhere sm:px-5">
      <p className="text-muted">
        {from !== null && until !== null
          ? t('system.archive.reach', { folder, from: formatDateExactly(from), until: formatDateExactly(until) })
          : t('system.archive.none', { folder })}
      </p>
      {fault !== null && <p className="text-bad">{t('system.archive.fault', { fault })}</p>}
    </div>
  )
}

function Entry({ backup, busy, writes }: { backup: Backup; busy: boolean; writes: boolean }) {
  const { name, madeAt, bytes, damage } = backup
  const verify = useSystemChange(() => call(verifyBackup, { params: { name } }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5">
      <div className="min-w-48 flex-1">
        <p className="text-sm">{name}</p>
        {madeAt !== null && bytes !== null && (
          <p className="text-sm text-muted">
            {t('system.backup.text', {
              age: formatDateExactly(madeAt),
              size: formatCount(Math.ceil(bytes / 1024 ** 2)),
            })}
          </p>
        )}
        {damage.length > 0 && (
          <p className="text-sm wrap-anywhere text-bad">{t('system.backup.damaged', { damage: damage.join('; ') })}</p>
        )}
      </div>
      {madeAt === null ? (
        <StatusChip tone={busy ? 'progress' : 'bad'}>{t('system.backup.broken')}</StatusChip>
      ) : (
        writes && (
          <Button
            size="small"
            aria-label={t('system.backup.verify.name', { name })}
            write={{ isPending: busy || verify.isPending, error: verify.error }}
            onClick={() => verify.mutate(undefined)}
          >
            {t('system.backup.verify')}
          </Button>
        )
      )}
    </li>
  )
}
