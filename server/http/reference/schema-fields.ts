import type { TSchema } from 'typebox'
import type { BodyExample } from '#contract/ingest/examples.ts'

/** A field of a body, for people: its path, type and limits, whether it is required, what it means, and an example. */
export type FieldRow = { path: string; type: string; isRequired: boolean; text: string; example: string | undefined }

/** A table of the reference: its caption, headings and rows of cells. */
export type Table = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/**
 * The reference of a body that needs more than a schema: how it is sent, rules, tables of its fields, and examples to copy.
 */
export type BodyReference = {
  command: string
  rules: readonly string[]
  tables: readonly Table[]
  examples: readonly BodyExample[]
  /** For openapi.json. */
  schema: unknown
}

type SchemaNode = TSchema & {
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  pattern?: string
  enum?: string[]
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  description?: string
  examples?: unknown[]
}

type Meanings = Readonly<Record<string, string>>

/** Every field of a schema, nested fields after their parents; values are the first that the examples contain. */
export function fieldRows(schema: TSchema, meanings: Meanings, examples: readonly unknown[]): FieldRow[] {
  const rows: FieldRow[] = []
  walk(schema as SchemaNode, '', (node, path, isRequired) => {
    const exampleValue = examples.map((example) => valueAt(example, path)).find((value) => value !== undefined)
    const value = exampleValue ?? node.examples?.[0]
    rows.push({
      path,
      type: typeOf(node),
      isRequired,
      text: meanings[path] ?? node.description ?? '',
      example: value === undefined || typeof value === 'object' ? undefined : JSON.stringify(value),
    })
  })
  return rows
}

/** The schema with the meaning and an example of each field, as OpenAPI has them. */
export function describeSchema(schema: TSchema, meanings: Meanings, examples: readonly unknown[]): unknown {
  const rows = new Map(fieldRows(schema, meanings, examples).map((row) => [row.path, row]))
  const copy = (node: SchemaNode, path: string): unknown => {
    const row = rows.get(path)
    const { properties, items, ...otherKeywords } = node
    return {
      ...otherKeywords,
      ...(row?.text ? { description: row.text } : {}),
      ...(row?.example === undefined ? {} : { examples: [JSON.parse(row.example)] }),
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, child]) => [name, copy(child, joinPath(path, name))]),
            ),
          }
        : {}),
      ...(items ? { items: copy(items, `${path}[]`) } : {}),
    }
  }
  return copy(schema as SchemaNode, '')
}

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function walk(
  node: SchemaNode,
  path: string,
  visit: (node: SchemaNode, path: string, isRequired: boolean) => void,
): void {
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    const childPath = joinPath(path, name)
    visit(child, childPath, node.required?.includes(name) ?? false)
    walk(child, childPath, visit)
  }
  if (node.items) walk(node.items, `${path}[]`, visit)
}

function valueAt(document: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  const isList = first.endsWith('[]')
  const value = (document as Record<string, unknown> | null | undefined)?.[isList ? first.slice(0, -2) : first]
  const values = isList ? (Array.isArray(value) ? value : []) : [value]
  if (rest.length === 0) return values[0]
  return values
    .map((element) => (typeof element === 'object' ? valueAt(element, rest.join('.')) : undefined))
    .find((found) => found !== undefined)
}

function typeOf(node: SchemaNode): string {
  const { pattern = '', maxLength, maxItems } = node
  if (node.enum) return `one of ${node.enum.join(', ')}`
  const [, integerDigits, decimals] = /^\^-\?\[0-9\]\{1,(\d+)\}.*\{1,(\d+)\}/.exec(pattern) ?? []
  if (integerDigits) return `decimal as text, at most ${integerDigits} digits before and ${decimals} behind the point`
  if (pattern.includes('T(')) return 'moment with Z or an offset, as text'
  if (pattern.startsWith('^[0-9]{4}-')) return 'date YYYY-MM-DD, as text'
  if (pattern === '^[A-Z]{3}$' || pattern === '^[A-Z]{2}$') return `${pattern.charAt(7)} capital letters`
  if (pattern.startsWith('^[0-9]')) return 'whole number as text'
  if (node.items) return `list${maxItems ? `, at most ${maxItems.toLocaleString('en')}` : ''}`
  if (node.properties || node.type === 'object') return 'object'
  if (node.type === 'string') return `text${maxLength ? `, at most ${maxLength.toLocaleString('en')} characters` : ''}`
  if (node.type === 'boolean') return 'true or false'
  return node.type === 'number'
    ? `number from ${node.minimum} to ${node.maximum}`
    : [node.type ?? 'any'].flat().join(' or ')
}

/** The fields of a schema as a table of the reference. */
export const fieldTable = (rows: readonly FieldRow[]): Table => ({
  caption: 'Fields',
  head: ['Field', 'Type', 'Meaning', 'Example'],
  rows: rows.map(({ path, type, isRequired, text, example }) => [
    path,
    isRequired ? `${type}; required` : type,
    text,
    example ?? '',
  ]),
})
