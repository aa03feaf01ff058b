import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { listDates } from '#server/formats/dates.ts'
import type { Problem } from '#server/formats/message.ts'

/** How many warnings a document gets at most; more would say nothing new. */
const maxWarnings = 10

/**
 * Warnings about what is taken as sent and may still be a mistake: totals that do not add up, unlikely dates, negative
 * quantities.
 */
export function warningsOf(document: IngestDocument): Problem[] {
  const warnings: Problem[] = []
  addTotalsWarning(document, warnings)
  for (const [path, date] of listDates(document)) {
    if (date < '1900-01-02' || date >= '2101')
      warnings.push({ path, message: `The date ${date.slice(0, 10)} is unlikely.` })
  }
  if (document.type === 'orders' || document.type === 'shipments') {
    for (const [index, line] of (document.lines ?? []).entries()) {
      if (line.quantity?.startsWith('-')) {
        warnings.push({
          path: `$.lines[${index}].quantity`,
          message: `The quantity ${line.quantity} counts as a return.`,
        })
      }
    }
  }
  addKitWarnings(document.lines ?? [], warnings)
  for (const name of ['shipment', 'payments', 'invoiceKind'] as const) {
    if (document[name] !== undefined && document.type !== (name === 'shipment' ? 'shipments' : 'invoices')) {
      warnings.push({ path: `$.${name}`, message: `"${name}" says nothing on ${document.type} and is left out.` })
    }
  }
  return warnings.slice(0, maxWarnings)
}

/** Warns when "parent" names no line, or a line that is itself a component: it must name the whole kit. */
function addKitWarnings(lines: readonly IngestLine[], warnings: Problem[]): void {
  if (!lines.some(({ parent }) => parent !== undefined)) return
  const parents = new Map(lines.map(({ line, parent }) => [line, parent]))
  for (const [index, { parent }] of lines.entries()) {
    if (parent === undefined) continue
    const path = `$.lines[${index}].parent`
    const consequence = 'It counts as a line of its own.'
    if (!parents.has(parent))
      warnings.push({ path, message: `There is no line "${parent}" that could be its kit. ${consequence}` })
    else if (parents.get(parent) !== undefined) {
      warnings.push({
        path,
        message: `Line "${parent}" is itself a component; "parent" names the whole kit. ${consequence}`,
      })
    }
  }
}

/** How far a sum may be off, in millionths: half a cent for each rounded amount, but at least one cent. */
function tolerance(amounts: number): bigint {
  return 10_000n * BigInt(Math.max(1, Math.ceil(amounts / 2)))
}

function difference(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}

function addTotalsWarning(document: IngestDocument, warnings: Problem[]): void {
  const { totals } = document
  if (!totals) return
  const amountOf = (amount: string | undefined) => (amount === undefined ? 0n : toMillionths(amount))
  if (totals.net !== undefined && totals.gross !== undefined) {
    const sum = amountOf(totals.net) + amountOf(totals.charges) - amountOf(totals.discount) + amountOf(totals.tax)
    if (difference(sum, amountOf(totals.gross)) > tolerance(1)) {
      const message = `The totals do not add up: net + charges − discount + tax is ${fromMillionths(sum, 2)}, gross says ${totals.gross}. They are shown as sent.`
      warnings.push({ path: '$.totals.gross', message })
    }
  }
  if (totals.net !== undefined) addLinesWarning(document.lines ?? [], totals.net, amountOf(totals.charges), warnings)
}

/** Warns when the lines do not add up to the net total, whether charges are among the lines or beside them. */
function addLinesWarning(lines: readonly IngestLine[], net: string, charges: bigint, warnings: Problem[]): void {
  let itemsSum = 0n
  let linesSum = 0n
  let count = 0
  for (const { kind, amount, option } of lines) {
    // Optional lines are not in the total.
    if (option !== undefined) continue
    if (amount === undefined) {
      if (kind !== 'text') return
    } else {
      const value = toMillionths(amount)
      linesSum += value
      if (kind !== 'charge') itemsSum += value
      count++
    }
  }
  if (count === 0) return
  const netAmount = toMillionths(net)
  if ([linesSum, itemsSum, linesSum - charges].every((sum) => difference(sum, netAmount) > tolerance(count))) {
    const message = `The lines add up to ${fromMillionths(linesSum, 2)}, the net total says ${net}. Both are shown as sent.`
    warnings.push({ path: '$.totals.net', message })
  }
}
