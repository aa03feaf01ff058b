import type { DocumentType } from '#contract/values.ts'
import { useMedia } from '#web/ui/media.ts'
import { type Column, statusWidth, visibleColumns } from '../columns/columns.tsx'

const gutterWidth = 44
/** The least: the column takes what the others leave, because below the number stands what the document is about. */
const numberWidth = 160

/** What stands beside the table (px): the open menu, the page's padding and the table's border. */
const surroundings = 280 + 48 + 2

/** How many of the minor columns would push others out of the window. */
export function useHiddenColumns(type: DocumentType, prices: boolean): number {
  const widthWithout = (hidden: number) =>
    surroundings + minTableWidth(type, visibleColumns(type, prices, undefined, hidden))
  const one = useMedia(`(width < ${widthWithout(0)}px)`)
  const two = useMedia(`(width < ${widthWithout(1)}px)`)
  return Number(one) + Number(two)
}

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
      <col />
      <col style={{ width: statusWidth(type) }} />
      {columns.map((column) => (
        <col key={column.name} style={{ width: column.width }} />
      ))}
    </colgroup>
  )
}
