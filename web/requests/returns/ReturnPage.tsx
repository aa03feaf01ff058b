import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileDown, PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneOf } from '#contract/documents/types.ts'
import { pathOf } from '#contract/endpoint.ts'
import { printReturn, type Return } from '#contract/requests/return-endpoints.ts'
import { endedReturns, isLater } from '#contract/requests/returns.ts'
import { saveFile } from '#web/api/download.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { documentPath, requestsPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { language } from '#web/ui/locale.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { label, t } from '#web/ui/text.ts'
import { Reference } from '#web/ui/Values.tsx'
import { Conversation } from '../Conversation.tsx'
import { returnQuery } from './queries.ts'
import { ReturnedLines } from './ReturnedLines.tsx'
import { ReturnSteps } from './ReturnSteps.tsx'

/** A return: how far it is, what goes back, the sheet for the box, and the documents that name it. */
export function ReturnPage({ number }: { number: string }): ReactNode {
  const query = useQuery(returnQuery(number))
  const absence = absentStateOf(query)
  if (absence?.state === 'missing')
    return <EmptyState icon={PackageX} title={t('return.missing', { number: number.slice(0, 40) })} />
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-60 w-full" />} />
  return <LoadedReturn found={query.data} />
}

function LoadedReturn({ found }: { found: Return }) {
  const { number, supplierNumber, step, request, sendTo, lines, documents } = found
  const isEnded = endedReturns.includes(request.state)
  const isAgreed = step !== 'asked' && !isEnded
  const isToSend = isAgreed && !isLater(step, 'approved')
  return (
    <div className="max-w-5xl">
      <Link
        {...requestsPath({ returns: 'true' })}
        className="no-print -ms-2 mb-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:bg-hover hover:text-text pointer-coarse:min-h-10"
      >
        <ArrowLeft aria-hidden size={16} className="directional" />
        {t('requests.page.returns')}
      </Link>
      <PageHeader
        title={t('return.title', { number: supplierNumber ?? number })}
        lead={supplierNumber === null ? undefined : `${t('return.portalNumber')}: \u2066${number}\u2069`}
      >
        {isAgreed && <SheetButton number={number} />}
      </PageHeader>
      <div className="flex flex-col gap-6">
        {!isEnded && <ReturnSteps found={found} />}
        {isToSend && (
          <p className="no-print rounded-control border border-info-border bg-info-bg px-3 py-2 text-info">
            {t('return.sheet.text')}
          </p>
        )}
        <Card title={t('return.goods')} padded={false} className="overflow-clip">
          <ReturnedLines lines={lines} />
        </Card>
        {sendTo !== null && (
          <Card title={t('return.sendTo')}>
            <p dir="auto" className="whitespace-pre-line">
              {sendTo}
            </p>
          </Card>
        )}
        {documents.length > 0 && (
          <Card title={t('return.documents')}>
            <ul className="flex flex-col gap-1">
              {documents.map(({ type, number: named, status }) => (
                <li key={`${type} ${named}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    {...documentPath(type, named)}
                    className="inline-block min-h-6 content-center underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
                  >
                    <Reference>{`${type === 'invoices' ? label('word.381') : t(`type.${type}.one`)} ${named}`}</Reference>
                  </Link>
                  <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title={t('conversation.title')}>
          <Conversation subject={request} only={request} />
        </Card>
      </div>
    </div>
  )
}

/** Saves the sheet for the box. */
function SheetButton({ number }: { number: string }) {
  const path = `${pathOf(printReturn, { number })}?language=${encodeURIComponent(language)}`
  const save = useMutation({
    mutationFn: () => saveFile(path, `${t('return.title', { number })}.pdf`),
  })
  return (
    <Button variant="primary" className="no-print" write={save} onClick={() => save.mutate()}>
      <FileDown aria-hidden size={16} />
      {t('return.sheet.save')}
    </Button>
  )
}
