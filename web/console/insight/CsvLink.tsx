import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportInsight, type insightParts } from '#contract/console/insight.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'

type CsvLinkProps = { part: (typeof insightParts)[number]; days?: string; what: string }

/** Takes a part of the page along as a file. */
export function CsvLink({ part, days, what }: CsvLinkProps): ReactNode {
  return (
    <a
      href={`/api${pathWithQuery(exportInsight, { part }, { days })}`}
      download
      aria-label={t('insight.csv.of', { what })}
      className={buttonClass('secondary', 'small')}
    >
      <Download aria-hidden size={16} className="me-2 text-muted" />
      {t('insight.csv')}
    </a>
  )
}
