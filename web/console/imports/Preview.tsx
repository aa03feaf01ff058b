import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beginImport } from '#contract/console/imports.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import type { Allowance } from './allowance.ts'
import { FullList } from './FullList.tsx'
import { PreviewDocument } from './PreviewDocument.tsx'
import { Problems } from './Problems.tsx'
import { isUnderWay, previewQuery, runQuery } from './queries.ts'
import { RunCounts } from './RunRow.tsx'

type PreviewProps = { uploads: readonly string[]; profile: unknown; allowance: Allowance }

/** What would come of the files: documents as customers see them, and what would be refused. */
export function Preview({ uploads, profile, allowance }: PreviewProps): ReactNode {
  const query = useQuery(previewQuery(uploads, profile))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
  const { report, documents, newCustomers, isWhole } = query.data
  const { received, created, updated, unchanged, stale, rejected } = report
  const counts = { received, created, updated, unchanged, stale, rejected, failure: null, fullList: null }
  return (
    <div className={`flex flex-col gap-5 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
      <Card title={t('imports.preview')} padded={false}>
        <div className="px-4 pb-4 sm:px-5">
          <p className="text-sm text-muted">{t('imports.preview.text')}</p>
          <p className="mt-2">
            {isWhole ? t('imports.preview.whole') : t('imports.preview.part')} <RunCounts run={counts} />
          </p>
          {report.fullList && <FullList outcome={report.fullList} {...allowance} />}
          {!isWhole && <WholeFile key={JSON.stringify(profile)} {...{ uploads, profile, allowance }} />}
          {documents.length === 0 && <p className="mt-2 text-warn">{t('imports.preview.none')}</p>}
        </div>
        {documents.map((document) => {
          // As POST /api/ingest/documents has them: they were checked by its schema.
          const shown = document as IngestDocument
          const key = `${shown.type} ${shown.account} ${shown.number}`
          return <PreviewDocument key={key} document={shown} isNew={newCustomers.includes(shown.account)} />
        })}
      </Card>
      <Problems title={t('imports.refused')} text={t('imports.refused.text')} problems={report.errors} />
      <Problems title={t('imports.warnings')} problems={report.warnings} />
    </div>
  )
}

/** The counts of the whole file, which a run finds that writes nothing. */
function WholeFile({ uploads, profile, allowance }: PreviewProps) {
  const { check: id, onCheck } = allowance
  const check = useMutation({
    mutationFn: () => call(beginImport, { body: { uploads: [...uploads], profile, dryRun: true } }),
    onSuccess: ({ runs: [first = ''] }) => onCheck(first),
  })
  const { data } = useQuery(runQuery(id))
  if (data && !isUnderWay(data.run)) {
    return (
      <div aria-live="polite" className="mt-2">
        <span className="font-medium">{t('imports.preview.total')}</span>:{' '}
        <RunCounts run={{ ...data.run, fullList: null }} />
        {data.run.fullList && <FullList outcome={data.run.fullList} {...allowance} />}
      </div>
    )
  }
  const isRunning = check.isPending || id !== ''
  return (
    <p aria-live="polite" className="mt-2">
      {isRunning ? (
        t('imports.preview.checking')
      ) : (
        <Button size="small" write={check} onClick={() => check.mutate()}>
          {t('imports.preview.check')}
        </Button>
      )}
    </p>
  )
}
