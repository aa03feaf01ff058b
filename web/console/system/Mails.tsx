import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type listUnsentMails, retryMail, sendTestMail } from '#contract/console/system.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { mailsQuery, useSystemChange } from './queries.ts'

/** The mails that have not left, with what the mail server said. */
export function Mails(): ReactNode {
  const query = useQuery(mailsQuery)
  const writes = useMay('system.write')
  const test = useSystemChange(() => call(sendTestMail, {}))
  const absence = absentStateOf(query)
  const mails = query.data?.mails ?? []
  return (
    <Card title={t('system.mails')} padded={false}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 sm:px-5">
        {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-6 w-48" />} />}
        {query.data && mails.length === 0 && <p className="text-muted">{t('system.mails.none')}</p>}
        {writes && (
          <Button className="ms-auto" write={test} onClick={() => test.mutate(undefined)}>
            {t('system.mails.test')}
          </Button>
        )}
      </div>
      <ul>
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} writes={writes} />
        ))}
      </ul>
    </Card>
  )
}

type MailProps = { mail: Reply<typeof listUnsentMails>['mails'][number]; writes: boolean }

function Mail({ mail, writes }: MailProps) {
  const { id, kind, recipient, createdAt, attempts, givenUp, lastError } = mail
  const retry = useSystemChange(() => call(retryMail, { params: { id } }))
  const what = t('system.mail', { kind, recipient })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5">
      <div className="min-w-60 flex-1">
        <p className="font-medium wrap-anywhere">{what}</p>
        <p className="text-sm text-muted">
          {t('system.mail.waiting', { date: formatDateExactly(createdAt), count: attempts })}
        </p>
        {lastError && (
          <p lang="en" dir="ltr" className="text-sm wrap-anywhere">
            {lastError}
          </p>
        )}
      </div>
      <StatusChip tone={givenUp ? 'bad' : 'progress'}>{t(givenUp ? 'system.givenUp' : 'system.waiting')}</StatusChip>
      {writes && givenUp && (
        <Button
          size="small"
          aria-label={t('system.retry.name', { what })}
          write={retry}
          onClick={() => retry.mutate(undefined)}
        >
          {t('system.retry')}
        </Button>
      )}
    </li>
  )
}
