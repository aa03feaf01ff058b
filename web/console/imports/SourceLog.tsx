import type { ReactNode } from 'react'
import type { FileSourceEntry } from '#contract/console/file-sources.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

const tones = { processed: 'good', refused: 'warn', left: 'neutral', failed: 'bad' } as const

/** What came of the files of a source, and when it could not be looked at. */
export function SourceLog({ entries }: { entries: readonly FileSourceEntry[] }): ReactNode {
  return (
    <Card title={t('imports.source.log')} padded={entries.length === 0}>
      {entries.length === 0 ? (
        <p className="text-muted">{t('imports.source.log.none')}</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Entry({ entry: { at, files, outcome, reason, run } }: { entry: FileSourceEntry }) {
  const what = files.length > 0 ? files.join(', ') : outcome === 'left' ? t('imports.source.mail') : ''
  return (
    <li className="border-b border-border px-4 py-3 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          <bdi>{what === '' ? formatDate(at) : what}</bdi>
        </span>
        <StatusChip tone={tones[outcome]}>{t(`imports.source.outcome.${outcome}`)}</StatusChip>
      </div>
      {what !== '' && <p className="text-sm text-muted">{formatDate(at)}</p>}
      {reason !== null && (
        <p lang="en" dir="ltr" className="text-start text-sm wrap-anywhere">
          {reason}
        </p>
      )}
      {run !== null && (
        <Link
          to="/imports/runs/$id"
          params={{ id: run }}
          className="text-sm underline decoration-border underline-offset-4 hover:decoration-current"
        >
          {t('imports.source.run')}
        </Link>
      )}
    </li>
  )
}
