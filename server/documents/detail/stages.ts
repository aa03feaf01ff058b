import { compare, toMillionths } from '#contract/money.ts'
import type { StageRow } from './queries.ts'

export type Stages = Omit<StageRow, 'position'>

/** The quantities of each ordered line by stage, by the line's position. */
export function stagesOf(rows: readonly StageRow[]): Map<number, Stages> {
  return new Map(rows.map(({ position, ...stages }) => [position, stages]))
}

/** The share of an order's quantity that each document carries, 0 to 1, to two places; by the document's id. */
export function sharesOf(ordered: string | null, carried: Readonly<Record<string, string>>): Map<string, number> {
  if (ordered === null || compare(ordered, '0') <= 0) return new Map()
  const whole = toMillionths(ordered)
  return new Map(
    Object.entries(carried).map(([documentId, quantity]) => {
      const hundredths = (toMillionths(quantity) * 100n + whole / 2n) / whole
      return [documentId, Math.min(Math.max(Number(hundredths), 0), 100) / 100]
    }),
  )
}
