import type { TSchema } from 'typebox'

/** A field of a body for people: its path, its type and limits, whether it must be there, what it means, and a value. */
export type FieldRow = { path: string; type: string; isRequired: boolean; text: string; example: string | undefined }

type Node = TSchema & {
  type?: string | string[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
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

/** Every field of a schema, those inside others behind them; values are the first that the examples have. */
export function fieldRows(schema: TSchema, meanings: Meanings, examples: readonly unknown[]): FieldRow[] {
  const rows: FieldRow[] = []
  walk(schema as Node, '', (node, path, isRequired) => {
    const own = examples.map((one) => valueAt(one, path)).find((value) => value !== undefined)
    const value = own ?? node.examples?.[0]
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

/** The schema with the meaning and a value of each field in it, as OpenAPI has them. */
export function described(schema: TSchema, meanings: Meanings, examples: readonly unknown[]): unknown {
  const rows = new Map(fieldRows(schema, meanings, examples).map((row) => [row.path, row]))
  const copy = (node: Node, path: string): unknown => {
    const row = rows.get(path)
    const { properties, items, ...own } = node
    return {
      ...own,
      ...(row?.text ? { description: row.text } : {}),
      ...(row?.example === undefined ? {} : { examples: [JSON.parse(row.example)] }),
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, one]) => [name, copy(one, join(path, name))]),
            ),
          }
        : {}),
      ...(items ? { items: copy(items, `${path}[]`) } : {}),
    }
  }
  return copy(schema as Node, '')
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function walk(node: Node, path: string, meet: (node: Node, path: string, isRequired: boolean) => void): void {
  for (const [name, one] of Object.entries(node.properties ?? {})) {
    const own = join(path, name)
    meet(one, own, node.required?.includes(name) ?? false)
    walk(one, own, meet)
  }
  if (node.items) walk(node.items, `${path}[]`, meet)
}

function valueAt(document: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  const isList = first.endsWith('[]')
  const value = (document as Record<string, unknown> | null | undefined)?.[isList ? first.slice(0, -2) : first]
  const values = isList ? (Array.isArray(value) ? value : []) : [value]
  if (rest.length === 0) return values[0]
  return values
    .map((one) => (typeof one === 'object' ? valueAt(one, rest.join('.')) : undefined))
    .find((one) => one !== undefined)
}

function typeOf(node: Node): string {
  const { pattern = '', maxLength, maxItems } = node
  if (node.enum) return `one of ${node.enum.join(', ')}`
  const [, whole, places] = /^\^-\?\[0-9\]\{1,(\d+)\}.*\{1,(\d+)\}/.exec(pattern) ?? []
  if (whole) return `decimal as text, at most ${whole} digits before and ${places} behind the point`
  if (pattern.includes('T(')) return 'moment with Z or an offset, as text'
  if (pattern.startsWith('^[0-9]{4}-')) return 'date YYYY-MM-DD, as text'
  if (pattern === '^[A-Z]{3}$' || pattern === '^[A-Z]{2}$') return `${pattern.charAt(8)} capital letters`
  if (pattern.startsWith('^[0-9]')) return 'whole number as text'
  if (node.items) return `list${maxItems ? `, at most ${maxItems.toLocaleString('en')}` : ''}`
  if (node.properties || node.type === 'object') return 'object'
  if (node.type === 'string') return `text${maxLength ? `, at most ${maxLength.toLocaleString('en')} characters` : ''}`
  if (node.type === 'boolean') return 'true or false'
  return node.type === 'number' ? `number from ${node.minimum} to ${node.maximum}` : String(node.type ?? 'any')
}
