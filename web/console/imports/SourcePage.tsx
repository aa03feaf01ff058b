import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderSync } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteFileSource, type FileSourceStatus, lookAtFileSource } from '#contract/console/file-sources.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { profilesQuery, sourceQuery } from './queries.ts'
import { SourceForm } from './SourceForm.tsx'
import { SourceFrame } from './SourceFrame.tsx'
import { SourceLog } from './SourceLog.tsx'
import { SourceStateChip, SourceTimes } from './Sources.tsx'
import { saveAs } from './save-as.ts'

/** One source of files: how it goes, what came of its files, and its settings. */
export function SourcePage(): ReactNode {
  const { name } = useParams('/imports/sources/$name')
  const reads = useMay('intake.read')
  const writes = useMay('intake.write')
  const query = useQuery({ ...sourceQuery(name), enabled: reads })
  const absence = absentStateOf(query)
  if (!reads) return <NotAllowed />
  return (
    <SourceFrame>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <>
          <Overview status={query.data.status} writes={writes} />
          <SourceLog entries={query.data.entries} />
          {writes && <SavedSettings key={name} status={query.data.status} />}
        </>
      )}
    </SourceFrame>
  )
}

/** A source that is not there yet. */
export function NewSourcePage(): ReactNode {
  const writes = useMay('intake.write')
  const { data } = useQuery({ ...profilesQuery, enabled: writes })
  if (!writes) return <NotAllowed />
  return (
    <SourceFrame>
      <h1 className="text-xl font-semibold">{t('imports.sources.new')}</h1>
      {data?.profiles.length === 0 ? (
        <>
          <p className="text-muted">{t('imports.source.profile.none')}</p>
          <Link to="/imports/new" search={{}} className={`self-start ${buttonClass('primary')}`}>
            {t('imports.new')}
          </Link>
        </>
      ) : (
        <Settings status={undefined} editing={undefined} />
      )}
    </SourceFrame>
  )
}

function NotAllowed() {
  return <EmptyState icon={FolderSync} title={t('console.nothing')} text={t('console.nothing.text')} />
}

function Overview({ status, writes }: { status: FileSourceStatus; writes: boolean }) {
  const { source, kind } = status
  const { name } = source
  const navigate = useNavigate()
  const cache = useQueryClient()
  const look = useMutation({
    mutationFn: () => call(lookAtFileSource, { params: { name } }),
    onSuccess: async ({ message }) => {
      showToast('good', message)
      await cache.invalidateQueries({ queryKey: sourceQuery(name).queryKey })
    },
  })
  const remove = useMutation({
    mutationFn: () => call(deleteFileSource, { params: { name } }),
    onSuccess: async ({ message }) => {
      showToast('good', message)
      await navigate({ to: '/imports', search: { tab: 'sources' } })
      await cache.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  return (
    <>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <SourceStateChip state={status.state} />
        </div>
        <p className="text-muted wrap-anywhere">
          {t(`imports.way.${kind}`)} · <bdi>{source.url}</bdi>
        </p>
        <SourceTimes status={status} />
      </div>
      <div className="flex flex-wrap gap-2">
        {writes && source.isOn && (
          <Button variant="primary" write={look} onClick={() => look.mutate()}>
            {t('imports.source.look')}
          </Button>
        )}
        <Button onClick={() => saveAs(`${name}.json`, source)}>{t('imports.export')}</Button>
        {writes && (
          <ConfirmButton
            label={t('imports.source.delete.label', { name })}
            text={t('imports.source.delete.text')}
            write={remove}
            onConfirm={() => remove.mutate()}
          >
            {t('imports.delete')}
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

/** What is being entered is kept while the source is asked for again, also when its settings are others by then. */
function SavedSettings({ status }: { status: FileSourceStatus }) {
  const { shown, ...editing } = useShownVersion(status)
  return <Settings key={`${shown.savedAt} ${shown.source.hostKey}`} status={status} editing={editing} />
}

type SettingsProps = { status: FileSourceStatus | undefined; editing: Editing | undefined }

function Settings({ status, editing }: SettingsProps) {
  const { data } = useQuery(profilesQuery)
  const profiles = data?.profiles.map(({ name }) => name)
  return (
    <Card title={t('imports.source.settings')}>
      {profiles === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <SourceForm status={status} profiles={profiles} editing={editing} />
      )}
    </Card>
  )
}
