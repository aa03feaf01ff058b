import type { ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import type { LineEntry } from './line-groups.ts'

/** The lines of a long document, of which only those in view are rendered. */
export type LongLinesProps = {
  head: ReactNode
  entries: readonly LineEntry[]
  columns: number
  row: (entry: LineEntry) => ReactNode
}

/** The usual height of a line (px). */
export const lineHeight = 59

/** The table of a document's lines: its head, and each line in a table body of its own. */
export function LineTable({ head, children }: { head: ReactNode; children: ReactNode }): ReactNode {
  return (
    <table aria-label={t('lines.title')} className="w-full table-fixed border-separate border-spacing-0 text-start">
      {head}
      {children}
    </table>
  )
}

/** Room for lines that are not rendered, in pixels. */
export function LineSpacer({ columns, height }: { columns: number; height: number }): ReactNode {
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  )
}
