import { setImmediate } from 'node:timers/promises'
import { milestoneOfStep } from '#contract/documents/vocabularies.ts'
import { PortalError } from '#contract/errors.ts'
import { isInCalendar, toMilliseconds, toUtc } from '../dates.ts'
import { shapeOf, shapeProblem } from '../json-shape.ts'
import type { EventReadResult, Problem, ShipmentEvent } from '../message.ts'
import { despatchKey, packageKey, serialKey, unitKey } from '../shipment-keys.ts'
import { decodeUriText, parsePackageOrUnit } from './gs1-identifiers.ts'
import { eventHash } from './hash.ts'

type JsonObject = Readonly<Record<string, unknown>>

const types = ['ObjectEvent', 'AggregationEvent', 'TransactionEvent', 'TransformationEvent', 'AssociationEvent']
const actions = ['ADD', 'OBSERVE', 'DELETE']
const maxKeys = 20_000

/** The highest number of events in one document; all are assigned to shipments in one transaction. */
const maxEvents = 20_000
const maxEventsText = maxEvents.toLocaleString('en')
/** After this many events, the event loop gets a turn. */
const yieldEvery = 100

/**
 * Reads the events of an EPCIS 2.0 document (JSON-LD) in their order, yielding to the event loop in between. Returns
 * the problems if it is no such document. Throws invalid_input when it is too large or nested too deep.
 */
export async function readEpcis(content: Uint8Array): Promise<{ problems: Problem[] } | { reads: EventReadResult[] }> {
  const shape = await shapeOf(content, () => setImmediate())
  const shapeMessage = shapeProblem(
    shape,
    'The document',
    `Send the events in parts, at most ${maxEventsText} in one document.`,
  )
  if (shapeMessage !== undefined) throw new PortalError('invalid_input', shapeMessage)
  const refusal = (path: string, message: string) => ({ problems: [{ path, message }] })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return refusal('$', 'The document is not UTF-8. Save it as UTF-8 and send it again.')
  }
  if (/\\u0000/.test(text)) return refusal('$', 'The document holds a NUL character, which no text can have.')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return refusal('$', `The document is not JSON: ${error instanceof Error ? error.message : 'it ends too early'}.`)
  }
  const document = fieldsOf(parsed)
  const type = document.type ?? document.isA
  if (type === 'EPCISQueryDocument')
    return refusal('$.type', 'This is the answer to a query (EPCISQueryDocument). Taken are EPCISDocuments.')
  if (type !== 'EPCISDocument')
    return refusal(
      '$.type',
      'This is no EPCIS document: "type" must be "EPCISDocument". Orders, shipments and invoices go to POST /api/ingest/documents.',
    )
  if (!/^2(\.|$)/.test(String(document.schemaVersion ?? '')))
    return refusal('$.schemaVersion', 'Taken is EPCIS 2.0 as JSON-LD: "schemaVersion" must be "2.0".')
  const body = fieldsOf(document.epcisBody)
  const events = Array.isArray(body.eventList) ? body.eventList : body.event === undefined ? undefined : [body.event]
  if (!events) return refusal('$.epcisBody.eventList', 'The document has no list of events.')
  if (events.length > maxEvents) {
    const message = `The document holds ${events.length.toLocaleString('en')} events; at most ${maxEventsText} are taken in one. Send them in parts.`
    throw new PortalError('invalid_input', message)
  }
  const reads: EventReadResult[] = []
  for (const [index, event] of events.entries()) {
    reads.push(readEvent(event, index, document['@context']))
    if (reads.length % yieldEvery === 0) await setImmediate()
  }
  return { reads }
}

/** The document with one of its events alone. */
export function entryOf(content: Uint8Array, line: number): Uint8Array {
  const document = fieldsOf(JSON.parse(Buffer.from(content).toString('utf8')))
  const body = fieldsOf(document.epcisBody)
  const events = Array.isArray(body.eventList) ? body.eventList : [body.event]
  return Buffer.from(JSON.stringify({ ...document, epcisBody: { eventList: [events[line - 1]] } }))
}

