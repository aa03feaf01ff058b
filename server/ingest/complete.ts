import { isDeepStrictEqual } from 'node:util'
import type { IngestDocument } from '../../contract/ingest.ts'
import { sum } from '../../contract/money.ts'
import { doubtsOf } from './doubts.ts'
import { currencyFaults } from './faults.ts'
import type { Problem } from './incoming.ts'
import { merge, tooMany } from './merge.ts'
import { type Prepared, prepare } from './prepare.ts'
import { plainDecimal } from './rebuild.ts'

export type Completed = { problems: Problem[] } | { unchanged: true } | { document: Prepared; warnings: Problem[] }

/** Makes of a message about a part of a document the whole document, from what it was before; `moves`: for another account. */
export function complete(message: Prepared, base: IngestDocument, moves = false): Completed {
  const { part, content } = message
  if (!part) return { document: message, warnings: [] }
  const merged = merge(base, content, part.cleared)
  const problems = [...currencyFaults(merged), ...tooMany(merged)]
  if (problems.length > 0) return { problems }
  const { line, size, attachments } = message
  const whole = { ...prepare(merged, line, size), attachments }
  const rows = rowsOf(whole)
  const isSame = attachments.length === 0 && isDeepStrictEqual(rows, rowsOf(prepare(base, line, size)))
  if (isSame && !moves) return { unchanged: true }
  // A part that names all that its document holds is the whole of it, whatever came before.
  const document = isDeepStrictEqual(rows, rowsOf(message)) ? { ...whole, hash: message.hash } : whole
  return { document, warnings: [...doubtsOf(merged), ...paymentDoubts(base, content, merged)] }
}

/** What is stored of a document, in a form in which equal contents are equal. */
function rowsOf({ row, lines, links, events, modifiedAt }: Prepared): unknown {
  const decimals = ['net', 'discount', 'charges', 'tax', 'gross', 'paid', 'open'] as const
  return {
    ...row,
    ...Object.fromEntries(decimals.map((name) => [name, plainDecimal(row[name])])),
    modifiedAt,
    details: JSON.parse(row.details),
    trackingNumbers: row.trackingNumbers.toSorted(),
    lines: lines.map((line) => ({
      ...line,
      quantity: plainDecimal(line.quantity),
      amount: plainDecimal(line.amount),
      details: JSON.parse(line.details),
    })),
    links: links.map((link) => JSON.stringify({ ...link, quantity: plainDecimal(link.quantity) })).toSorted(),
    events: events
      .map((event) => ({ ...event, place: JSON.parse(event.place) }))
      .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
  }
}

function paymentDoubts(base: IngestDocument, part: IngestDocument, merged: IngestDocument): Problem[] {
  if (part.type !== 'invoices' || !part.payments) return []
  const doubts: Problem[] = []
  const [before, now] = [base.payments ?? [], merged.payments ?? []]
  if (now.length < before.length) {
    const message = `The list of payments is replaced: before there were ${before.length} (${sum(before.map((one) => one.amount))} in all), now there are ${now.length}. To add a payment, give each an "id".`
    doubts.push({ path: '$.payments', message })
  }
  const { open } = merged.totals ?? {}
  if (open !== undefined && part.totals?.open === undefined) {
    const message = `The message tells of payments, but not what is still open: it stays ${open}, as sent before. Send totals.open with them.`
    doubts.push({ path: '$.payments', message })
  }
  return doubts
}
