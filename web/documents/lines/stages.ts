import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'

export type Stages = NonNullable<DocumentLine['stages']>
export type OrderLine = DocumentLine & { stages: Stages }

/** Whether part of an ordered line is still open. */
export function isOpenLine(line: DocumentLine): line is OrderLine {
  return line.kind === 'item' && line.stages !== undefined && compare(line.stages.open, '0') > 0
}

/** The lines of goods: items, and instead of a kit its components. */
export function goodsLines(lines: readonly DocumentLine[]): DocumentLine[] {
  const kits = new Set(lines.flatMap(({ parent }) => parent ?? []))
  return lines.filter(({ kind, line }) => kind === 'item' && !kits.has(line))
}

/** Whether part of an ordered line was cancelled. */
export function hasCancelledQuantity(line: DocumentLine): boolean {
  return line.stages !== undefined && compare(line.stages.cancelled, '0') > 0
}

/**
 * The shares of a line's ordered quantity that are delivered and under way, for a bar; each 0 to 1, together at most 1.
 */
export function stageShares(stages: Stages): { delivered: number; underWay: number } {
  const ordered = Number(stages.ordered)
  if (!(ordered > 0)) return { delivered: 0, underWay: 0 }
  const share = (quantity: string) => Math.min(Math.max(Number(quantity) / ordered, 0), 1)
  const delivered = share(stages.delivered)
  return { delivered, underWay: Math.max(share(stages.shipped) - delivered, 0) }
}

/** Whether a part of what was ordered has left the warehouse, or has arrived, but not all of it. */
export function isPartlyShipped(stages: Stages): boolean {
  const { delivered, underWay } = stageShares(stages)
  return delivered + underWay > 0 && delivered < 1
}

/** The date on which the rest of a line is expected: the estimated, otherwise the promised or requested one. */
export function expectedDate(line: DocumentLine): string | null {
  return line.estimatedDate ?? line.promisedDate ?? line.requestedDate
}

/** Open lines, soonest first; those without a date last. */
export function openLines(lines: readonly DocumentLine[]): OrderLine[] {
  const sortDate = (line: DocumentLine) => expectedDate(line) ?? '9999'
  return lines.filter(isOpenLine).toSorted((a, b) => sortDate(a).localeCompare(sortDate(b)))
}
