import type { LineStatus } from '#contract/documents/line-fields.ts'
import type { IngestLine } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import { uniqueNumber } from '#server/formats/order-messages.ts'
import { distinct, elementsAt, type Reading, textOf } from './fields.ts'
import { type XmlElement, xpathOf } from './xml.ts'

/*
 * Maps the lines of an order response to the order lines that they answer. A response numbers its own lines;
 * OrderLineReference/LineID names the order line. Several response lines may answer one order line, one per delivery.
 */

/** Line status codes of UN/EDIFACT 1229 and of UBL's own list that add, change or end a line. */
const additionCodes = new Set(['1', 'ADDED'])
const changeCodes = new Set(['1', '3', 'ADDED', 'CHANGED', 'REVISED'])
const refusalCodes = new Set(['7', '2', 'CANCELLED', 'REJECTED', 'DISPUTED'])
/** The status of a line whose parts were all refused. A dispute does not end a line. */
const endStatuses: Readonly<Record<string, LineStatus>> = {
  '7': 'rejected',
  REJECTED: 'rejected',
  '2': 'cancelled',
  CANCELLED: 'cancelled',
}

/** The lines of a response, under the numbers of the order lines that they answer. */
export type AnsweredLines = {
  lines: IngestLine[]
  /** The numbers of lines whose quantity, price and amount come from the response. */
  changed: string[]
  /** The numbers of lines that the supplier added: they answer no order line, whatever their numbers. */
  added: string[]
}

type AnswerLine = { line: IngestLine; own: string; answers: string | undefined; code: string; element: XmlElement }

/** The answers of a response to the lines of its order, in the response's sequence. */
export function readAnsweredLines(root: XmlElement, lines: readonly IngestLine[], reading: Reading): AnsweredLines {
  const parts = partsOf(root, lines)
  // If any line refers to an order line, line numbers are the response's own.
  const hasReferences = parts.some(({ answers }) => answers !== undefined)
  const groups = Map.groupBy(parts, ({ own, answers }) => JSON.stringify([answers ?? own, answers !== undefined]))
  const takenNumbers = new Set(parts.flatMap(({ answers }) => answers ?? []))
  const answered: AnsweredLines = { lines: [], changed: [], added: [] }
  for (const group of groups.values()) {
    const [{ own, answers }] = group as [AnswerLine, ...AnswerLine[]]
    const isNew = hasReferences && answers === undefined && group.every(({ code }) => additionCodes.has(code))
    const number = isNew ? uniqueNumber(own, takenNumbers) : (answers ?? own)
    const acceptedLines = withoutRefused(group, number, reading)
    const [status] = group.every(({ code }) => code in endStatuses) ? group.map(({ code }) => endStatuses[code]) : []
    answered.lines.push({
      ...combineLines(acceptedLines.map(({ line }) => line)),
      line: number,
      ...(status ? { status } : {}),
    })
    if (isNew) answered.added.push(number)
    else if (acceptedLines.length < group.length || group.some(({ code }) => changeCodes.has(code)))
      answered.changed.push(number)
  }
  return answered
}

function partsOf(root: XmlElement, lines: readonly IngestLine[]): AnswerLine[] {
  const byNumber = new Map(lines.map((line) => [line.line, line]))
  return elementsAt(root, 'cac:OrderLine').flatMap((element, index): AnswerLine[] => {
    const lineId = textAt(element, 'cac:LineItem/cbc:ID')
    const own = isNone(lineId) ? String(index + 1) : lineId
    const line = byNumber.get(own)
    const answers = textAt(element, 'cac:OrderLineReference/cbc:LineID')
    const code = textAt(element, 'cac:LineItem/cbc:LineStatusCode').toUpperCase()
    return line ? [{ line, own, answers: isNone(answers) ? undefined : answers, code, element }] : []
  })
}

const isNone = (number: string) => /^(n\/?a)?$/i.test(number)

/** The parts of a line that were not refused; all parts if every part was refused. */
function withoutRefused(group: readonly AnswerLine[], number: string, reading: Reading): readonly AnswerLine[] {
  const refused = group.filter(({ code }) => refusalCodes.has(code))
  const areAllRefused = refused.length === group.length
  for (const { code, element } of refused) {
    const path = xpathOf(elementsAt(element, 'cac:LineItem/cbc:LineStatusCode')[0] ?? element)
    const message = areAllRefused
      ? `Line ${number} was not accepted (${code}). The order shows it as it was ordered, and says so.`
      : `A part of line ${number} was not accepted (${code}). The order shows the rest of it.`
    reading.warnings.push({ path, message })
  }
  return areAllRefused ? group : group.filter((part) => !refused.includes(part))
}

const textAt = (element: XmlElement, path: string) => elementsAt(element, path).map(textOf)[0] ?? ''

const latest = (days: readonly (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)

/** Several lines combined into one: sums of quantities and amounts if all have them, each part with its own dates. */
function combineLines(lines: readonly IngestLine[]): IngestLine {
  const [first, ...others] = lines as [IngestLine, ...IngestLine[]]
  if (others.length === 0) return first
  const { quantity: _quantity, amount: _amount, unitPrice: _price, note: _note, ...rest } = first
  const isSame = <K extends keyof IngestLine>(name: K) => lines.every((line) => line[name] === first[name])
  const total = (name: 'quantity' | 'amount') => {
    const values = lines.flatMap((line) => line[name] ?? [])
    return values.length === lines.length ? sum(values) : undefined
  }
  const quantity = isSame('unit') ? total('quantity') : undefined
  const note = distinct(lines.flatMap((line) => line.note ?? []))?.join('\n')
  const deliveries = lines.flatMap((line) => line.deliveries ?? [deliveryOf(line)])
  return Object.fromEntries(
    Object.entries({
      ...rest,
      quantity,
      amount: total('amount'),
      unitPrice: isSame('unitPrice') ? first.unitPrice : undefined,
      // The line is complete when its last part arrives.
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
