import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { t } from '#web/ui/text.ts'
import { differencesOf } from './differences.ts'

/** The most differences that are named one by one. */
const maxNamed = 12

/** What of a document has changed since the form was opened; nothing when all is as it was. */
export function ChangedNotice({ opened, detail }: { opened: DocumentDetail; detail: DocumentDetail }): ReactNode {
  const differences = differencesOf(opened, detail)
  if (opened.version === detail.version) return null
  return (
    <section
      aria-label={t('request.differences')}
      role="status"
      className="rounded-control border border-warn-border bg-warn-bg p-3"
    >
      <h3 className="mb-1.5 text-sm font-medium">{t('request.differences')}</h3>
      <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-1 text-sm">
        {differences.slice(0, maxNamed).map(({ key, name, before, now }) => (
          <div key={key} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end wrap-anywhere">
              <del>
                <bdi>{before ?? t('request.differences.none')}</bdi>
              </del>{' '}
              <ins className="font-medium no-underline">
                <bdi>{now ?? t('request.differences.none')}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {differences.length > maxNamed && (
        <p className="mt-1 text-sm text-muted">
          {t('request.differences.more', { count: differences.length - maxNamed })}
        </p>
      )}
    </section>
  )
}
