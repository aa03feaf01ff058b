import type { ClientBase, Connection, FieldDef, Submittable } from 'pg'
import { typeParsers } from '#database/type-parsers.ts'

/** What the driver makes of a column's values. */
export type Kind = 'string' | 'number' | 'boolean' | 'bytes' | 'json' | 'object' | { list: Kind }
/** A column of a result. `nullable`: PostgreSQL shows that it may be null; most expressions do not show it. */
export type Column = { name: string; kind: Kind; nullable: boolean }
/** The columns that a statement returns. Throws the error of PostgreSQL when it refuses the text. */
export type DescribeColumns = (text: string) => Promise<Column[]>

type PgType = { oid: number; name: string; category: string; element: number }
/** A column of a table. */
type Attribute = { name: string; nullable: boolean }
type Plan = Readonly<Record<string, unknown>> & {
  Output?: string[]
  Plans?: Plan[]
  'Join Type'?: string
  'Index Name'?: string
}

/** Returns a function that describes statements without running them. */
export async function columnReader(client: ClientBase): Promise<DescribeColumns> {
  const types = await client.query<PgType>(
    'select oid::int, typname as name, typcategory as category, typelem::int as element from pg_type',
  )
  const attributes = await client.query<Attribute & { key: string }>(
    `select a.attrelid || '.' || a.attnum as key, a.attname as name, not a.attnotnull as nullable
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p') and a.attnum > 0`,
  )
  const indexes = await client.query<{ name: string; predicate: string }>(
    `select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null`,
  )
  const predicates = new Map(indexes.rows.map(({ name, predicate }) => [name, predicate]))
  const typesByOid = new Map(types.rows.map((type) => [type.oid, type]))
  const attributesByKey = new Map(attributes.rows.map((attribute) => [attribute.key, attribute]))
  return async (text) => {
    const fields = await describeFields(client, text)
    if (fields.length === 0) return []
    const plan = await explain(client, text)
    return fields.map((field, position) => ({
      name: field.name,
      kind: kindOf(typesByOid, field.dataTypeID),
      nullable: isNullable(plan, predicates, position, attributesByKey.get(`${field.tableID}.${field.columnID}`)),
    }))
  }
}

/** Has PostgreSQL parse the text and describe its result, without parameters. */
function describeFields(client: ClientBase, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = []
    const description: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: FieldDef[] }) => {
        fields = message.fields
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    }
    client.query(description)
  })
}

async function explain(client: ClientBase, text: string): Promise<Plan | undefined> {
  // `show` and `listen` have no plan.
  if (!/^[\s(]*(select|with|insert|update|delete|values)\b/i.test(text)) return undefined
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (verbose, generic_plan, format json) ${text}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan
}

/** A value of each category of types, as PostgreSQL writes it. */
const samples: Readonly<Record<string, string>> = { N: '1', B: 't', D: '2026-03-01 08:00:00+00', T: '1 day' }

function kindOf(types: ReadonlyMap<number, PgType>, oid: number): Kind {
  const type = types.get(oid)
  if (type?.name === 'json' || type?.name === 'jsonb') return 'json'
  const element = type?.category === 'A' ? types.get(type.element) : undefined
  const value: unknown = typeParsers.getTypeParser(oid, 'text')(element ? `{${sampleOf(element)}}` : sampleOf(type))
  return Array.isArray(value) && element ? { list: kindOf(types, element.oid) } : kindOfValue(value)
}

const sampleOf = (type: PgType | undefined) =>
  type?.name === 'bytea' ? '\\x00' : (samples[type?.category ?? ''] ?? 'a')

function kindOfValue(value: unknown): Kind {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value as 'string' | 'number' | 'boolean'
  return Buffer.isBuffer(value) ? 'bytes' : 'object'
}

/**
 * Whether the plan shows that a column may be null: it is null itself, comes from the side of an outer join that may be
 * missing, or is a nullable column of a table of which no condition speaks.
 */
function isNullable(
  plan: Plan | undefined,
  predicates: ReadonlyMap<string, string>,
  position: number,
  attribute: Attribute | undefined,
): boolean {
  if (!plan) return false
  const output = plan.Output?.[position] ?? ''
  if (/^\(?NULL::/.test(output)) return true
  const nodes = nodesOf(plan)
  if (isColumn.test(output) && nodes.some((node) => missingSides(node).some((side) => side.Output?.includes(output))))
    return true
  return attribute?.nullable === true && !nodes.some((node) => mentions(node, predicates, attribute.name))
}

const isColumn = /^\w+\.("[^"]+"|\w+)$/

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The sides of a join whose columns are null where nothing matches. */
function missingSides({ Plans: [left, right] = [], 'Join Type': join }: Plan): Plan[] {
  const sides = join === 'Left' ? [right] : join === 'Right' ? [left] : join === 'Full' ? [left, right] : []
  return sides.filter((side) => side !== undefined)
}

/** Whether a condition of a plan's node, or of the index that it reads, speaks of a column: it may exclude null. */
function mentions(node: Plan, predicates: ReadonlyMap<string, string>, column: string): boolean {
  const conditions = Object.entries(node).flatMap(([key, value]) => (/(Cond|Filter)$/.test(key) ? String(value) : []))
  const predicate = predicates.get(node['Index Name'] ?? '') ?? ''
  return [...conditions, predicate].some((condition) => new RegExp(`\\b${column}\\b`).test(condition))
}
