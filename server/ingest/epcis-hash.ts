import { hash } from 'node:crypto'
import { canonicalName } from './gs1-names.ts'

/*
 * The id of an event that has none, by the Core Business Vocabulary 2.0, section 8.9.2: its parts in a fixed order, each
 * value in its one form, without anything in between, as SHA-256. Who captures an event twice gets the same id, wherever.
 */
type Json = unknown
type Fields = Readonly<Record<string, Json>>

const quantity = ['epcClass', 'quantity', 'uom']
const metadata = 'time startTime endTime deviceID deviceMetadata rawData dataProcessingMethod bizRules'.split(' ')
const report =
  'type exception deviceID deviceMetadata rawData dataProcessingMethod time microorganism chemicalSubstance value component stringValue booleanValue hexBinaryValue uriValue minValue maxValue meanValue sDev percRank percValue uom coordinateReferenceSystem'.split(
    ' ',
  )

type Write = (value: Json, name: string, context: Context) => string
/** Prefixes of extensions, with what they stand for. */
type Context = ReadonlyMap<string, string>

const order: readonly (readonly [name: string, write: Write])[] = [
  ['eventTime', time],
  ['eventTimeZoneOffset', plain],
  ['epcList', names('epc')],
  ['parentID', plain],
  ['inputEPCList', names('epc')],
  ['childEPCs', names('epc')],
  ['quantityList', quantities],
  ['childQuantityList', quantities],
  ['inputQuantityList', quantities],
  ['outputEPCList', names('epc')],
  ['outputQuantityList', quantities],
  ['action', plain],
  ['transformationID', plain],
  ['bizStep', coded('BizStep')],
  ['disposition', coded('Disp')],
  ['persistentDisposition', persistent],
  ['readPoint', place],
  ['bizLocation', place],
  ['bizTransactionList', typed('bizTransaction', 'BTT')],
  ['sourceList', typed('source', 'SDT')],
  ['destinationList', typed('destination', 'SDT')],
  ['sensorElementList', sensors],
  ['ilmd', (value, name, context) => name + extensions(value, context)],
]
const known = new Set(order.map(([name]) => name))
/** What does not make an event another one. */
const left = new Set(['type', 'isA', 'eventID', 'recordTime', 'errorDeclaration', 'certificationInfo', '@context'])

/** The id of an event as a ni URI. `context` is the document's @context, which says what the prefixes of extensions mean. */
export function eventHash(event: Fields, context: unknown): string {
  const prefixes = prefixesOf([context, event['@context']].flat())
  let text = `eventType=${String(event.type)}`
  for (const [name, write] of order) {
    if (!absent(event[name])) text += write(event[name], name, prefixes)
  }
  const more = Object.fromEntries(Object.entries(event).filter(([name]) => !known.has(name) && !left.has(name)))
  return `ni:///sha-256;${hash('sha256', text + extensions(more, prefixes))}?ver=CBV2.0`
}

const absent = (value: Json) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const list = (value: Json): Json[] => (Array.isArray(value) ? value : [value])
const fields = (value: Json): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const sorted = (texts: string[]) => texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('')

function prefixesOf(contexts: readonly unknown[]): Context {
  return new Map(
    contexts
      .flatMap((one) => Object.entries(fields(one)))
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function oneForm(value: Json): string {
  const text = String(value).trim()
  if (/^[+-]?\d*\.?\d+$/.test(text)) {
    const number = Number(text)
    if (Number.isSafeInteger(Math.trunc(number))) return String(number)
  }
  return canonicalName(text)
}

function plain(value: Json, name: string): string {
  return `${name}=${name === 'eventTimeZoneOffset' ? String(value) : oneForm(value)}`
}

function time(value: Json, name: string): string {
  const at = new Date(String(value))
  return `${name}=${Number.isNaN(at.getTime()) ? String(value) : at.toISOString()}`
}

function names(item: string): Write {
  return (value, name) => name + sorted(list(value).map((one) => `${item}=${oneForm(one)}`))
}

function inOrder(value: Json, wanted: readonly string[], context: Context): string {
  const own = fields(value)
  let text = ''
  for (const name of wanted) {
    if (absent(own[name])) continue
    if (/time$/i.test(name)) text += time(own[name], name)
    else if (name === 'type') text += `type=${vocabulary(own[name], 'https://ref.gs1.org/voc/')}`
    else text += plain(own[name], name)
  }
  const more = Object.entries(own).filter(([name]) => !wanted.includes(name))
  return text + extensions(Object.fromEntries(more), context)
}

function quantities(value: Json, name: string, context: Context): string {
  return name + sorted(list(value).map((one) => `quantityElement${inOrder(one, quantity, context)}`))
}

/** A bare word of a vocabulary by its web address; what has an address of its own keeps it. */
function vocabulary(value: Json, base: string): string {
  const text = String(value)
  const urn = /^urn:epcglobal:cbv:(?:bizstep|disp|btt|sdt|er):(.+)$/.exec(text)?.[1]
  if (urn) return base + urn
  return /^[a-zA-Z_]+$/.test(text) ? base + text : text
}

function coded(kind: string): Write {
  return (value, name) => `${name}=${vocabulary(value, `https://ref.gs1.org/cbv/${kind}-`)}`
}

function persistent(value: Json, name: string): string {
  const own = fields(value)
  const part = (of: string) =>
    absent(own[of])
      ? ''
      : sorted(list(own[of]).map((one) => `${of}=${vocabulary(one, 'https://ref.gs1.org/cbv/Disp-')}`))
  return name + part('set') + part('unset')
}

function place(value: Json, name: string, context: Context): string {
  const id = typeof value === 'object' ? fields(value).id : value
  const more = Object.fromEntries(Object.entries(fields(value)).filter(([of]) => of !== 'id'))
  return `${name}id=${oneForm(id)}${extensions(more, context)}`
}

function typed(item: string, kind: string): Write {
  return (value, name) =>
    name +
    sorted(
      list(value).map((one) => {
        const own = fields(one)
        const type = absent(own.type) ? '' : `type=${vocabulary(own.type, `https://ref.gs1.org/cbv/${kind}-`)}`
        return `${type}${item}=${oneForm(own[item])}`
      }),
    )
}

function sensors(value: Json, _name: string, context: Context): string {
  return sorted(
    list(value).map((one) => {
      const { sensorMetadata, sensorReport, ...more } = fields(one)
      const about = absent(sensorMetadata) ? '' : `sensorMetadata${inOrder(sensorMetadata, metadata, context)}`
      const reports = absent(sensorReport)
        ? ''
        : sorted(list(sensorReport).map((each) => `sensorReport${inOrder(each, report, context)}`))
      return `sensorElement${about}${reports}${extensions(more, context)}`
    }),
  )
}

/** What others added, by the full names of its parts. */
function extensions(value: Json, context: Context): string {
  const texts = Object.entries(fields(value)).flatMap(([name, own]) => {
    if (name.startsWith('@')) return []
    const full = fullName(name, context)
    return list(own).map((one) =>
      typeof one === 'object' && one !== null ? full + extensions(one, context) : `${full}=${oneForm(one)}`,
    )
  })
  return sorted(texts)
}

function fullName(name: string, context: Context): string {
  const [, prefix, local] = /^([^:/]+):(?!\/)(.+)$/.exec(name) ?? []
  const base = prefix === undefined ? undefined : context.get(prefix)
  return base === undefined ? name : `{${base}}${local}`
}
