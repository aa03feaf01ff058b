import { hash } from 'node:crypto'
import { canonicalUri } from './gs1-identifiers.ts'

/*
 * The id of an event without one, by the Core Business Vocabulary 2.0, section 8.9.2: the SHA-256 of its fields in a
 * fixed order, each value in canonical form, without separators. The same event gets the same id in every system.
 */
type Json = unknown
type JsonObject = Readonly<Record<string, Json>>

const quantityFields = ['epcClass', 'quantity', 'uom']
const metadataFields = 'time startTime endTime deviceID deviceMetadata rawData dataProcessingMethod bizRules'.split(' ')
const reportFields =
  'type exception deviceID deviceMetadata rawData dataProcessingMethod time microorganism chemicalSubstance value component stringValue booleanValue hexBinaryValue uriValue minValue maxValue meanValue sDev percRank percValue uom coordinateReferenceSystem'.split(
    ' ',
  )

type FieldWriter = (value: Json, name: string, prefixes: Prefixes) => string
/** Namespaces by the prefixes of extensions. */
type Prefixes = ReadonlyMap<string, string>

const fieldWriters: readonly (readonly [name: string, write: FieldWriter])[] = [
  ['eventTime', writeTime],
  ['eventTimeZoneOffset', writePlain],
  ['epcList', listWriter('epc')],
  ['parentID', writePlain],
  ['inputEPCList', listWriter('epc')],
  ['childEPCs', listWriter('epc')],
  ['quantityList', writeQuantities],
  ['childQuantityList', writeQuantities],
  ['inputQuantityList', writeQuantities],
  ['outputEPCList', listWriter('epc')],
  ['outputQuantityList', writeQuantities],
  ['action', writePlain],
  ['transformationID', writePlain],
  ['bizStep', codeWriter('BizStep')],
  ['disposition', codeWriter('Disp')],
  ['persistentDisposition', writePersistentDisposition],
  ['readPoint', writeLocation],
  ['bizLocation', writeLocation],
  ['bizTransactionList', typedListWriter('bizTransaction', 'BTT')],
  ['sourceList', typedListWriter('source', 'SDT')],
  ['destinationList', typedListWriter('destination', 'SDT')],
  ['sensorElementList', writeSensors],
  ['ilmd', (value, name, prefixes) => name + writeExtensions(value, prefixes)],
]
const hashedFields = new Set(fieldWriters.map(([name]) => name))
/** Fields that do not distinguish events and are left out of the hash. */
const ignoredFields = new Set([
  'type',
  'isA',
  'eventID',
  'recordTime',
  'errorDeclaration',
  'certificationInfo',
  '@context',
])

/** The id of an event as a ni URI. `context` is the document's @context, which defines the prefixes of extensions. */
export function eventHash(event: JsonObject, context: unknown): string {
  const prefixes = prefixesOf([context, event['@context']].flat())
  let text = `eventType=${String(event.type)}`
  for (const [name, write] of fieldWriters) {
    if (!isAbsent(event[name])) text += write(event[name], name, prefixes)
  }
  const extensionFields = Object.fromEntries(
    Object.entries(event).filter(([name]) => !hashedFields.has(name) && !ignoredFields.has(name)),
  )
  return `ni:///sha-256;${hash('sha256', text + writeExtensions(extensionFields, prefixes))}?ver=CBV2.0`
}

const isAbsent = (value: Json) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const asList = (value: Json): Json[] => (Array.isArray(value) ? value : [value])
const asObject = (value: Json): JsonObject => (typeof value === 'object' && value !== null ? (value as JsonObject) : {})
const sortAndJoin = (texts: string[]) => texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('')

