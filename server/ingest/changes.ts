import {
  type ChangedField,
  changingLineAmounts,
  changingLineFields,
  isAmount,
  promiseFields,
  type StoredChange,
} from '../../contract/documents/changes.ts'
import {
  type Content,
  type ContentLine,
  headerOf,
  linesOf,
  plainValue,
  type Values,
} from '../../contract/documents/content.ts'
import type { StoredDetails, StoredLine } from '../../contract/documents/stored.ts'
import type { LineRow, Prepared } from './prepare.ts'

/** A document that came to stand otherwise than before, and where: what its type does not have is not there. */
export type Moved = {
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

/** What changed, amounts apart from what everybody may read. */
export type Changes = { changes: StoredChange[]; amounts: StoredChange[] }

/** The content of a document that is about to be written. */
export function contentOf({ type, row, lines }: Prepared): Content {
  const details = JSON.parse(row.details) as StoredDetails & Record<string, string | null | undefined>
  const { trackingNumbers } = row
  // An order stands where its source says; where the others stand follows from more than one message.
  const status = type === 'orders' ? { status: row.status } : {}
  return { header: { ...status, ...headerOf(row, details) }, trackingNumbers, lines: linesOf(lines.map(parsed)) }
}

/** A line with its details read. */
export function parsed(row: LineRow): ContentLine {
  return { ...row, details: JSON.parse(row.details) as StoredLine }
}

/** What is different in `after`: the header's fields, tracking numbers that came or went, lines field by field. */
export function changesBetween(before: Content, after: Content): Changes {
  const told = new Telling()
  for (const field of keysOf(after.header)) told.tell(field, before.header[field], after.header[field])
  const [had, has] = [new Set(before.trackingNumbers), new Set(after.trackingNumbers)]
  for (const one of has.difference(had)) told.tell('trackingNumber', null, one)
  for (const one of had.difference(has)) told.tell('trackingNumber', one, null)
  for (const line of new Set([...before.lines.keys(), ...after.lines.keys()])) {
    const [was, is] = [before.lines.get(line), after.lines.get(line)]
    const isOther = Boolean(was && is && was.sku && is.sku && was.sku !== is.sku)
    // Another article under the same line is one line less and one line more, not a change of all it says.
    if (was && isOther) told.tellLine(line, was, {})
    if (is) told.tellLine(line, isOther ? {} : (was ?? {}), is)
    else if (was) told.tellLine(line, was, {})
  }
  return told.all()
}

/** How a document that was moved stands now, beside how it stood. */
export function changesOfMove(moved: Moved): Changes {
  const told = new Telling()
  if (moved.type !== 'orders') told.tell('status', moved.wasStatus, moved.status)
  told.tell('fulfilment', moved.wasFulfilment, moved.fulfilment)
  told.tell('billing', moved.wasBilling, moved.billing)
  told.tell('payment', moved.wasPayment, moved.payment)
  return told.all()
}

/** One after the other, as one. */
export function together(...all: readonly Changes[]): Changes {
  return { changes: all.flatMap((one) => one.changes), amounts: all.flatMap((one) => one.amounts) }
}

/** Whether a promised or estimated date that was known became another. */
export function movesPromise({ changes }: Changes): boolean {
  const fields: readonly string[] = promiseFields
  return changes.some(({ field, old, new: now }) => fields.includes(field) && old !== null && now !== null)
}

const lineFields = [...changingLineFields, ...changingLineAmounts]

/** Collects changes; lines that changed alike are told of once. */
class Telling {
  readonly #changes: StoredChange[] = []
  readonly #amounts: StoredChange[] = []
  readonly #alike = new Map<string, StoredChange>()

  tell(field: ChangedField, before: string | null | undefined, after: string | null | undefined, line?: string): void {
    const [old, now] = [plainValue(field, before), plainValue(field, after)]
    if (old === now) return
    const key = line === undefined ? '' : `${field}\n${old}\n${now}`
    const alike = line === undefined ? undefined : this.#alike.get(key)
    if (alike?.lines && line !== undefined) {
      alike.lines.push(line)
      return
    }
    const change: StoredChange = { field, old, new: now, ...(line === undefined ? {} : { lines: [line] }) }
    if (line !== undefined) this.#alike.set(key, change)
    if (isAmount(field)) this.#amounts.push(change)
    else this.#changes.push(change)
  }

  tellLine(line: string, was: Readonly<Values>, is: Readonly<Values>): void {
    const appears = was.line === undefined || is.line === undefined
    for (const field of lineFields) {
      // What an item is called is no change of the order; whether it is there is one.
      if (field !== 'line' || appears) this.tell(field, was[field], is[field], line)
    }
  }

  all(): Changes {
    return { changes: this.#changes, amounts: this.#amounts }
  }
}

function keysOf(values: Readonly<Values>): ChangedField[] {
  return Object.keys(values) as ChangedField[]
}