function readEvent(value: unknown, index: number, context: unknown): EventReadResult {
  const line = index + 1
  const event = fieldsOf(value)
  const problems = problemsOf(event, `$.epcisBody.eventList[${index}]`)
  if (problems.length > 0) return { line, problems }
  const ownId = textOf(event.eventID)
  const id = ownId ?? eventHash(event, context)
  const parsed: ShipmentEvent = {
    id,
    at: toUtc(String(event.eventTime)),
    offset: String(event.eventTimeZoneOffset),
    ...meaningOf(event),
    place: locationOf(event),
    reason: null,
    package: null,
    retracts: null,
    keys: keysOf(event),
  }
  const packages = parsed.keys.filter((key) => key.startsWith('package:'))
  if (packages.length === 1) parsed.package = packages[0]?.slice('package:'.length) ?? null
  if (event.errorDeclaration === undefined) return { line, events: [parsed] }
  const reason = vocabularyWord(textOf(fieldsOf(event.errorDeclaration).reason))
  return {
    line,
    events: [
      parsed,
      { ...parsed, id: `${id}#error`, retracts: id, description: null, reason: reason ?? 'incorrect_data' },
    ],
  }
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

function problemsOf(event: JsonObject, path: string): Problem[] {
  const problems: Problem[] = []
  const addProblem = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message })
  const type = textOf(event.type) ?? ''
  if (!types.includes(type))
    addProblem('type', `"${type.slice(0, 60)}" is no event of EPCIS 2.0; those are ${types.join(', ')}.`)
  const eventTime = textOf(event.eventTime) ?? ''
  if (!instantPattern.test(eventTime) || Number.isNaN(Date.parse(eventTime)))
    addProblem('eventTime', 'The event has no time with Z or an offset, such as 2026-03-10T09:00:00+01:00.')
  const [, sign, hours, minutes] = /^([+-])(0\d|1[0-4]):([0-5]\d)$/.exec(textOf(event.eventTimeZoneOffset) ?? '') ?? []
  if (sign === undefined)
    addProblem('eventTimeZoneOffset', 'The event does not say its time zone as an offset, such as +01:00.')
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const at = toMilliseconds(eventTime)
  if (problems.length === 0 && !(isInCalendar(at) && isInCalendar(at + ahead)))
    addProblem('eventTime', 'The time must be in the years 1 to 9999, in UTC and in the time zone of the event.')
  if (type !== 'TransformationEvent' && types.includes(type) && !actions.includes(String(event.action)))
    addProblem('action', `"action" must be one of ${actions.join(', ')}.`)
  if (event.eventID !== undefined && !/^[^\s]{1,500}$/.test(textOf(event.eventID) ?? ''))
    addProblem('eventID', '"eventID" must be a URI of at most 500 characters.')
  if (problems.length === 0 && keysOf(event).length > maxKeys)
    addProblem('type', `The event names more than ${maxKeys.toLocaleString('en')} things; send it in parts.`)
  return problems
}

function meaningOf(event: JsonObject): { code: string; description: string | null } {
  const step = vocabularyWord(textOf(event.bizStep))
  const code = milestoneOfStep(step, vocabularyWord(textOf(event.disposition)))
  // A step that is no milestone is described by its own word.
  return { code, description: code === 'unknown' && step ? step.replaceAll('_', ' ').slice(0, 200) : null }
}

/** The bare word of a vocabulary in any notation: shipping, urn:epcglobal:cbv:bizstep:shipping, …/BizStep-shipping. */
function vocabularyWord(text: string | undefined): string | undefined {
  return text?.replace(/^.*[:/]/s, '').replace(/^(BizStep|Disp|BTT|SDT|ER)-/i, '')
}

function locationOf(event: JsonObject): ShipmentEvent['place'] {
  for (const name of ['readPoint', 'bizLocation']) {
    const id = textOf(fieldsOf(event[name]).id) ?? textOf(event[name]) ?? ''
    const [, lat, lon] = /^geo:(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/.exec(id) ?? []
    if (lat && lon && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180)
      return { lat: Number(lat), lon: Number(lon) }
  }
  return {}
}

const epcFields = ['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList']

function keysOf(event: JsonObject): string[] {
  const keys = new Set<string>()
  for (const transaction of listOf(event.bizTransactionList)) {
    const { type, bizTransaction } = fieldsOf(transaction)
    if (vocabularyWord(textOf(type))?.toLowerCase() !== 'desadv') continue
    for (const number of numbersOf(textOf(bizTransaction) ?? '')) keys.add(despatchKey(number))
  }
  for (const epc of [event.parentID, ...epcFields.flatMap((name) => listOf(event[name]))]) {
    const thing = parsePackageOrUnit(textOf(epc) ?? '')
    if (thing?.kind === 'package') keys.add(packageKey(thing.sscc))
    else if (thing) keys.add(unitKey(thing.gtin, thing.serial)).add(serialKey(thing.serial))
  }
  return [...keys]
}

/** The document numbers that a business transaction's id may mean: all of it, and the part after the party or path. */
function numbersOf(id: string): string[] {
  const documentNumber =
    /^urn:epcglobal:cbv:bt:\d+:(.+)$/.exec(id)?.[1] ?? /^https?:\/\/.*\/([^/?#]+)\/?$/i.exec(id)?.[1]
  const decodedNumber = documentNumber === undefined ? undefined : decodeUriText(documentNumber)
  return [id, decodedNumber ?? '']
    .map((one) => one.normalize('NFC').trim())
    .filter((one) => one !== '' && one.length <= 200)
}

function fieldsOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
