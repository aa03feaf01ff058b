import {
  type ChangedField,
  changingLineFields,
  isAmountField,
  promiseFields,
  type StoredChange,
} from '#contract/documents/changes.ts'
import {
  type ContentLine,
  type DocumentContent,
  type FieldValues,
  headerValues,
  lineValues,
  normaliseValue,
} from '#contract/documents/content.ts'
import type { StoredDetails, StoredLine } from '#contract/documents/stored-details.ts'
import type { LineRow, PreparedDocument } from '../check/prepare.ts'

/**
 * A document whose derived values changed, with the values before and after; those that its type does not have are
 * absent.
 */
export type StatusChange = {
  accountId: string
  id: string
  type: string
  number: string
  wasStatus: string
  status: string
  estimatedDate?: string | null
  deliveredDate?: string | null
  wasFulfilment?: string
  fulfilment?: string
  wasBilling?: string
  billing?: string
  wasPayment?: string
  payment?: string
}

/** What changed; amounts are kept apart from what every member may read. */
export type ChangeSet = { changes: StoredChange[]; amounts: StoredChange[] }

/** The content of a document that is about to be written. */
export function comparableContentOf({ type, row, lines }: PreparedDocument): DocumentContent {
  const details = JSON.parse(row.details) as StoredDetails & Record<string, string | null | undefined>
  const { trackingNumbers } = row
  // An order has the status that its source states; the status of other types follows from more than one message.
  const status = type === 'orders' ? { status: row.status } : {}
  return {
    header: { ...status, ...headerValues(row, details) },
    trackingNumbers,
    lines: lineValues(lines.map(withParsedDetails)),
  }
}

/** A line with its details parsed from JSON. */
export function withParsedDetails(row: LineRow): ContentLine {
  return { ...row, details: JSON.parse(row.details) as StoredLine }
}

/** What differs in `after`: header fields, tracking numbers added or removed, and lines field by field. */
export function changesBetween(before: DocumentContent, after: DocumentContent): ChangeSet {
  const collector = new ChangeCollector()
  for (const field of keysOf(after.header)) collector.add(field, before.header[field], after.header[field])
  const [numbersBefore, numbersAfter] = [new Set(before.trackingNumbers), new Set(after.trackingNumbers)]
  for (const trackingNumber of numbersAfter.difference(numbersBefore))
    collector.add('trackingNumber', null, trackingNumber)
  for (const trackingNumber of numbersBefore.difference(numbersAfter))
    collector.add('trackingNumber', trackingNumber, null)
  for (const line of new Set([...before.lines.keys(), ...after.lines.keys()])) {
    const [oldLine, newLine] = [before.lines.get(line), after.lines.get(line)]
    const isOtherArticle = Boolean(oldLine && newLine && oldLine.sku && newLine.sku && oldLine.sku !== newLine.sku)
    // Another article under the same line number is one line removed and one added, not a change of every field.
    if (oldLine && isOtherArticle) collector.addLine(line, oldLine, {})
    if (newLine) collector.addLine(line, isOtherArticle ? {} : (oldLine ?? {}), newLine)
    else if (oldLine) collector.addLine(line, oldLine, {})
  }
  return collector.changeSet()
}

/** The differences between the old and the new statuses of a document. */
export function changesOfStatus(statusChange: StatusChange): ChangeSet {
  const collector = new ChangeCollector()
  if (statusChange.type !== 'orders') collector.add('status', statusChange.wasStatus, statusChange.status)
  collector.add('fulfilment', statusChange.wasFulfilment, statusChange.fulfilment)
  collector.add('billing', statusChange.wasBilling, statusChange.billing)
  collector.add('payment', statusChange.wasPayment, statusChange.payment)
  return collector.changeSet()
}

/** One change set with the changes of several. */
export function combineChanges(...changeSets: readonly ChangeSet[]): ChangeSet {
  return { changes: changeSets.flatMap((one) => one.changes), amounts: changeSets.flatMap((one) => one.amounts) }
}

/** Whether a known promised or estimated date changed to another. */
export function movesPromise({ changes }: ChangeSet): boolean {
  const fields: readonly string[] = promiseFields
  return changes.some(({ field, old, new: now }) => fields.includes(field) && old !== null && now !== null)
}

/** Collects changes; lines with the same change share one entry. */
class ChangeCollector {
  readonly #changes: StoredChange[] = []
  readonly #amounts: StoredChange[] = []
  readonly #alike = new Map<string, StoredChange>()

  add(field: ChangedField, before: string | null | undefined, after: string | null | undefined, line?: string): void {
    const [old, now] = [normaliseValue(field, before), normaliseValue(field, after)]
    if (old === now) return
    const key = line === undefined ? '' : `${field}\n${old}\n${now}`
    const sameChange = line === undefined ? undefined : this.#alike.get(key)
    if (sameChange?.lines && line !== undefined) {
      sameChange.lines.push(line)
      return
    }
    const change: StoredChange = { field, old, new: now, ...(line === undefined ? {} : { lines: [line] }) }
    if (line !== undefined) this.#alike.set(key, change)
    if (isAmountField(field)) this.#amounts.push(change)
    else this.#changes.push(change)
  }

  addLine(line: string, before: Readonly<FieldValues>, after: Readonly<FieldValues>): void {
    const appears = before.line === undefined || after.line === undefined
    for (const field of changingLineFields) {
      // A new name of the item is no change of the order; a line added or removed is one.
      if (field !== 'line' || appears) this.add(field, before[field], after[field], line)
    }
  }

  changeSet(): ChangeSet {
    return { changes: this.#changes, amounts: this.#amounts }
  }
}

function keysOf(values: Readonly<FieldValues>): ChangedField[] {
  return Object.keys(values) as ChangedField[]
}
