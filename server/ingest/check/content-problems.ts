import { allFields } from '#contract/documents/all-fields.ts'
import type { Field } from '#contract/documents/definition.ts'
import { type LineParticularName, lineParticulars } from '#contract/documents/line-fields.ts'
import { eventStatuses } from '#contract/documents/milestones.ts'
import { statusesOf } from '#contract/documents/types.ts'
import type { IngestDocument, IngestEvent } from '#contract/ingest/documents.ts'
import { calendarDatePattern, sentInstantPattern } from '#contract/values/dates.ts'
import { isCurrency } from '#server/formats/currencies.ts'
import { isInCalendar, isRealDate, listDates, toMilliseconds } from '#server/formats/dates.ts'
import type { Problem } from '#server/formats/message.ts'
import { propertyPath } from './empty-values.ts'
import { nearestWord } from './schema-problems.ts'
import { instantHint, shownValue } from './value-hints.ts'

/** Adds problems that the schema cannot see: a document may have the right form and still be impossible. */
export function addContentProblems(document: IngestDocument, problems: Problem[]): void {
  const add = (path: string, message: string) => {
    problems.push({ path, message })
  }
  if (document.number === '') add('$.number', '"number" is blank; it is required.')
  if (document.account === '') add('$.account', '"account" is blank; it is required.')
  addStatusProblem(document, add)
  if (document.currency !== undefined && !isCurrency(document.currency)) {
    add('$.currency', `"${document.currency}" is not a currency of ISO 4217.`)
  }
  for (const [path, date] of listDates(document)) {
    if (!isRealDate(date)) add(path, `"${date.slice(0, 10)}" is not a day of the calendar.`)
    else if (!hasRealOffset(date)) add(path, `"${date}" has an offset beyond 14 hours.`)
    else if (!isInCalendar(toMilliseconds(date))) add(path, `"${date}" is not in the years 1 to 9999 in UTC.`)
  }
  addLineProblems(document, add)
  addDetailProblems(document, add)
  addLineDetailProblems(document, add)
  addAttachmentProblems(document, add)
  addEventProblems(document.shipment?.events ?? [], add)
}

type AddProblem = (path: string, message: string) => void

function addStatusProblem(document: IngestDocument, add: AddProblem): void {
  const { status, type } = document
  if (status === undefined) return
  const allowed = statusesOf(type)
  if (allowed.includes(status)) return
  const near = nearestWord(status, allowed)
  add(
    '$.status',
    `"${status}" is not a status of ${type}. ${near ? `Did you mean "${near}"?` : `It must be one of ${allowed.join(', ')}.`}`,
  )
}

/** How far a source's clock may be ahead, in milliseconds: a change dated later than that is a mistake. */
export const maxClockAhead = 24 * 60 * 60 * 1000

/**
 * The problem of a change dated in the future: every later version of the document would count as older. `now` is in
 * milliseconds since 1970.
 */
export function futureChangeProblems({ modifiedAt }: IngestDocument, now: number): Problem[] {
  if (modifiedAt === undefined || !(toMilliseconds(modifiedAt) > now + maxClockAhead)) return []
  const message = `"modifiedAt" says ${modifiedAt}, but here it is ${new Date(now).toISOString()}. Send when the document was last changed; at most a day ahead is taken, since every later version would count as older.`
  return [{ path: '$.modifiedAt', message }]
}

/** The problem of an amount without a currency. A partial message can only be checked once it is merged. */
export function missingCurrencyProblems(document: IngestDocument): Problem[] {
  const path = document.currency === undefined ? firstAmount(document) : undefined
  if (path === undefined) return []
  const message = `"currency" is missing, and ${path} is an amount. Say which currency it is in.`
  return [{ path: '$.currency', message }]
}

function firstAmount(document: IngestDocument): string | undefined {
  const total = Object.keys(document.totals ?? {})[0]
  if (total) return `$.totals.${total}`
  const line = (document.lines ?? []).findIndex((entry) => entry.amount !== undefined || entry.unitPrice !== undefined)
  if (line !== -1) return `$.lines[${line}].${document.lines?.[line]?.amount === undefined ? 'unitPrice' : 'amount'}`
  const tax = (document.taxes ?? []).findIndex((entry) => entry.amount !== undefined || entry.base !== undefined)
  if (tax !== -1) return `$.taxes[${tax}]`
  const payment = (document.payments ?? []).findIndex((entry) => entry.amount !== undefined)
  return payment === -1 ? undefined : `$.payments[${payment}].amount`
}

function hasRealOffset(instant: string): boolean {
  const offset = /[+-](\d\d):?(\d\d)$/.exec(instant)
  return !offset || (Number(offset[1]) * 60 + Number(offset[2]) <= 14 * 60 && Number(offset[2]) < 60)
}

