import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { IngestDocument } from '#contract/ingest/documents.ts'
import type { Problem } from '#server/formats/message.ts'
import { propertyPath } from './empty-values.ts'
import { dateHint, decimalHint, instantHint, shownValue } from './value-hints.ts'

type SchemaNode = TSchema & {
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  pattern?: string
  type?: string
}

/** What a text must be to match a pattern, with an example that matches. */
const patternDescriptions: readonly [RegExp, string][] = [
  [/\{3\}\$$/, 'a currency of ISO 4217 in three capital letters, such as "EUR"'],
  [/\{2\}\$$/, 'a country of ISO 3166 in two capital letters, such as "DE"'],
  [/\{1,4\}\$$/, 'a whole number in quotes, such as "14"'],
]

/** Moments, each with the property that takes the day alone. */
const dayProperties: Readonly<Record<string, string>> = { deliveredAt: 'deliveredDate' }

const typeDescriptions: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  object: 'an object in braces',
  array: 'a list in brackets',
  number: 'a number',
}

/** Errors that follow those of the single properties; beyond eight errors they are not there. */
const summaries: readonly string[] = ['additionalProperties', 'anyOf']

/** One problem, as a sentence, for each error of the schema check, with the JSON path of the value. */
export function schemaProblemsOf(errors: readonly TLocalizedValidationError[], document: unknown): Problem[] {
  const problems: Problem[] = []
  for (const error of errors) {
    const { path, name, value } = locate(document, error.instancePath)
    if (error.keyword === 'boolean') {
      const knownNames = propertiesAt(error.schemaPath.replace(/\/additionalProperties$/, ''))
      problems.push({ path, message: unknownPropertyMessage(name, knownNames) })
    } else if (error.keyword === 'required') {
      for (const missing of error.params.requiredProperties) {
        problems.push({ path: propertyPath(path, missing), message: `"${missing}" is missing; it is required.` })
      }
    } else if (!summaries.includes(error.keyword)) {
      const node = schemaNodeAt(error.schemaPath)
      // Where null would do as well as a text, saying what the text must be is enough.
      if (node?.type !== 'null') problems.push({ path, message: problemMessage(error, value, node) })
    }
  }
  return problems
}

function problemMessage(error: TLocalizedValidationError, value: unknown, node: SchemaNode | undefined): string {
  const valueText = shownValue(value)
  switch (error.keyword) {
    case 'enum':
      return `${valueText} is not known here; it must be one of ${error.params.allowedValues.join(', ')}.`
    case 'maxLength':
      return `The text is ${characterCount(String(value))} characters long; at most ${error.params.limit} are taken.`
    case 'maxItems':
      return `The list has ${(value as unknown[]).length} entries; at most ${error.params.limit} are taken.`
    case 'minimum':
    case 'maximum':
      return `${valueText} is out of range; it must be ${error.params.comparison} ${error.params.limit}.`
    default:
      return formMessage(value, node, error.instancePath.split('/').at(-1) ?? '') ?? `${valueText} ${error.message}.`
  }
}

/** As the schema counts: a character outside the basic plane is one. The text may be too long to be spread into a list. */
function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** The message for a value of the wrong type or form; undefined when none fits. */
function formMessage(value: unknown, node: SchemaNode | undefined, name: string): string | undefined {
  const pattern = node?.pattern ?? ''
  if (pattern.startsWith('^-?')) return decimalHint(value, pattern)
  if (pattern.includes('T(')) return instantHint(value, dayProperties[name])
  if (pattern.startsWith('^[0-9]{4}-')) return dateHint(value)
  const expected = expectedForm(node)
  return expected && `It must be ${expected}, not ${shownValue(value)}.`
}

function expectedForm(node: SchemaNode | undefined): string | undefined {
  const { pattern } = node ?? {}
  if (pattern) return patternDescriptions.find(([shape]) => shape.test(pattern))?.[1]
  return node?.type ? typeDescriptions[node.type] : undefined
}

function unknownPropertyMessage(name: string, knownNames: readonly string[]): string {
  const near = nearestWord(name, knownNames)
  return near
    ? `The property ${shownValue(name)} is not known. Did you mean "${near}"?`
    : `The property ${shownValue(name)} is not known here; leave it out, or put it into "details" if the document type has such a field.`
}

/** The known word that a mistyped one most likely means; undefined when none is close. */
export function nearestWord(name: string, words: readonly string[]): string | undefined {
  const normalise = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const normalisedName = normalise(name)
  if (normalisedName.length > 40) return undefined
  const [best] = words
    .map((word) => ({ word, distance: editDistance(normalisedName, normalise(word)) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(2, Math.floor(normalisedName.length / 3)) ? best.word : undefined
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** The value that a JSON pointer names, its JSON path, and its name there. */
function locate(document: unknown, pointer: string): { path: string; name: string; value: unknown } {
  let [path, name] = ['$', '']
  let value = document
  for (const segment of pointer.split('/').slice(1)) {
    name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    path = Array.isArray(value) ? `${path}[${name}]` : propertyPath(path, name)
    value = (value as Record<string, unknown> | undefined)?.[name]
  }
  return { path, name, value }
}

function schemaNodeAt(schemaPath: string): SchemaNode | undefined {
  let node: unknown = IngestDocument
  for (const segment of schemaPath.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[segment]
  return node as SchemaNode | undefined
}

function propertiesAt(schemaPath: string): string[] {
  return Object.keys(schemaNodeAt(schemaPath)?.properties ?? {})
}
