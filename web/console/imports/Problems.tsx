import type { ReactNode } from 'react'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Cell, HeadCell, Row } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { Text } from '#web/ui/Values.tsx'

const mostShown = 50

type ProblemsProps = { title: string; text?: string; problems: IngestReport['errors'] }

/** Problems with their places in the file; the reasons are in English, as reports beside files have them. */
export function Problems({ title, text, problems }: ProblemsProps): ReactNode {
  if (problems.length === 0) return null
  return (
    <Card title={title} padded={false}>
      {text !== undefined && <p className="px-4 pb-2 text-sm text-muted sm:px-5">{text}</p>}
      <div className="overflow-x-auto">
        <table aria-label={title} className="w-full min-w-140 border-separate border-spacing-0">
          <thead>
            <tr>
              <HeadCell>{t('imports.row')}</HeadCell>
              <HeadCell>{t('imports.column')}</HeadCell>
              <HeadCell>{t('imports.value')}</HeadCell>
              <HeadCell>{t('imports.reason')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, mostShown).map(({ line, path, message, place }) => (
              <Row key={`${line} ${path} ${message}`}>
                <Cell>{formatCount(place?.row ?? line)}</Cell>
                <Cell>
                  <Text>{place?.column ?? null}</Text>
                </Cell>
                <Cell>
                  <Text>{place?.value ?? null}</Text>
                </Cell>
                <Cell>
                  <span lang="en" dir="ltr" className="inline-block py-1.5 text-sm wrap-anywhere">
                    {message}
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length > mostShown && (
        <p className="px-4 py-2 text-sm text-muted sm:px-5">
          {t('imports.refused.more', { count: problems.length - mostShown })}
        </p>
      )}
    </Card>
  )
}
