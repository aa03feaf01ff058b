import { compare } from '#contract/money.ts'
import type { ReturnableLine } from '#contract/requests/return-endpoints.ts'
import { normaliseDecimal } from '#web/ui/fields/decimal.ts'

/** The names of the fields of a line. */
export const fieldOf = (field: 'line' | 'quantity' | 'reason' | 'note', { shipment, line }: NamedLine): string =>
  `${field} ${shipment} ${line}`
type NamedLine = Pick<ReturnableLine, 'shipment' | 'line'>

/** The lines that are ticked, as the contract wants them, and the quantity fields in which something is wrong. */
export function parseReturn(
  data: FormData,
  lines: readonly ReturnableLine[],
): { lines: Record<string, string>[]; wrong: string[] } {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const ticked = lines.filter((line) => data.get(fieldOf('line', line)) !== null)
  return {
    lines: ticked.map((line) => {
      const note = text(fieldOf('note', line))
      return {
        ...{ shipment: line.shipment, line: line.line, quantity: normaliseDecimal(text(fieldOf('quantity', line))) },
        reason: text(fieldOf('reason', line)),
        ...(note === '' ? {} : { note }),
      }
    }),
    wrong: ticked
      .filter((line) => !isPossible(normaliseDecimal(text(fieldOf('quantity', line))), line.left))
      .map((line) => fieldOf('quantity', line)),
  }
}

function isPossible(quantity: string, left: string): boolean {
  return /^\d{1,12}(\.\d{1,6})?$/.test(quantity) && compare(quantity, '0') > 0 && compare(quantity, left) <= 0
}
