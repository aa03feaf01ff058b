import { compare, fromMillionths, sum, toMillionths } from '../../contract/money.ts'
import type { FlowRow } from './detail-queries.ts'

export type Stages = {
  ordered: string
  shipped: string
  delivered: string
  invoiced: string
  returned: string
  cancelled: string
  open: string
}

type Ordered = { position: number; quantity: string | null }

const nothing = '0'

/**
 * What has become of each ordered quantity, by the line's position: the sums of the lines that refer to it. What a
 * cancelled or rejected order had not shipped is cancelled; otherwise the rest is open, and never below nothing.
 */
export function stagesOf(
  ordered: readonly Ordered[],
  flows: readonly FlowRow[],
  cancelled: boolean,
): Map<number, Stages> {
  const byPosition = Map.groupBy(flows, (flow) => flow.position)
  return new Map(
    ordered.map(({ position, quantity }) => {
      const own = byPosition.get(position) ?? []
      const total = plain(quantity ?? nothing)
      const shipped = sum(own.map((flow) => flow.shipped))
      const rest = atLeastNothing(toMillionths(total) - toMillionths(shipped))
      return [
        position,
        {
          ordered: total,
          shipped,
          delivered: sum(own.map((flow) => flow.delivered)),
          invoiced: sum(own.map((flow) => flow.invoiced)),
          returned: sum(own.map((flow) => flow.returned)),
          cancelled: cancelled ? rest : nothing,
          open: cancelled ? nothing : rest,
        },
      ]
    }),
  )
}

/** The share of an order's quantity that each document carries, 0 to 1, to two places. */
export function sharesOf(ordered: readonly Ordered[], flows: readonly FlowRow[]): Map<string, number> {
  const total = sum(ordered.map(({ quantity }) => quantity))
  if (compare(total, nothing) <= 0) return new Map()
  const whole = toMillionths(total)
  return new Map(
    [...Map.groupBy(flows, (flow) => flow.documentId)].map(([documentId, own]) => {
      const carried = own.reduce((so, flow) => so + largest(flow), 0n)
      const hundredths = (carried * 100n + whole / 2n) / whole
      return [documentId, Math.min(Math.max(Number(hundredths), 0), 100) / 100]
    }),
  )
}

function largest(flow: FlowRow): bigint {
  const shipped = toMillionths(flow.shipped)
  const invoiced = toMillionths(flow.invoiced)
  const magnitude = invoiced < 0n ? -invoiced : invoiced
  return shipped > magnitude ? shipped : magnitude
}

function atLeastNothing(value: bigint): string {
  return fromMillionths(value > 0n ? value : 0n)
}

/** A quantity without the zeros that the database keeps behind the point. */
export function plain(decimal: string): string {
  return fromMillionths(toMillionths(decimal))
}
