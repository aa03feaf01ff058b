import { allFields } from '#contract/documents/all-fields.ts'
import { lineParticulars } from '#contract/documents/line-fields.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { IngestDocument } from '#contract/ingest/documents.ts'
import { type Leniency, type LenientReading, lenientKinds } from '#contract/ingest/leniency.ts'
import { isDocumentType } from '#contract/values.ts'
import { Digits } from '#server/formats/digits.ts'
import type { Incoming, Problem } from '#server/formats/message.ts'
import { readDay, readMoment } from './map/days.ts'
import { ValueFault } from './map/decimals.ts'
import { type SchemaNode, targetOf } from './map/targets.ts'

/** How many things of a kind are named. */
const mostNamed = 100

type Kind = LenientReading['kind']
/** What was taken leniently: where it stood first, and in how many documents. */
type Taken = { line: number; documents: number }
type TakenByKind = Readonly<Record<Kind, Map<string, Taken>>>

/** Documents that are read leniently, and what of them was left out: a warning for each unknown property. */
export type LenientReader = {
  read: (messages: AsyncIterable<Incoming>) => AsyncGenerator<Incoming>
  warnings: () => { line: number; problem: Problem }[]
  /** All that was taken leniently, each once. */
  taken: () => { kind: Kind; path: string; documents: number }[]
}

/**
 * Reads documents as their sender means them: unknown properties are left out, numbers become decimals, and dates and
 * statuses are read as the leniency says. What the ingest format has stays as it is. A document that was changed so is
 * kept as the ingest format has it.
 */
export function createLenientReader(leniency: Leniency): LenientReader {
  const taken: TakenByKind = { property: new Map(), number: new Map(), date: new Map(), status: new Map() }
  const statuses = new Map(Object.entries(leniency.statuses ?? {}).map(([from, to]) => [comparable(from), to]))
  return {
    read: async function* (messages) {
      for await (const message of messages) {
        if ('problem' in message) yield message
        else yield readMessage(message, { leniency, statuses, taken })
      }
    },
    warnings: () =>
      [...taken.property].map(([path, { line, documents }]) => ({
        line,
        problem: { path, message: `Documents have no such property: it was left out, in ${documents} of them.` },
      })),
    taken: () =>
      lenientKinds.flatMap((kind) => [...taken[kind]].map(([path, { documents }]) => ({ kind, path, documents }))),
  }
}

/** The path of a property; a name that is no plain word, or very long, stands in quotation marks. */
const propertyPath = (parent: string, name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(name)
    ? `${parent}.${name}`
    : `${parent}[${JSON.stringify(name.slice(0, 60).toWellFormed())}]`

const comparable = (text: string) => text.trim().toLowerCase()

type Context = {
  leniency: Leniency
  statuses: ReadonlyMap<string, string>
  taken: TakenByKind
}

function readMessage(message: Extract<Incoming, { document: unknown }>, { leniency, statuses, taken }: Context) {
  const { line } = message
  const notes: Record<Kind, Set<string>> = {
    property: new Set(),
    number: new Set(),
    date: new Set(),
    status: new Set(),
  }
  const reading: Reading = {
    ...{ dates: leniency.dates, isChanged: false },
    note: (kind, path) => {
      reading.isChanged = true
      notes[kind].add(path)
    },
  }
  const document = readValue(message.document, IngestDocument, '$', reading)
  if (isRecord(document)) {
    readStatus(document, statuses, reading)
    leaveOutDetails(document, reading)
  }
  for (const kind of lenientKinds)
    for (const path of notes[kind]) {
      const before = taken[kind].get(path)
      if (before) before.documents++
      else if (taken[kind].size < mostNamed) taken[kind].set(path, { line, documents: 1 })
    }
  if (!reading.isChanged) return { ...message, document }
  return { ...message, document, raw: Buffer.from(JSON.stringify(document)) }
}

type Reading = { dates: Leniency['dates']; isChanged: boolean; note: (kind: Kind, path: string) => void }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as the schema has it, as far as that is certain. Paths name entries of lists by [*]. */
function readValue(value: unknown, node: SchemaNode | undefined, path: string, reading: Reading): unknown {
  if (value instanceof Digits) return readNumber(value, node, path, reading)
  if (typeof value === 'string') return node ? readText(value, node, path, reading) : value
  if (Array.isArray(value)) return value.map((entry) => readValue(entry, node?.items, `${path}[*]`, reading))
  if (!isRecord(value)) return value
  const properties = node?.properties
  const read: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    const own = propertyPath(path, name)
    if (properties && !Object.hasOwn(properties, name) && inner !== null && inner !== '') {
      reading.note('property', own)
    } else read.push([name, readValue(inner, properties?.[name] ?? entryOf(node), own, reading)])
  }
  return Object.fromEntries(read)
}

const entryOf = (node: SchemaNode | undefined) => Object.values(node?.patternProperties ?? {})[0]

function readNumber({ text }: Digits, node: SchemaNode | undefined, path: string, reading: Reading): unknown {
  const target = node && targetOf(node)
  if (!target || target.kind === 'float' || target.kind === 'truth' || target.kind === 'texts') return Number(text)
  reading.note('number', path)
  return text
}

function readText(text: string, node: SchemaNode, path: string, reading: Reading): string {
  const { dates } = reading
  const kind = dates === undefined || node.pattern === undefined ? undefined : targetOf(node)?.kind
  if (dates === undefined || (kind !== 'day' && kind !== 'moment') || text === '') return text
  if (new RegExp(node.pattern ?? '').test(text)) return text
  try {
    const day = kind === 'day' ? readDay(text, dates) : readMoment(text, dates, 'UTC')
    reading.note('date', path)
    return day
  } catch (error) {
    // The check says what is wrong with it.
    if (error instanceof ValueFault) return text
    throw error
  }
}

function readStatus(document: Record<string, unknown>, statuses: ReadonlyMap<string, string>, reading: Reading): void {
  const { type, status } = document
  if (typeof type !== 'string' || !isDocumentType(type) || typeof status !== 'string') return
  const meant = statuses.get(comparable(status))
  if (meant === undefined || statusesOf(type).includes(status)) return
  reading.note('status', status.trim().slice(0, 100))
  document.status = meant
}

/** Leaves out details that documents of the type, or their lines, do not have. */
function leaveOutDetails(document: Record<string, unknown>, reading: Reading): void {
  const { type, lines } = document
  if (typeof type !== 'string' || !isDocumentType(type)) return
  const fields = Object.entries(allFields(type)).filter(([, { stored }]) => stored === 'details')
  keepOnly(document, new Set(fields.map(([name]) => name)), '$.details', reading)
  const particulars = new Set(Object.keys(lineParticulars))
  for (const line of Array.isArray(lines) ? lines : [])
    if (isRecord(line)) keepOnly(line, particulars, '$.lines[*].details', reading)
}

function keepOnly(holder: Record<string, unknown>, names: ReadonlySet<string>, path: string, reading: Reading): void {
  const { details } = holder
  if (!isRecord(details)) return
  for (const [name, value] of Object.entries(details)) {
    if (names.has(name) || value === null || value === '') continue
    reading.note('property', propertyPath(path, name))
    delete details[name]
  }
}
