import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import { useMedia } from '#web/ui/media.ts'
import { type Column, statusWidth, visibleColumns } from '../columns/columns.tsx'

const gutterWidth = 44
/** The least: the column takes what the others leave, because below the number stands what the document is about. */
const numberWidth = 160
/** What the number's column needs to say what the document is about in more than a few letters. */
const roomForItem = 130

/** What stands beside a table of a width (px): the menu, as web/shell/Shell.tsx shows it, the page's padding and the table's border. */
function windowBelow(tableWidth: number): string {
  const beside = 48 + 2
  return [
    `(width < ${tableWidth + beside}px)`,
    `(992px <= width < ${tableWidth + beside + 64}px)`,
    `(1201px <= width < ${tableWidth + beside + 280}px)`,
  ].join()
}

/** How many of the minor columns would push others out of the window, or leave no room for what a document is about. */
export function useHiddenColumns(type: DocumentType, prices: boolean, density: Density): number {
  const windowWithout = (hidden: number) =>
    windowBelow(roomForItem + minTableWidth(type, visibleColumns(type, prices, undefined, hidden), density))
  const narrow = [
    useMedia(windowWithout(0)),
    useMedia(windowWithout(1)),
    useMedia(windowWithout(2)),
    useMedia(windowWithout(3)),
    useMedia(windowWithout(4)),
    useMedia(windowWithout(5)),
  ]
  return narrow.filter(Boolean).length
}

type ListColumnsProps = { type: DocumentType; columns: readonly Column[]; density: Density }

const widthIn = (density: Density, { width, compactWidth }: Column) => (density === 'compact' ? compactWidth : width)

/** The least table width (px) at which nothing is cut off. */
export function minTableWidth(type: DocumentType, columns: readonly Column[], density: Density): number {
  return columns.reduce((sum, column) => sum + widthIn(density, column), gutterWidth + numberWidth + statusWidth(type))
}

/** The column widths of a list; they stay the same while scrolling. */
export function ListColumns({ type, columns, density }: ListColumnsProps) {
  return (
    <colgroup>
      <col style={{ width: gutterWidth }} />
      <col />
      <col style={{ width: statusWidth(type) }} />
      {columns.map((column) => (
        <col key={column.name} style={{ width: widthIn(density, column) }} />
      ))}
    </colgroup>
  )
}
