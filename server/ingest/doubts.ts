import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { fromMillionths, toMillionths } from '../../contract/money.ts'
import { eachDate } from './dates.ts'
import type { Problem } from './incoming.ts'

/** More warnings of one document than this say nothing new. */
const most = 10

/** What is taken as it was sent and may still be a mistake: totals that do not add up, unlikely dates, negative quantities. */
export function doubtsOf(document: IngestDocument): Problem[] {
  const doubts: Problem[] = []
  totalsDoubt(document, doubts)
  for (const [path, date] of eachDate(document)) {
    if (date < '1900-01-02' || date >= '2101')
      doubts.push({ path, message: `The date ${date.slice(0, 10)} is unlikely.` })
  }
  if (document.type === 'orders' || document.type === 'shipments') {
    for (const [index, line] of (document.lines ?? []).entries()) {
      if (line.quantity?.startsWith('-')) {
        doubts.push({
          path: `$.lines[${index}].quantity`,
          message: `The quantity ${line.quantity} counts as a return.`,
        })
      }
    }
  }
  kitDoubts(document.lines ?? [], doubts)
  for (const name of ['shipment', 'payments', 'invoiceKind'] as const) {
    if (document[name] !== undefined && document.type !== (name === 'shipment' ? 'shipments' : 'invoices')) {
      doubts.push({ path: `$.${name}`, message: `"${name}" says nothing on ${document.type} and is left out.` })
    }
  }
  return doubts.slice(0, most)
}

/** A kit is a line of its own; a component of a component is one of the whole kit. */
function kitDoubts(lines: readonly IngestLine[], doubts: Problem[]): void {
  if (!lines.some(({ parent }) => parent !== undefined)) return
  const parents = new Map(lines.map(({ line, parent }) => [line, parent]))
  for (const [index, { parent }] of lines.entries()) {
    if (parent === undefined) continue
    const path = `$.lines[${index}].parent`
    const counts = 'It counts as a line of its own.'
    if (!parents.has(parent))
      doubts.push({ path, message: `There is no line "${parent}" that could be its kit. ${counts}` })
    else if (parents.get(parent) !== undefined) {
      doubts.push({ path, message: `Line "${parent}" is itself a component; "parent" names the whole kit. ${counts}` })
    }
  }
}

/** Half a unit of the last place for each rounded amount, but at least one cent. */
function tolerance(amounts: number): bigint {
  return 10_000n * BigInt(Math.max(1, Math.ceil(amounts / 2)))
}

function apart(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}

function totalsDoubt(document: IngestDocument, doubts: Problem[]): void {
  const { totals } = document
  if (!totals) return
  const of = (amount: string | undefined) => (amount === undefined ? 0n : toMillionths(amount))
  if (totals.net !== undefined && totals.gross !== undefined) {
    const sum = of(totals.net) + of(totals.charges) - of(totals.discount) + of(totals.tax)
    if (apart(sum, of(totals.gross)) > tolerance(1)) {
      const message = `The totals do not add up: net + charges − discount + tax is ${fromMillionths(sum, 2)}, gross says ${totals.gross}. They are shown as sent.`
      doubts.push({ path: '$.totals.gross', message })
    }
  }
  if (totals.net !== undefined) linesDoubt(document.lines ?? [], totals.net, of(totals.charges), doubts)
}

/** Charges stand among the lines or beside them: either way the sum is right. */
function linesDoubt(lines: readonly IngestLine[], net: string, charges: bigint, doubts: Problem[]): void {
  let items = 0n
  let all = 0n
  let count = 0
  for (const { kind, amount, option } of lines) {
    // What need not be ordered is not in the total.
    if (option !== undefined) continue
    if (amount === undefined) {
      if (kind !== 'text') return
    } else {
      const value = toMillionths(amount)
      all += value
      if (kind !== 'charge') items += value
      count++
    }
  }
  if (count === 0) return
  const wanted = toMillionths(net)
  if ([all, items, all - charges].every((sum) => apart(sum, wanted) > tolerance(count))) {
    const message = `The lines add up to ${fromMillionths(all, 2)}, the net total says ${net}. Both are shown as sent.`
    doubts.push({ path: '$.totals.net', message })
  }
}
