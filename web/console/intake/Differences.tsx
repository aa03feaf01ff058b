import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { compareList } from '#contract/console/removed-documents.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { formatDate } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'
import { documentTitle } from './document-title.ts'

type Comparison = Reply<typeof compareList>
type Row = { type: string; number: string; account: string; note: string | null }

/** What a list of the ERP and the portal differ in; `isKnown`: its columns are known, so that it was compared. */
export function Differences({ comparison, isKnown }: { comparison: Comparison; isKnown: boolean }): ReactNode {
  const { compared, same, counts, missing, extra, different, unread, problem } = comparison
  if (!isKnown)
    return (
      <p role="status" className="text-warn">
        {t('intake.compare.unknown')}
      </p>
    )
  const agrees = counts.missing + counts.extra + counts.different + unread === 0
  const changed = (at: string | null) => at && t('intake.compare.changed', { when: formatDate(at) })
  return (
    <>
      {unread > 0 && (
        <p className="text-warn wrap-anywhere">
          {t('intake.compare.unread', { count: unread, problem: problem ?? '' })}
        </p>
      )}
      {agrees ? (
        <EmptyState icon={CircleCheck} title={t('intake.compare.agrees', { compared })} />
      ) : (
        <p role="status">{t('intake.compare.differs', { same })}</p>
      )}
      <Rows
        title={t('intake.compare.missing', { count: counts.missing })}
        count={counts.missing}
        rows={missing.map(({ heldBy, withdrawnAt, ...row }) => ({
          ...row,
          note: withdrawnAt
            ? t('intake.compare.withdrawn', { when: formatDate(withdrawnAt) })
            : heldBy && t('intake.compare.heldBy', { account: heldBy }),
        }))}
      />
      <Rows
        title={t('intake.compare.extra', { count: counts.extra })}
        count={counts.extra}
        rows={extra.map(({ modifiedAt, ...row }) => ({ ...row, note: changed(modifiedAt) }))}
      />
      <Rows
        title={t('intake.compare.different', { count: counts.different })}
        count={counts.different}
        rows={different.map(({ modifiedAt, ...row }) => ({ ...row, note: changed(modifiedAt) }))}
      />
    </>
  )
}

function Rows({ title, count, rows }: { title: string; count: number; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  const table = rows.map(({ type, number, account }) => [type, number, account].join('\t')).join('\n')
  return (
    <Card title={title} action={<CopyButton text={table} what={t('intake.compare.list')} />} padded={false}>
      <ol>
        {rows.map(({ type, number, account, note }) => (
          <li
            key={`${type} ${number} ${account}`}
            className="flex flex-wrap items-baseline gap-x-4 border-t border-border px-4 py-2 sm:px-5"
          >
            <bdi className="font-medium wrap-anywhere">{documentTitle(type, number)}</bdi>
            <bdi className="wrap-anywhere">{account}</bdi>
            {note && <span className="text-sm text-muted">{note}</span>}
          </li>
        ))}
      </ol>
      {rows.length < count && (
        <p className="border-t border-border px-4 py-2 text-sm text-muted sm:px-5">
          {t('intake.compare.first', { count: rows.length })}
        </p>
      )}
    </Card>
  )
}
