import type { DocumentType } from '#contract/values.ts'
import { type Column, statusWidth } from '../columns/columns.tsx'

const gutterWidth = 44
const numberWidth = 160

type ListColumnsProps = { type: DocumentType; columns: readonly Column[] }

/** The least table width (px) at which nothing is cut off. */
export function minTableWidth(type: DocumentType, columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, gutterWidth + numberWidth + statusWidth(type))
}

/** The column widths of a list; they stay the same while scrolling. */
export function ListColumns({ type, columns }: ListColumnsProps) {
  return (
    <colgroup>
      <col style={{ width: gutterWidth }} />
      <col style={{ width: numberWidth }} />
      <col style={{ width: statusWidth(type) }} />
      {columns.map((column) => (
        <col key={column.name} style={{ width: column.width }} />
      ))}
    </colgroup>
  )
}
