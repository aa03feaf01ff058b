import type { LineStatus } from '../../contract/documents/stored.ts'
import type { IngestLine } from '../../contract/ingest.ts'
import { sum } from '../../contract/money.ts'
import { distinct, elementsAt, type Reading, wordsOf } from './ubl-fields.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/*
 * The lines of an order response by the lines of the order that they answer. A response numbers its own lines; which
 * line of the order each one answers stands in OrderLineReference/LineID. A line of the order may be answered by several:
 * one for each delivery.
 */

/** What a supplier says of a line: UN/EDIFACT 1229 and UBL's own list of line statuses, as far as they change or end it. */
const added = new Set(['1', 'ADDED'])
const changes = new Set(['1', '3', 'ADDED', 'CHANGED', 'REVISED'])
const refusals = new Set(['7', '2', 'CANCELLED', 'REJECTED', 'DISPUTED'])
/** What a line stands as whose every part was refused. A dispute ends nothing. */
const ends: Readonly<Record<string, LineStatus>> = {
  '7': 'rejected',
  REJECTED: 'rejected',
  '2': 'cancelled',
  CANCELLED: 'cancelled',
}

/** A line of the order as a response answers it. */
export type Answers = {
  lines: IngestLine[]
  /** The numbers of those whose quantity, price and amount are the response's to say. */
  changed: string[]
  /** The numbers of those that the supplier added: no line of the order is meant, whatever its number. */
  added: string[]
}

type Part = { line: IngestLine; own: string; answers: string | undefined; code: string; element: XmlElement }

/** The answers of a response to the lines of its order, in the order of the response. */
export function answersOf(root: XmlElement, lines: readonly IngestLine[], reading: Reading): Answers {
  const parts = partsOf(root, lines)
  // Where a response refers at all, its numbers are its own.
  const refers = parts.some(({ answers }) => answers !== undefined)
  const groups = Map.groupBy(parts, ({ own, answers }) => JSON.stringify([answers ?? own, answers !== undefined]))
  const taken = new Set(parts.flatMap(({ answers }) => answers ?? []))
  const found: Answers = { lines: [], changed: [], added: [] }
  for (const group of groups.values()) {
    const [{ own, answers }] = group as [Part, ...Part[]]
    const isNew = refers && answers === undefined && group.every(({ code }) => added.has(code))
    const number = isNew ? freeNumber(own, taken) : (answers ?? own)
    const kept = accepted(group, number, reading)
    const [status] = group.every(({ code }) => code in ends) ? group.map(({ code }) => ends[code]) : []
    found.lines.push({ ...together(kept.map(({ line }) => line)), line: number, ...(status ? { status } : {}) })
    if (isNew) found.added.push(number)
    else if (kept.length < group.length || group.some(({ code }) => changes.has(code))) found.changed.push(number)
  }
  return found
}

function partsOf(root: XmlElement, lines: readonly IngestLine[]): Part[] {
  const byNumber = new Map(lines.map((line) => [line.line, line]))
  return elementsAt(root, 'cac:OrderLine').flatMap((element, index): Part[] => {
    const written = textAt(element, 'cac:LineItem/cbc:ID')
    const own = isNone(written) ? String(index + 1) : written
    const line = byNumber.get(own)
    const answers = textAt(element, 'cac:OrderLineReference/cbc:LineID')
    const code = textAt(element, 'cac:LineItem/cbc:LineStatusCode').toUpperCase()
    return line ? [{ line, own, answers: isNone(answers) ? undefined : answers, code, element }] : []
  })
}

const isNone = (number: string) => /^(n\/?a)?$/i.test(number)

/** The parts of a line that were not refused; all of them when every one was. */
function accepted(group: readonly Part[], number: string, reading: Reading): readonly Part[] {
  const refused = group.filter(({ code }) => refusals.has(code))
  const all = refused.length === group.length
  for (const { code, element } of refused) {
    const path = xpathOf(elementsAt(element, 'cac:LineItem/cbc:LineStatusCode')[0] ?? element)
    const message = all
      ? `Line ${number} was not accepted (${code}). The order shows it as it was ordered, and says so.`
      : `A part of line ${number} was not accepted (${code}). The order shows the rest of it.`
    reading.warnings.push({ path, message })
  }
  return all ? group : group.filter((part) => !refused.includes(part))
}

/** The number, with as many marks behind it as keep it from being another's. */
export function freeNumber(number: string, taken: ReadonlySet<string>): string {
  let free = number
  while (taken.has(free)) free = `${free}'`
  return free
}

const textAt = (element: XmlElement, path: string) => elementsAt(element, path).map(wordsOf)[0] ?? ''

const latest = (days: readonly (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)

/** Several lines for one: quantities and amounts added up as far as all have them, each part with its own dates. */
function together(lines: readonly IngestLine[]): IngestLine {
  const [first, ...others] = lines as [IngestLine, ...IngestLine[]]
  if (others.length === 0) return first
  const { quantity: _quantity, amount: _amount, unitPrice: _price, note: _note, ...rest } = first
  const same = <K extends keyof IngestLine>(name: K) => lines.every((line) => line[name] === first[name])
  const total = (name: 'quantity' | 'amount') => {
    const values = lines.flatMap((line) => line[name] ?? [])
    return values.length === lines.length ? sum(values) : undefined
  }
  const quantity = same('unit') ? total('quantity') : undefined
  const note = distinct(lines.flatMap((line) => line.note ?? []))?.join('\n')
  const deliveries = lines.flatMap((line) => line.deliveries ?? [deliveryOf(line)])
  return Object.fromEntries(
    Object.entries({
      ...rest,
      quantity,
      amount: total('amount'),
      unitPrice: same('unitPrice') ? first.unitPrice : undefined,
      // The line is whole when its last part is there.
      requestedDate: latest(lines.map((line) => line.requestedDate)),
      promisedDate: latest(lines.map((line) => line.promisedDate)),
      estimatedDate: latest(lines.map((line) => line.estimatedDate)),
      note,
      deliveries: quantity === undefined ? undefined : deliveries,
    }).filter(([, value]) => value !== undefined),
  ) as IngestLine
}

function deliveryOf({ quantity, requestedDate, promisedDate, estimatedDate }: IngestLine) {
  return {
    ...(quantity ? { quantity } : {}),
    ...(requestedDate ? { requestedDate } : {}),
    ...(promisedDate ? { promisedDate } : {}),
    ...(estimatedDate ? { estimatedDate } : {}),
  }
}
