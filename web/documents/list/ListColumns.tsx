import { useSyncExternalStore } from 'react'
import type { Density } from '#contract/profile/appearance.ts'
import type { DocumentType } from '#contract/values.ts'
import { type Column, hasMinor, mostLeftOut, statusWidth, visibleColumns } from '../columns/columns.tsx'

const gutterWidth = 44
/** The least: the column takes what the others leave, because below the number stands what the document is about. */
const numberWidth = 130
/** What the number's column needs to say what the document is about in more than a few letters. */
const roomForItem = 160

/** What stands beside the table in a window (px): the menu, as web/shell/Shell.tsx shows it, the page's padding and the border. */
const besideTable = (width: number) => 48 + 2 + (width > 1200 ? 280 : width > 991 ? 64 : 0)

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/**
 * How much of the columns has to be left out: minor ones already where they would leave no room for what a document is
 * about, others only where the list would have to be scrolled sideways.
 */
export function useLeftOut(type: DocumentType, prices: boolean, density: Density): number {
  return useSyncExternalStore(onResize, () => {
    const room = innerWidth - besideTable(innerWidth)
    const widthAt = (leftOut: number) =>
      minTableWidth(type, visibleColumns(type, prices, undefined, leftOut), density) +
      (hasMinor(leftOut) ? roomForItem : 0)
    let leftOut = 0
    while (leftOut < mostLeftOut && widthAt(leftOut) > room) leftOut++
    return leftOut
  })
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