function prefixesOf(contexts: readonly unknown[]): Prefixes {
  return new Map(
    contexts
      .flatMap((context) => Object.entries(asObject(context)))
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function canonicalValue(value: Json): string {
  const text = String(value).trim()
  if (/^[+-]?\d*\.?\d+$/.test(text)) {
    const number = Number(text)
    if (Number.isSafeInteger(Math.trunc(number))) return String(number)
  }
  return canonicalUri(text)
}

function writePlain(value: Json, name: string): string {
  return `${name}=${name === 'eventTimeZoneOffset' ? String(value) : canonicalValue(value)}`
}

function writeTime(value: Json, name: string): string {
  const date = new Date(String(value))
  return `${name}=${Number.isNaN(date.getTime()) ? String(value) : date.toISOString()}`
}

function listWriter(item: string): FieldWriter {
  return (value, name) => name + sortAndJoin(asList(value).map((entry) => `${item}=${canonicalValue(entry)}`))
}

function writeFields(value: Json, fieldNames: readonly string[], prefixes: Prefixes): string {
  const object = asObject(value)
  let text = ''
  for (const name of fieldNames) {
    if (isAbsent(object[name])) continue
    if (/time$/i.test(name)) text += writeTime(object[name], name)
    else if (name === 'type') text += `type=${vocabularyUri(object[name], 'https://ref.gs1.org/voc/')}`
    else text += writePlain(object[name], name)
  }
  const others = Object.entries(object).filter(([name]) => !fieldNames.includes(name))
  return text + writeExtensions(Object.fromEntries(others), prefixes)
}

function writeQuantities(value: Json, name: string, prefixes: Prefixes): string {
  return (
    name + sortAndJoin(asList(value).map((entry) => `quantityElement${writeFields(entry, quantityFields, prefixes)}`))
  )
}

/** The URI of a vocabulary's bare word or URN; other values stay as they are. */
function vocabularyUri(value: Json, base: string): string {
  const text = String(value)
  const urn = /^urn:epcglobal:cbv:(?:bizstep|disp|btt|sdt|er):(.+)$/.exec(text)?.[1]
  if (urn) return base + urn
  return /^[a-zA-Z_]+$/.test(text) ? base + text : text
}

function codeWriter(kind: string): FieldWriter {
  return (value, name) => `${name}=${vocabularyUri(value, `https://ref.gs1.org/cbv/${kind}-`)}`
}

function writePersistentDisposition(value: Json, name: string): string {
  const object = asObject(value)
  const writePart = (key: string) =>
    isAbsent(object[key])
      ? ''
      : sortAndJoin(asList(object[key]).map((code) => `${key}=${vocabularyUri(code, 'https://ref.gs1.org/cbv/Disp-')}`))
  return name + writePart('set') + writePart('unset')
}

function writeLocation(value: Json, name: string, prefixes: Prefixes): string {
  const id = typeof value === 'object' ? asObject(value).id : value
  const extensionFields = Object.fromEntries(Object.entries(asObject(value)).filter(([key]) => key !== 'id'))
  return `${name}id=${canonicalValue(id)}${writeExtensions(extensionFields, prefixes)}`
}

function typedListWriter(item: string, kind: string): FieldWriter {
  return (value, name) =>
    name +
    sortAndJoin(
      asList(value).map((entry) => {
        const object = asObject(entry)
        const type = isAbsent(object.type)
          ? ''
          : `type=${vocabularyUri(object.type, `https://ref.gs1.org/cbv/${kind}-`)}`
        return `${type}${item}=${canonicalValue(object[item])}`
      }),
    )
}

function writeSensors(value: Json, _name: string, prefixes: Prefixes): string {
  return sortAndJoin(
    asList(value).map((element) => {
      const { sensorMetadata, sensorReport, ...extensionFields } = asObject(element)
      const metadataText = isAbsent(sensorMetadata)
        ? ''
        : `sensorMetadata${writeFields(sensorMetadata, metadataFields, prefixes)}`
      const reports = isAbsent(sensorReport)
        ? ''
        : sortAndJoin(
            asList(sensorReport).map((report) => `sensorReport${writeFields(report, reportFields, prefixes)}`),
          )
      return `sensorElement${metadataText}${reports}${writeExtensions(extensionFields, prefixes)}`
    }),
  )
}

/** The fields of extensions, with the full names of their namespaces. */
function writeExtensions(value: Json, prefixes: Prefixes): string {
  const texts = Object.entries(asObject(value)).flatMap(([name, fieldValue]) => {
    if (name.startsWith('@')) return []
    const full = fullName(name, prefixes)
    return asList(fieldValue).map((entry) =>
      typeof entry === 'object' && entry !== null
        ? full + writeExtensions(entry, prefixes)
        : `${full}=${canonicalValue(entry)}`,
    )
  })
  return sortAndJoin(texts)
}

function fullName(name: string, prefixes: Prefixes): string {
  const [, prefix, local] = /^([^:/]+):(?!\/)(.+)$/.exec(name) ?? []
  const base = prefix === undefined ? undefined : prefixes.get(prefix)
  return base === undefined ? name : `{${base}}${local}`
}
