/// <reference path="./pg-prepare-value.d.ts" />
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { typeParsers } from './type-parsers.ts'

/** A statement of a batch, with what receives its result. */
export type BatchEntry = {
  statement: pg.QueryConfig
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

/** A query for the driver; `rowCount` is the number of rows that have come. */
export type StatementBatch = pg.Submittable & {
  readonly statements: readonly pg.QueryConfig[]
  readonly rowCount: number
}

type Column = { name: string; parse: (text: string) => unknown }
type RowDescription = { fields: { name: string; dataTypeID: number }[] }
type DataRow = { fields: (string | null)[] }

/** The columns of the statements that a connection has prepared, by name. */
const preparedByConnection = new WeakMap<pg.Connection, Map<string, { text: string; columns: Column[] }>>()

/**
 * Statements that are sent in one message and answered in one, because only the last is followed by Sync; after one that
 * fails the others are not run. Each is settled when its own result is complete. `onEnd` is called once, with the error
 * that ended the batch, if any.
 */
export function createBatch(entries: readonly BatchEntry[], onEnd: (error?: Error) => void): StatementBatch {
  let prepared: Map<string, { text: string; columns: Column[] }>
  let columns: Column[] | undefined
  let rows: Record<string, unknown>[] = []
  // An entry leaves with its result: the driver may still lead to this batch when it is over, and a garbage collection
  // that copies the rows of former batches takes 5 to 20 ms instead of half a millisecond.
  const unfinished = [...entries]
  const statements = entries.map(({ statement }) => statement)
  const batch = {
    statements,
    rowCount: 0,
    // The driver wraps this with its timeout.
    callback: onEnd,
    submit: (connection: pg.Connection) => {
      prepared = preparedByConnection.get(connection) ?? new Map()
      preparedByConnection.set(connection, prepared)
      const reused = statements.find(({ name = '', text }) => (prepared.get(name)?.text ?? text) !== text)
      if (reused) return new Error(`Two statements are called ${reused.name}`)
      connection.stream.cork()
      for (const statement of statements) send(connection, statement, prepared)
      connection.sync()
      connection.stream.uncork()
      return null
    },
    handleRowDescription: ({ fields }: RowDescription) => {
      columns = fields.map((field) => ({
        name: field.name,
        parse: typeParsers.getTypeParser(field.dataTypeID, 'text'),
      }))
    },
    handleDataRow: ({ fields }: DataRow) => {
      columns ??= prepared.get(unfinished[0]?.statement.name ?? '')?.columns ?? []
      const row: Record<string, unknown> = {}
      for (let index = 0; index < columns.length; index++) {
        const { name, parse } = columns[index] as Column
        const text = fields[index] ?? null
        row[name] = text === null ? null : parse(text)
      }
      rows.push(row)
      batch.rowCount++
    },
    handleCommandComplete: () => {
      const entry = unfinished.shift()
      // The driver has given up waiting for the batch.
      if (!entry) return
      const { name, text } = entry.statement
      if (name !== undefined && !prepared.has(name)) prepared.set(name, { text, columns: columns ?? [] })
      entry.resolve(rows)
      columns = undefined
      rows = []
    },
    handleError: (error: Error) => {
      for (const { statement, reject } of unfinished.splice(0)) {
        // It may be prepared or not: the next time it is prepared anew.
        if (statement.name !== undefined) prepared?.delete(statement.name)
        reject(error)
      }
      batch.callback(error)
    },
    handleReadyForQuery: () => batch.callback(),
  }
  return batch
}

function send(connection: pg.Connection, statement: pg.QueryConfig, prepared: Map<string, { text: string }>): void {
  const { text, values = [] } = statement
  const known = statement.name === undefined ? undefined : prepared.get(statement.name)
  // The driver keeps its own record of what it has prepared under a name.
  const name = statement.name === undefined ? '' : `batch:${statement.name}`
  if (!known) {
    // A statement that failed may have been prepared all the same; to close one that does not exist is no error.
    if (name !== '') connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
  }
  connection.bind({ statement: name, values, valueMapper: prepareValue }, true)
  if (!known) connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
}
