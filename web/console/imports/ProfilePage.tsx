import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteImportProfile, renameImportProfile, showImportProfile } from '#contract/console/imports.ts'
import type { Reply } from '#contract/endpoint.ts'
import { profileNamePattern } from '#contract/imports/profile-name.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults } from '#web/auth/form.ts'
import { useNavigate, useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { FilesByCall } from './FilesByCall.tsx'
import { profileQuery, profilesQuery, runsQuery } from './queries.ts'
import { RunRow } from './RunRow.tsx'
import { saveAs } from './save-as.ts'

/** One profile: its versions and runs, and what can be done with it. */
export function ProfilePage(): ReactNode {
  usePageTitle(t('console.imports'))
  const { name } = useParams('/imports/profiles/$name')
  const reads = useMay('intake.read')
  const query = useQuery({ ...profileQuery(name), enabled: reads })
  if (!reads) return <EmptyState icon={FileSpreadsheet} title={t('console.nothing')} text={t('console.nothing.text')} />
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/imports"
        search={{}}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('imports.back')}
      </Link>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <Profile shown={query.data} />
      )}
    </div>
  )
}

function Profile({ shown }: { shown: Reply<typeof showImportProfile> }) {
  const { name, title, version, versions } = shown
  const writes = useMay('intake.write')
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold wrap-anywhere">
          <bdi>{title ?? name}</bdi>
        </h1>
        <p className="text-muted">
          <bdi>{name}</bdi> · {t('imports.version', { version })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {writes && (
          <Link to="/imports/new" search={{ profile: name }} className={buttonClass('primary')}>
            {t('imports.read.file')}
          </Link>
        )}
        <Button onClick={() => saveAs(`${name}.json`, shown.profile)}>{t('imports.export')}</Button>
      </div>
      <Ways name={name} />
      <Runs name={name} />
      <Card title={t('imports.versions')}>
        <ul className="flex flex-col gap-1">
          {versions.map((one) => (
            <li key={one.version} className="flex flex-wrap items-center gap-x-3">
              <span>
                {t('imports.versions.one', { version: one.version, when: formatDate(one.savedAt) })}
                {one.savedBy !== null && ` ${t('imports.by', { name: one.savedBy })}`}
              </span>
              <ExportVersion name={name} version={one.version} />
            </li>
          ))}
        </ul>
      </Card>
      {writes && <Changes name={name} />}
    </>
  )
}

function ExportVersion({ name, version }: { name: string; version: number }) {
  const read = useMutation({
    mutationFn: () => call(showImportProfile, { params: { name }, query: { version: String(version) } }),
    onSuccess: ({ profile }) => saveAs(`${name}-${version}.json`, profile),
  })
  return (
    <Button size="small" write={read} onClick={() => read.mutate()}>
      {t('imports.export')}
      <span className="sr-only">{t('imports.version', { version })}</span>
    </Button>
  )
}

/** By which ways files reach the profile without anybody. */
function Ways({ name }: { name: string }) {
  const { data } = useQuery(profilesQuery)
  const folder = data?.folder ?? null
  return (
    <Card title={t('imports.call')}>
      <p className="text-sm text-muted">
        {folder === null ? t('imports.noFolder') : t('imports.folder', { folder: `${folder}/${name}` })}
      </p>
      <div className="mt-3">
        <FilesByCall profile={name} />
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {(['folder', 'call'] as const)
          .filter((way) => way === 'call' || folder !== null)
          .map((way) => (
            <li key={way}>
              <Link
                to="/imports/ways/$way/$name"
                params={{ way, name }}
                className="inline-flex min-h-6 items-center underline decoration-border underline-offset-4 hover:decoration-current"
              >
                {t(`imports.way.open.${way}`)}
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  )
}

function Runs({ name }: { name: string }) {
  const { data } = useInfiniteQuery(runsQuery(name))
  const runs = data?.pages[0]?.runs.slice(0, 10) ?? []
  return (
    <Card title={t('imports.runs')} padded={runs.length === 0}>
      {runs.length === 0 ? (
        <p className="text-muted">{t('imports.runs.none')}</p>
      ) : (
        <ul>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Changes({ name }: { name: string }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteImportProfile, { params: { name } }),
    onSuccess: async () => {
      await navigate({ to: '/imports', search: {} })
      await cache.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  const form = useForm({
    fields: ['name'],
    faultsOf: formFaults,
    check: (data) =>
      new RegExp(profileNamePattern).test(fieldText(data, 'name').trim()) ? {} : { name: t('imports.name.wrong') },
    send: async (data) => {
      const next = fieldText(data, 'name').trim()
      await call(renameImportProfile, { params: { name }, body: { name: next } })
      await navigate({ to: '/imports/profiles/$name', params: { name: next }, replace: true })
      await cache.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  return (
    <Card title={t('imports.rename')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex max-w-96 flex-col items-start gap-3">
        <TextField
          className="w-full"
          label={t('imports.rename.label')}
          name="name"
          defaultValue={name}
          hint={t('imports.rename.text')}
          maxLength={63}
          autoComplete="off"
          error={form.faults.name ?? form.faults.form}
        />
        <Button type="submit" write={form}>
          {t('imports.rename')}
        </Button>
      </form>
      <div className="mt-5">
        <ConfirmButton
          label={t('imports.delete.label', { name })}
          text={t('imports.delete.text')}
          write={remove}
          onConfirm={() => remove.mutate()}
        >
          {t('imports.delete')}
        </ConfirmButton>
      </div>
    </Card>
  )
}
