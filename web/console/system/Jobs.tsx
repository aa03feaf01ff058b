import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dropJob, type listJobsAside, retryJob } from '#contract/console/system.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { jobsQuery, useSystemChange } from './queries.ts'

/** The jobs that were given up, with why. */
export function Jobs(): ReactNode {
  const query = useQuery(jobsQuery)
  const writes = useMay('system.write')
  const absence = absentStateOf(query)
  const jobs = query.data?.jobs ?? []
  return (
    <Card title={t('system.jobs')} padded={false}>
      <div className="px-4 pb-4 sm:px-5">
        {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-6 w-48" />} />}
        {query.data && jobs.length === 0 && <p className="text-muted">{t('system.jobs.none')}</p>}
      </div>
      <ul>
        {jobs.map((job) => (
          <Job key={job.id} job={job} writes={writes} />
        ))}
      </ul>
    </Card>
  )
}

type JobProps = { job: Reply<typeof listJobsAside>['jobs'][number]; writes: boolean }

function Job({ job, writes }: JobProps) {
  const { id, name, tries, since, fault } = job
  const retry = useSystemChange(() => call(retryJob, { params: { id } }))
  const drop = useSystemChange(() => call(dropJob, { params: { id } }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5">
      <div className="min-w-60 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {t('system.mail.waiting', { date: formatDateExactly(since), count: tries })}
        </p>
        <p lang="en" dir="ltr" className="text-sm wrap-anywhere">
          {fault}
        </p>
      </div>
      {writes && (
        <>
          <Button
            size="small"
            aria-label={t('system.retry.name', { what: name })}
            write={retry}
            onClick={() => retry.mutate(undefined)}
          >
            {t('system.retry')}
          </Button>
          <ConfirmButton
            label={t('system.drop.name', { what: name })}
            text={t('system.drop.text')}
            write={drop}
            onConfirm={() => drop.mutate(undefined)}
          >
            {t('system.drop')}
          </ConfirmButton>
        </>
      )}
    </li>
  )
}
