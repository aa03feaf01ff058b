import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import type { showSystem } from '#contract/console/system.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { Backups } from './Backups.tsx'
import { CheckUp } from './CheckUp.tsx'
import { Jobs } from './Jobs.tsx'
import { Mails } from './Mails.tsx'
import { systemQuery } from './queries.ts'

type Facts = Reply<typeof showSystem>

/** How the portal is doing: its check-up, what has not left or was given up, backups and settings. */
export function SystemPage(): ReactNode {
  usePageTitle(t('console.system'))
  const reads = useMay('system.read')
  if (!reads) return <EmptyState icon={Activity} title={t('console.nothing')} text={t('console.nothing.text')} />
  return <Parts />
}

function Parts() {
  const query = useQuery(systemQuery)
  const absence = absentStateOf(query)
  const facts = query.data
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.system')} lead={t('system.lead')} />
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-64" />} />}
      {facts && (
        <>
          <p className="text-sm wrap-anywhere text-muted">
            {t('system.facts', { ...facts, count: facts.migrations.count, last: facts.migrations.last })} ·{' '}
            {t(`system.database.${facts.database as 'embedded' | 'own'}`)}
          </p>
          <CheckUp />
          <Mails />
          <Jobs />
          <Backups facts={facts} />
          <Settings settings={facts.settings} />
        </>
      )}
    </div>
  )
}

function Settings({ settings }: Pick<Facts, 'settings'>) {
  const unset = settings.filter(({ source }) => source === 'unset')
  return (
    <Card title={t('system.settings')} padded={false}>
      <p className="px-4 pb-4 text-sm text-muted sm:px-5">{t('system.settings.text')}</p>
      <SettingList settings={settings.filter(({ source }) => source !== 'unset')} />
      {unset.length > 0 && (
        <details className="border-t border-border">
          <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-muted hover:text-text sm:px-5">
            {t('system.settings.unset', { count: unset.length })}
          </summary>
          <SettingList settings={unset} />
        </details>
      )}
    </Card>
  )
}

function SettingList({ settings }: Pick<Facts, 'settings'>) {
  return (
    <dl>
      {settings.map(({ name, meaning, source, value }) => (
        <div key={name} className="grid gap-x-4 border-t border-border px-4 py-2.5 sm:px-5 md:grid-cols-[16rem_1fr]">
          <dt className="min-w-0">
            <code dir="ltr" className="text-sm wrap-anywhere">
              {name}
            </code>
            {source !== 'unset' && (
              <span className="block text-sm text-muted">
                {t(`system.source.${source as 'console' | 'environment' | 'file' | 'standard'}`)}
              </span>
            )}
          </dt>
          <dd className="min-w-0">
            {source !== 'unset' &&
              (value === null ? (
                <span className="text-muted">{t('system.secret')}</span>
              ) : (
                <code dir="ltr" className="text-sm wrap-anywhere">
                  {value}
                </code>
              ))}
            <span lang="en" dir="ltr" className="block text-sm text-muted">
              {meaning}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
