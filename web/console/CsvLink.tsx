import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

type CsvLinkProps = {
  /** The path and query of the call that gives the file. */
  path: string
  label?: string
  /** What is in the file, where several can be saved from one page. */
  what?: string
  size?: 'small' | 'medium'
}

/** Saves a list of the console as a CSV file. */
export function CsvLink({ path, label = t('console.csv'), what, size = 'small' }: CsvLinkProps): ReactNode {
  return (
    <a
      href={`/api${path}`}
      download
      aria-label={what === undefined ? undefined : t('console.csv.of', { what })}
      className={buttonClass('secondary', size)}
    >
      <Download aria-hidden size={16} className="text-muted" />
      {label}
    </a>
  )
}
