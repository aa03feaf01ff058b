import type { DocumentLine } from '../../contract/documents/endpoints.ts'
import { compare } from '../../contract/money.ts'

export type Stages = NonNullable<DocumentLine['stages']>
export type OrderLine = DocumentLine & { stages: Stages }

/** Whether something of an ordered line is still to come. */
export function isOpenLine(line: DocumentLine): line is OrderLine {
  return line.kind === 'item' && line.stages !== undefined && compare(line.stages.open, '0') > 0
}

/** The lines that goods come by: items, and of a kit its components. */
export function goodsLines(lines: readonly DocumentLine[]): DocumentLine[] {
  const kits = new Set(lines.flatMap(({ parent }) => parent ?? []))
  return lines.filter(({ kind, line }) => kind === 'item' && !kits.has(line))
}

/** Whether something of an ordered line will never come. */
export function hasCancelledQuantity(line: DocumentLine): boolean {
  return line.stages !== undefined && compare(line.stages.cancelled, '0') > 0
}

/** A line's goods, as the shares of what was ordered that a bar draws; each 0 to 1, together at most 1. */
export function stageShares(stages: Stages): { delivered: number; underWay: number } {
  const ordered = Number(stages.ordered)
  if (!(ordered > 0)) return { delivered: 0, underWay: 0 }
  const share = (quantity: string) => Math.min(Math.max(Number(quantity) / ordered, 0), 1)
  const delivered = share(stages.delivered)
  return { delivered, underWay: Math.max(share(stages.shipped) - delivered, 0) }
}

/** The date on which the rest of a line is expected: the newest thing that was said about it. */
export function expectedDate(line: DocumentLine): string | null {
  return line.estimatedDate ?? line.promisedDate ?? line.requestedDate
}

/** Open lines, soonest first; those without a date last. */
export function openLines(lines: readonly DocumentLine[]): OrderLine[] {
  const sortDate = (line: DocumentLine) => expectedDate(line) ?? '9999'
  return lines.filter(isOpenLine).toSorted((a, b) => sortDate(a).localeCompare(sortDate(b)))
}