function addLineProblems(document: IngestDocument, add: AddProblem): void {
  const seen = new Map<string, number>()
  for (const [index, line] of (document.lines ?? []).entries()) {
    if (line.line === '') add(`$.lines[${index}].line`, '"line" is blank; each line needs its number.')
    const first = seen.get(line.line)
    if (first === undefined) seen.set(line.line, index)
    else add(`$.lines[${index}].line`, `Line "${line.line}" is there twice; it is also the number of lines[${first}].`)
    if (line.parent === line.line) {
      add(
        `$.lines[${index}].parent`,
        `Line "${line.line}" names itself as its kit; "parent" is the number of the kit's line.`,
      )
    }
    for (const [position, reference] of (line.references ?? []).entries()) {
      if (reference.number === '')
        add(`$.lines[${index}].references[${position}].number`, 'The number of the reference is blank.')
    }
  }
  for (const [position, reference] of (document.references ?? []).entries()) {
    if (reference.number === '') add(`$.references[${position}].number`, 'The number of the reference is blank.')
    const isItself = reference.type === document.type && reference.number === document.number
    // A credit note may have the number of the invoice that it credits.
    if (isItself && document.invoiceKind !== '381') {
      add(`$.references[${position}]`, 'The document refers to itself.')
    }
  }
}

function addDetailProblems(document: IngestDocument, add: AddProblem): void {
  if (!document.details) return
  const fields: Readonly<Record<string, Field>> = allFields(document.type)
  const detailNames = Object.keys(fields).filter((name) => fields[name]?.stored === 'details')
  for (const [name, value] of Object.entries(document.details)) {
    const path = propertyPath('$.details', name)
    if (!detailNames.includes(name)) {
      const near = nearestWord(name, detailNames)
      const hint = near ? `Did you mean "${near}"?` : `It may hold ${detailNames.join(', ')}.`
      add(path, `${shownValue(name)} is not a detail of ${document.type}. ${hint}`)
    } else {
      const problem = valueProblem(fields[name]?.kind, value)
      if (problem) add(path, problem)
    }
  }
}

const calendarDate = new RegExp(calendarDatePattern)
const sentInstant = new RegExp(sentInstantPattern)

/** What is wrong with a value of this kind, as a sentence; undefined when it is right. */
function valueProblem(kind: string | undefined, value: string | null): string | undefined {
  const isDay = value !== null && calendarDate.test(value) && isRealDate(value)
  if (kind === 'instant' && !isInstant(value)) return instantHint(value, undefined)
  if (kind === 'date' && !isDay) return `It must be a calendar date, such as "2026-03-31", not ${shownValue(value)}.`
  const isDecimal = value !== null && /^-?[0-9]{1,12}(\.[0-9]{1,6})?$/.test(value)
  if ((kind === 'money' || kind === 'quantity') && !isDecimal)
    return `It must be a decimal number in quotes, such as "12.50", not ${shownValue(value)}.`
  return undefined
}

function addLineDetailProblems(document: IngestDocument, add: AddProblem): void {
  for (const [index, { details = {} }] of (document.lines ?? []).entries()) {
    for (const [name, value] of Object.entries(details)) {
      const path = propertyPath(`$.lines[${index}].details`, name)
      if (!Object.hasOwn(lineParticulars, name)) {
        const detailNames = Object.keys(lineParticulars)
        const near = nearestWord(name, detailNames)
        add(
          path,
          `${shownValue(name)} is not a detail of a line. ${near ? `Did you mean "${near}"?` : `It may hold ${detailNames.join(', ')}.`}`,
        )
      } else {
        const problem = valueProblem(lineParticulars[name as LineParticularName].kind, value)
        if (problem) add(path, problem)
      }
    }
  }
}

function isInstant(text: string | null): boolean {
  if (text === null || !sentInstant.test(text)) return false
  return isRealDate(text.slice(0, 10)) && hasRealOffset(text) && isInCalendar(toMilliseconds(text))
}

function addAttachmentProblems(document: IngestDocument, add: AddProblem): void {
  const names = new Set<string>()
  for (const [index, attachment] of (document.attachments ?? []).entries()) {
    const path = `$.attachments[${index}]`
    if (names.has(attachment.name)) add(`${path}.name`, `Two attachments are called "${attachment.name}".`)
    names.add(attachment.name)
    if (attachment.contentBase64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(attachment.contentBase64)) {
      add(`${path}.contentBase64`, 'The content is not valid Base64 (without line breaks, padded with =).')
    }
  }
}

function addEventProblems(events: readonly IngestEvent[], add: AddProblem): void {
  const ids = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const path = `$.shipment.events[${index}]`
    if (event.vocabulary !== undefined) {
      add(`${path}.code`, `"${event.code}" is not a code of ${event.vocabulary}.`)
    } else if (!Object.hasOwn(eventStatuses, event.code)) {
      const near = nearestWord(event.code, Object.keys(eventStatuses))
      const hint = near ? `Did you mean "${near}"?` : `It must be one of ${Object.keys(eventStatuses).join(', ')}.`
      add(`${path}.code`, `"${event.code}" is not a milestone of a shipment. ${hint}`)
    }
    if (event.id === undefined) continue
    const first = ids.get(event.id)
    if (first === undefined) ids.set(event.id, index)
    else add(`${path}.id`, `Two events have the id "${event.id}"; it is also the id of events[${first}].`)
  }
}
