import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderSync } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ImportWay, saveImportWay, type showImportWay, tryImportFolder } from '#contract/console/import-ways.ts'
import type { Reply } from '#contract/endpoint.ts'
import { fileSourceLimits } from '#contract/imports/file-sources.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults } from '#web/auth/form.ts'
import { useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { FilesByCall } from './FilesByCall.tsx'
import { wayQuery } from './queries.ts'
import { RunRow } from './RunRow.tsx'
import { SourceFrame } from './SourceFrame.tsx'
import { WayStateChip, WayTimes } from './Ways.tsx'

/** How files of a profile come by the watched folder or by calls: how it goes, its runs, and its alarm. */
export function WayPage(): ReactNode {
  const { way, name } = useParams('/imports/ways/$way/$name')
  const reads = useMay('intake.read')
  const query = useQuery({ ...wayQuery(way === 'folder' ? 'folder' : 'call', name), enabled: reads })
  const absence = absentStateOf(query)
  if (!reads) return <EmptyState icon={FolderSync} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <SourceFrame>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <Way key={`${way} ${name}`} reply={query.data} />
      )}
    </SourceFrame>
  )
}

function Way({ reply: { status, folder, runs } }: { reply: Reply<typeof showImportWay> }) {
  const { way, profile } = status
  const writes = useMay('intake.write')
  const { shown, ...editing } = useShownVersion(status)
  return (
    <>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">
            <Link
              to="/imports/profiles/$name"
              params={{ name: profile }}
              className="underline decoration-border underline-offset-4 hover:decoration-current"
            >
              <bdi>{profile}</bdi>
            </Link>
          </h1>
          <WayStateChip state={status.state} />
        </div>
        <p className="text-muted wrap-anywhere">
          {t(`imports.way.${way}`)}
          {folder !== null && (
            <>
              {' · '}
              <bdi>{folder}</bdi>
            </>
          )}
        </p>
        <WayTimes status={status} />
      </div>
      {way === 'folder' && folder === null && <p className="text-muted">{t('imports.noFolder')}</p>}
      {way === 'folder' && folder !== null && writes && <TryFolder profile={profile} />}
      {way === 'call' && (
        <Card title={t('imports.call')}>
          <FilesByCall profile={profile} />
          <p className="mt-3 text-sm text-muted">{t('imports.way.tryCall')}</p>
        </Card>
      )}
      <Card title={t('imports.source.log')} padded={runs.length === 0}>
        {runs.length === 0 ? (
          <p className="text-muted">{t('imports.source.log.none')}</p>
        ) : (
          <ul>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </Card>
      {writes && <Alarm key={shown.silentHours} status={shown} editing={editing} />}
    </>
  )
}

function TryFolder({ profile }: { profile: string }) {
  const attempt = useMutation({ mutationFn: () => call(tryImportFolder, { params: { profile } }) })
  return (
    <div>
      <Button variant="primary" write={attempt} onClick={() => attempt.mutate()}>
        {t('imports.source.try')}
      </Button>
      <div role="status" className="mt-2 empty:hidden">
        {attempt.data && <TriedFolder tried={attempt.data} />}
      </div>
    </div>
  )
}

function TriedFolder({ tried: { failure, waiting, files } }: { tried: Reply<typeof tryImportFolder> }) {
  if (failure !== null)
    return (
      <p lang="en" dir="ltr" className="text-start text-bad wrap-anywhere">
        {failure}
      </p>
    )
  return (
    <>
      <p className="text-good">{t('imports.source.try.works', { count: waiting })}</p>
      {files.length > 0 && (
        <ul className="text-sm text-muted wrap-anywhere">
          {files.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Alarm({ status: { way, profile, silentHours }, editing }: { status: ImportWay; editing: Editing }) {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['silentHours'],
    faultsOf: formFaults,
    check: (data) => (isHours(fieldText(data, 'silentHours')) ? {} : { silentHours: t('imports.source.silent.wrong') }),
    send: async (data) => {
      const inForce = editing.sent()
      const text = fieldText(data, 'silentHours').trim()
      const body = { silentHours: text === '' ? null : Number(text) }
      const { message } = await call(saveImportWay, { params: { way, profile }, body })
      showToast('good', message)
      await cache.invalidateQueries({ queryKey: ['imports'] })
      inForce()
    },
  })
  return (
    <Card title={t('imports.source.settings')}>
      <form
        ref={form.ref}
        noValidate
        onInput={editing.edited}
        onSubmit={form.submit}
        className="grid items-start gap-4 sm:grid-cols-2"
      >
        <TextField
          label={t('imports.source.silent')}
          name="silentHours"
          inputMode="numeric"
          defaultValue={silentHours ?? ''}
          hint={t('imports.source.silent.hint')}
          autoComplete="off"
          error={form.faults.silentHours}
        />
        {form.faults.form !== undefined && (
          <p role="alert" className="text-bad sm:col-span-2">
            {form.faults.form}
          </p>
        )}
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" write={form}>
            {t('imports.source.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function isHours(entered: string): boolean {
  const text = entered.trim()
  return text === '' || (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= fileSourceLimits.mostSilentHours)
}
