import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListedImportProfile, saveImportProfile } from '#contract/console/imports.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { profilesQuery, runsQuery } from './queries.ts'
import { RunCounts, RunRow, RunStateChip } from './RunRow.tsx'
import { Sources } from './Sources.tsx'

/** How files of other programs become documents: the profiles, and what was read by them. */
export function ImportsPage(): ReactNode {
  const { tab } = useSearch('/imports')
  const reads = useMay('intake.read')
  const writes = useMay('intake.write')
  if (!reads) return <EmptyState icon={FileSpreadsheet} title={t('console.nothing')} text={t('console.nothing.text')} />
  const tabs = [
    { name: undefined, title: t('imports.profiles') },
    { name: 'sources', title: t('imports.sources') },
    { name: 'runs', title: t('imports.runs') },
  ]
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col p-4 md:p-6">
      <PageHeader title={t('console.imports')} lead={t('imports.lead')}>
        {writes && (
          <Link to="/imports/new" search={{}} className={buttonClass('primary')}>
            {t('imports.new')}
          </Link>
        )}
      </PageHeader>
      <nav aria-label={t('imports.parts')} className={tabsClass}>
        {tabs.map(({ name, title }) => (
          <Link
            key={title}
            to="/imports"
            search={{ tab: name }}
            activeOptions={{ explicitUndefined: true }}
            {...(name === tab ? { 'aria-current': 'true' as const } : {})}
            className={tabClass}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="pt-5">
        {tab === 'runs' && <Runs />}
        {tab === 'sources' && <Sources writes={writes} />}
        {tab === undefined && <Profiles writes={writes} />}
      </div>
    </div>
  )
}

function Profiles({ writes }: { writes: boolean }) {
  const query = useQuery(profilesQuery)
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
  const { profiles, folder } = query.data
  return (
    <div className="flex flex-col gap-5">
      {profiles.length === 0 ? (
        <EmptyState icon={FileSpreadsheet} title={t('imports.none')} text={t('imports.none.text')} />
      ) : (
        <Card padded={false}>
          <ul>
            {profiles.map((profile) => (
              <Profile key={profile.name} profile={profile} />
            ))}
          </ul>
        </Card>
      )}
      <p className="text-sm text-muted">
        {folder === null ? t('imports.noFolder') : t('imports.folder', { folder: `${folder}/…` })}
      </p>
      {writes && <OpenProfile />}
    </div>
  )
}

function Profile({ profile: { name, title, version, savedAt, savedBy, lastRun } }: { profile: ListedImportProfile }) {
  const when = formatDate(savedAt)
  return (
    <li className="border-b border-border px-4 py-3.5 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link
            to="/imports/profiles/$name"
            params={{ name }}
            className="underline decoration-border underline-offset-4 hover:decoration-current"
          >
            <bdi>{title ?? name}</bdi>
          </Link>
        </h2>
        {lastRun && <RunStateChip run={lastRun} />}
      </div>
      <p className="text-sm text-muted">
        <bdi>{name}</bdi> · {t('imports.version', { version })},{' '}
        {savedBy === null ? t('imports.saved', { when }) : t('imports.savedBy', { when, name: savedBy })}
      </p>
      <p className="text-sm">
        {lastRun === null ? (
          <span className="text-muted">{t('imports.never')}</span>
        ) : (
          <>
            {t('imports.lastRun', { when: formatDate(lastRun.startedAt) })} · {t(`imports.way.${lastRun.way}`)} ·{' '}
            <RunCounts run={lastRun} />
          </>
        )}
      </p>
    </li>
  )
}

function OpenProfile() {
  const cache = useQueryClient()
  const open = useMutation({
    mutationFn: async (file: File) => {
      const profile = parsed(await file.text())
      if (profile === undefined) return undefined
      return call(saveImportProfile, { body: { profile } })
    },
    onSuccess: async (saved) => {
      if (!saved) {
        showToast('bad', t('imports.notJson'), null)
        return
      }
      showToast('good', t('imports.opened', { name: saved.name, version: saved.version }))
      await cache.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  return (
    <div>
      <label className="inline-block">
        <input
          type="file"
          accept="application/json,.json"
          className="peer sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) open.mutate(file)
            target.value = ''
          }}
        />
        <span
          className={`${buttonClass('secondary', 'small')} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
        >
          {t('imports.open')}
        </span>
      </label>
      <WriteFault of={open} />
      <p className="mt-1 text-sm text-muted">{t('imports.open.text')}</p>
    </div>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function Runs() {
  const query = useInfiniteQuery(runsQuery(undefined))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
  const runs = query.data.pages.flatMap((page) => page.runs)
  if (runs.length === 0) return <EmptyState icon={FileSpreadsheet} title={t('imports.runs.none')} />
  return (
    <>
      <Card padded={false}>
        <ul>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      </Card>
      {query.hasNextPage && (
        <Button className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('imports.more')}
        </Button>
      )}
    </>
  )
}
