import type { PoolClient } from 'pg'

/**
 * A column of a table, its SQL type, and a function that returns its value. With a type `text as EXPR` the value is
 * sent as text, and the SQL expression EXPR converts it.
 */
export type Column<T> = readonly [name: string, type: string, of: (row: T) => unknown]

/** The SQL of an insert of any number of rows: one parameter per column, each an array. */
export function insertText<T>(table: string, columns: readonly Column<T>[], suffix = ''): string {
  const names = columns.map(([name]) => name)
  const selected = columns.map(([name, type]) => (type.startsWith('text as ') ? type.slice(8) : name))
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type.startsWith('text as ') ? 'text' : type}[]`)
  return `insert into ${table} (${names.join(', ')})
select ${selected.join(', ')} from unnest(${arrays.join(', ')}) as r (${names.join(', ')})${suffix}`
}

/** Inserts rows with the SQL from `insertText` and the same columns; does nothing when there are none. */
export async function insertRows<T>(
  client: PoolClient,
  name: string,
  text: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
): Promise<void> {
  if (rows.length === 0) return
  const values = columns.map(([, type, getValue]) => arrayLiteral(rows, getValue, unquotedTypes.has(type)))
  await client.query({ name: `ingest ${name}`, text, values })
}

/** Types whose values never need quotes in an array literal. */
const unquotedTypes = new Set(['uuid', 'integer', 'numeric', 'date', 'timestamptz'])

/** A column as a PostgreSQL array literal: the driver would produce the same, at three times the cost. */
function arrayLiteral<T>(rows: readonly T[], getValue: (row: T) => unknown, isPlain: boolean): string {
  let text = '{'
  for (const row of rows) {
    if (text.length > 1) text += ','
    const value = getValue(row)
    if (value === null || value === undefined) text += 'NULL'
    else if (isPlain) text += String(value)
    else text += quoteElement(value)
  }
  return `${text}}`
}

function quoteElement(value: unknown): string {
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}
