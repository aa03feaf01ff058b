import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type showImportRun, type Undoing, undoImportRun } from '#contract/console/imports.ts'
import type { Reply } from '#contract/endpoint.ts'
import { documentTypes } from '#contract/values.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { formatDate } from '#web/ui/format.ts'
import { usePageTitle } from '#web/ui/portal.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { Reference } from '#web/ui/Values.tsx'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { AbsentDocuments } from './FullList.tsx'
import { Problems } from './Problems.tsx'
import { isUnderWay, runQuery } from './queries.ts'
import { RunCounts, RunStateChip } from './RunRow.tsx'

type Shown = Reply<typeof showImportRun>

/** One run: what came of the files, and the way to undo it. */
export function RunPage(): ReactNode {
  usePageTitle(t('console.imports'))
  const { id } = useParams('/imports/runs/$id')
  const reads = useMay('intake.read')
  const query = useQuery({ ...runQuery(id), enabled: reads })
  if (!reads) return <EmptyState icon={FileSpreadsheet} title={t('console.nothing')} text={t('console.nothing.text')} />
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/imports"
        search={{ tab: 'runs' }}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('imports.back')}
      </Link>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <Run shown={query.data} />
      )}
    </div>
  )
}

function Run({ shown }: { shown: Shown }) {
  const { run, errors, warnings } = shown
  const { profile, version, files, startedAt, startedBy, way, undoneAt, undoneBy } = run
  const mayUndo = useMay('intake.write')
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold wrap-anywhere">
          <bdi>{t('imports.run', { name: files.join(', ') })}</bdi>
        </h1>
        <RunStateChip run={run} />
      </div>
      <div>
        <p aria-live="polite" className="text-lg">
          <RunCounts run={run} />
        </p>
        <p className="mt-1 text-muted">
          <bdi>{profile}</bdi>
          {version !== null && <> · {t('imports.version', { version })}</>} · {t(`imports.way.${way}`)}
          {startedBy !== null && ` ${t('imports.by', { name: startedBy })}`} · {formatDate(startedAt)}
        </p>
        {undoneAt !== null && (
          <p className="text-muted">{t('imports.undone.by', { name: undoneBy ?? '', when: formatDate(undoneAt) })}</p>
        )}
      </div>
      {run.fullList && run.fullList.absent > 0 && (
        <Card title={t('imports.absent')}>
          <AbsentDocuments outcome={run.fullList} />
        </Card>
      )}
      <Problems title={t('imports.refused.was')} problems={errors} />
      <Problems title={t('imports.warnings')} problems={warnings} />
      {!isUnderWay(run) && !shown.isDry && <Documents documents={shown.documents} />}
      {mayUndo && !isUnderWay(run) && !shown.isDry && <Undo id={run.id} undoing={shown.undoing} />}
    </>
  )
}

function Documents({ documents }: Pick<Shown, 'documents'>) {
  return (
    <Card title={t('imports.run.documents')} padded={documents.length === 0}>
      {documents.length === 0 ? (
        <p className="text-muted">{t('imports.run.none')}</p>
      ) : (
        <ul>
          {documents.map(({ type, number, account, accountName, isNew }) => {
            const known = documentTypes.find((one) => one === type)
            return (
              <li
                key={`${type} ${account} ${number}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0 sm:px-5"
              >
                <span>
                  {known && t(`type.${known}.one`)} <Reference>{number}</Reference>
                </span>
                <span className="flex items-center gap-3 text-sm text-muted">
                  <bdi>{accountName}</bdi>
                  <StatusChip tone={isNew ? 'good' : 'neutral'}>
                    {isNew ? t('imports.run.created') : t('imports.run.changed')}
                  </StatusChip>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const outcomes = ['withdrawn', 'restored', 'changed', 'existed', 'gone', 'notRestored'] as const

function Undo({ id, undoing }: { id: string; undoing: Undoing }) {
  const cache = useQueryClient()
  const [left, setLeft] = useState<number>()
  const undo = useMutation({
    mutationFn: async () => {
      // Each call looks at some of the documents; what is under way can be left and taken up again.
      for (;;) {
        const now = await call(undoImportRun, { params: { id } })
        setLeft(now.left)
        if (now.left === 0) return now
      }
    },
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ['imports'] })
      await cache.invalidateQueries({ queryKey: ['today'] })
    },
  })
  const isDone = undoing.left === 0
  const said = outcomes.filter((outcome) => undoing[outcome] > 0)
  if (isDone && said.length === 0) return null
  return (
    <Card title={t('imports.undo.title')}>
      {said.length > 0 && (
        <ul className="mb-2">
          {said.map((outcome) => (
            <li key={outcome}>{t(`imports.undo.${outcome}`, { count: undoing[outcome] })}</li>
          ))}
        </ul>
      )}
      {!isDone && (
        <>
          <p className="mb-3 text-sm text-muted">{t('imports.undo.text')}</p>
          <p aria-live="polite">{undo.isPending && t('imports.undo.running', { count: left ?? undoing.left })}</p>
          {!undo.isPending && (
            <ConfirmButton
              label={t('imports.undo.title')}
              text={t('imports.undo.confirm')}
              onConfirm={() => undo.mutate()}
            >
              {t('imports.undo')}
            </ConfirmButton>
          )}
          <WriteFault of={undo} />
        </>
      )}
    </Card>
  )
}
