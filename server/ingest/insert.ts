import type { PoolClient } from 'pg'

/** A column of a table, its type, and where its value comes from. A type `text as EXPR` is made from a text by EXPR. */
export type Column<T> = readonly [name: string, type: string, of: (row: T) => unknown]

/** One statement that writes any number of rows: a parameter per column, each an array. */
export function insertText<T>(table: string, columns: readonly Column<T>[], suffix = ''): string {
  const names = columns.map(([name]) => name)
  const selected = columns.map(([name, type]) => (type.startsWith('text as ') ? type.slice(8) : name))
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type.startsWith('text as ') ? 'text' : type}[]`)
  return `insert into ${table} (${names.join(', ')})
select ${selected.join(', ')} from unnest(${arrays.join(', ')}) as r (${names.join(', ')})${suffix}`
}

/** Writes the rows by a text of `insertText` and the same columns; nothing when there are none. */
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

/** Types whose texts hold nothing that an array's text would need to quote. */
const unquotedTypes = new Set(['uuid', 'integer', 'numeric', 'date', 'timestamptz'])

/** A column as the text of an array: what the driver makes of a list too, at a third of its cost. */
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
