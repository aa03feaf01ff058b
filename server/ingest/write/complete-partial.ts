import { isDeepStrictEqual } from 'node:util'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import type { Problem } from '#server/formats/message.ts'
import { missingCurrencyProblems } from '../check/content-problems.ts'
import { warningsOf } from '../check/document-warnings.ts'
import { type PreparedDocument, prepare } from '../check/prepare.ts'
import { limitProblems, mergePartial } from './merge-partial.ts'
import { trimDecimal } from './rebuild.ts'

export type CompletionResult =
  | { problems: Problem[] }
  | { unchanged: true }
  | { document: PreparedDocument; warnings: Problem[] }

/**
 * Completes a partial message to the whole document, from the previous version `base`; with `isMove` it is for another
 * account.
 */
export function completePartial(message: PreparedDocument, base: IngestDocument, isMove = false): CompletionResult {
  const { part, content } = message
  if (!part) return { document: message, warnings: [] }
  const merged = mergePartial(base, content, part.cleared)
  const problems = [...missingCurrencyProblems(merged), ...limitProblems(merged)]
  if (problems.length > 0) return { problems }
  const { line, size, attachments } = message
  const prepared = { ...prepare(merged, line, size), attachments }
  const rows = comparableRows(prepared)
  const isSame = attachments.length === 0 && isDeepStrictEqual(rows, comparableRows(prepare(base, line, size)))
  if (isSame && !isMove) return { unchanged: true }
  // A partial message that names everything in its document gets the hash of a whole message.
  const isWhole = isDeepStrictEqual(rows, comparableRows(prepare(content, line, size)))
  const document = isWhole ? { ...prepared, hash: message.hash } : prepared
  return { document, warnings: [...warningsOf(merged), ...paymentWarnings(base, content, merged)] }
}

/** The stored values of a document in a form in which equal contents compare equal. */
function comparableRows({ row, lines, links, events, modifiedAt }: PreparedDocument): unknown {
  const decimals = ['net', 'discount', 'charges', 'tax', 'gross', 'paid', 'open'] as const
  return {
    ...row,
    ...Object.fromEntries(decimals.map((name) => [name, trimDecimal(row[name])])),
    modifiedAt,
    details: JSON.parse(row.details),
    trackingNumbers: row.trackingNumbers.toSorted(),
    lines: lines.map((line) => ({
      ...line,
      quantity: trimDecimal(line.quantity),
      amount: trimDecimal(line.amount),
      details: JSON.parse(line.details),
    })),
    links: links.map((link) => JSON.stringify({ ...link, quantity: trimDecimal(link.quantity) })).toSorted(),
    events: events
      .map((event) => ({ ...event, place: JSON.parse(event.place) }))
      .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
  }
}

function paymentWarnings(base: IngestDocument, part: IngestDocument, merged: IngestDocument): Problem[] {
  if (part.type !== 'invoices' || !part.payments) return []
  const warnings: Problem[] = []
  const [before, now] = [base.payments ?? [], merged.payments ?? []]
  if (now.length < before.length) {
    const message = `The list of payments is replaced: before there were ${before.length} (${sum(before.map((payment) => payment.amount))} in all), now there are ${now.length}. To add a payment, give each an "id".`
    warnings.push({ path: '$.payments', message })
  }
  const { open } = merged.totals ?? {}
  if (open !== undefined && part.totals?.open === undefined) {
    const message = `The message tells of payments, but not what is still open: it stays ${open}, as sent before. Send totals.open with them.`
    warnings.push({ path: '$.payments', message })
  }
  return warnings
}
