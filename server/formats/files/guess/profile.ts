import type { GuessColumn, GuessFinding, GuessTable } from '#contract/imports/guess.ts'
import type { ImportProfile, ProfileFields, ReadOptions } from '#contract/imports/profile.ts'
import type { ProfileCondition, ProfileValue } from '#contract/imports/values.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { GuessedProfile, GuessOptions } from '#server/formats/format.ts'
import { uniqueHeadings } from '../map/columns.ts'
import { because } from './dialect.ts'
import { knownColumns } from './earlier.ts'
import { type ColumnGuess, guessColumns, guessType, type HeadingNames } from './fields.ts'
import { sumRow } from './sums.ts'
import { occurringTable, tableNameOf } from './value-tables.ts'

/** Fields whose amounts need a currency. */
const amountFields = /^totals\.|^lines\.(unitPrice|amount)$/
/** How many values of a column are shown. */
const shownSamples = 3

/** The row of the headings, from 0: the first of the fullest rows that holds no number and no value twice. */
function headerRow(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, 30)
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length
  const most = Math.max(0, ...first.map(filled))
  const index = first.findIndex((row) => {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    return cells.length >= Math.max(1, most * 0.7) && cells.every((cell) => !/^[-+]?[\d.,]+$/.test(cell))
  })
  return Math.max(0, index)
}

type TableGuess = {
  fileName: string
  read: ReadOptions
  table: Omit<ImportProfile['tables'][number], 'name'>
  namesOf?: HeadingNames
} & GuessOptions

/** A profile for a table, from its rows. `read` is how the file is written; `table` where the table is in it. */
export function guessProfile(
  rows: readonly (readonly string[])[],
  { fileName, read, table, choices, earlier, namesOf }: TableGuess,
): Omit<GuessedProfile, 'sheets' | 'places'> {
  const header = choices.header === undefined ? headerRow(rows) : choices.header - 1
  const headings = uniqueHeadings(rows[header] ?? [])
  const samples = rows.slice(header + 1)
  const columns = guessColumns(headings, samples, knownColumns(choices, earlier), namesOf).filter(
    ({ field }) => field !== '',
  )
  const guessedType = guessType(columns, fileName)
  const type = choices.type ?? guessedType.type
  const byField = new Map(columns.map((column) => [column.field, column]))
  const number = byField.get(`number of ${type}`)
  const tables: GuessTable[] = []
  const valuesOf = (heading: string) => {
    const at = headings.indexOf(heading)
    return samples.map((row) => row[at]?.trim() ?? '').filter((text) => text !== '')
  }
  const occurring = (name: string, heading: string) => {
    const table = occurringTable({ name, type, values: valuesOf(heading), choices, earlier })
    tables.push(table)
    return table
  }
  const { fields, lineFields } = fieldsOf(byField, type, ({ field, heading }) => {
    const name = tableNameOf(field, valuesOf(heading))
    if (name === undefined) return { column: heading }
    occurring(name, heading)
    return { lookup: { column: heading }, in: name }
  })
  addReferences(fields, byField, type)
  const namesNoCurrency = !byField.has('currency') && [...byField.keys()].some((field) => amountFields.test(field))
  if (namesNoCurrency) fields.currency = { constant: choices.currency ?? 'EUR' }
  const hasLines = Object.keys(lineFields).length > 0
  if (hasLines && !lineFields.line) lineFields.line = { position: 1 }
  const customer = customerOf(byField)
  if (customer.by === 'name') {
    const names = occurring('customers', byField.get('accountName')?.heading ?? '')
    customer.names = Object.fromEntries(names.entries.filter(({ to }) => to !== '?').map(({ from, to }) => [from, to]))
  }
  const skip = skipOf(number, headings, samples, choices.skip)
  const profile: ImportProfile = {
    version: 1,
    name: choices.name || type,
    ...(choices.title ? { title: choices.title } : {}),
    read,
    tables: [
      {
        ...{ name: 'rows', ...table },
        ...(header === 0 || read.as === 'fixed' ? {} : { header: header + 1 }),
        ...(skip.length > 0 ? { skip } : {}),
      },
    ],
    documents: {
      ...(hasLines && number ? { per: 'key', key: [number.heading] } : { per: 'row' }),
      customer,
      fields,
      ...(hasLines ? { lists: [{ into: 'lines', fields: lineFields }] } : {}),
    },
    ...valuesOfProfile(tables),
    ...fullListOf(choices),
  }
  const named = headings.filter((heading) => heading !== '')
  return {
    profile,
    tables,
    columns: named.map((heading) => columnOf(heading, columns, valuesOf(heading))),
    findings: [
      typeFinding(type, choices.type !== undefined, guessedType.certainty),
      {
        ...{ subject: 'header', value: String(header + 1), certainty: choices.header === undefined ? 0.9 : 1 },
        because: because('headings', named.slice(0, 5).join(', ')),
      },
      ...(namesNoCurrency ? [currencyFinding(choices.currency)] : []),
      ...tables.flatMap(unknownValues),
    ],
  }
}

/** The fields of documents and of their lines, each with the value that reads its column. */
function fieldsOf(
  byField: ReadonlyMap<string, ColumnGuess>,
  type: DocumentType,
  readColumn: (guess: ColumnGuess) => ProfileValue,
): { fields: ProfileFields; lineFields: ProfileFields } {
  const number = byField.get(`number of ${type}`)
  const fields: ProfileFields = {
    type: { constant: type },
    ...(number ? { number: { column: number.heading } } : {}),
  }
  const lineFields: ProfileFields = {}
  for (const [field, guess] of byField) {
    if (field.startsWith('number of') || ['account', 'vat', 'gln'].includes(field)) continue
    if (field.startsWith('lines.')) lineFields[field.slice(6)] = readColumn(guess)
    else fields[field] = readColumn(guess)
  }
  return { fields, lineFields }
}

function columnOf(heading: string, columns: readonly ColumnGuess[], values: readonly string[]): GuessColumn {
  const samples = [...new Set(values)].slice(0, shownSamples).map((text) => text.slice(0, 80).toWellFormed())
  const guess = columns.find((column) => column.heading === heading)
  const unused = { field: '', certainty: 0, because: because('unusedColumn') }
  return { heading, samples, ...(guess ?? unused) }
}

function typeFinding(type: DocumentType, isChosen: boolean, certainty: number): GuessFinding {
  if (isChosen) return { subject: 'type', value: type, certainty: 1, because: because('chosen') }
  return { subject: 'type', value: type, certainty, because: because(certainty > 0.5 ? 'numberOrName' : 'unknownType') }
}

function currencyFinding(chosen: string | undefined): GuessFinding {
  if (chosen !== undefined) return { subject: 'currency', value: chosen, certainty: 1, because: because('chosen') }
  return { subject: 'currency', value: 'EUR', certainty: 0.3, because: because('noCurrency') }
}

function unknownValues({ name, entries }: GuessTable): GuessFinding[] {
  return entries
    .filter(({ to }) => to === '?')
    .map(({ from }) => ({
      ...{ subject: 'value' as const, value: `${name}: ${from}`, certainty: 0 },
      because: because('unknownValue', from),
    }))
}

/** The value tables of the profile; the numbers of customers stand beside their names. */
function valuesOfProfile(tables: readonly GuessTable[]): Pick<ImportProfile, 'values'> {
  const own = tables.filter(({ name }) => name !== 'customers')
  if (own.length === 0) return {}
  const entriesOf = ({ entries }: GuessTable) => Object.fromEntries(entries.map(({ from, to }) => [from, to]))
  return { values: Object.fromEntries(own.map((table) => [table.name, entriesOf(table)])) }
}

const fullListOf = ({ fullList }: GuessOptions['choices']): Pick<ImportProfile, 'fullList'> =>
  fullList ? { fullList: {} } : {}

/** Which rows are passed over: sums below or between the others, and what somebody named. */
function skipOf(
  number: ColumnGuess | undefined,
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  chosen: string | undefined,
): ProfileCondition[] {
  if (chosen === '') return []
  const sums = chosen === undefined ? sumRow(headings, samples) : undefined
  const [heading, word] = sums ?? [number?.heading, chosen]
  if (heading === undefined || word === undefined) return []
  return [{ begins: [{ column: heading }, { constant: word }] }]
}

function customerOf(byField: ReadonlyMap<string, ColumnGuess>): ImportProfile['documents']['customer'] {
  for (const [field, by] of [
    ['account', 'number'],
    ['vat', 'vat'],
    ['gln', 'gln'],
    ['accountName', 'name'],
  ] as const) {
    const guess = byField.get(field)
    if (guess) return { by, value: { column: guess.heading }, ...(by === 'name' ? { names: {} } : {}) }
  }
  return { by: 'number', value: { constant: '' } }
}

/** Numbers of other documents in the file are references. */
function addReferences(fields: ProfileFields, byField: ReadonlyMap<string, ColumnGuess>, type: DocumentType): void {
  let index = 1
  for (const other of documentTypes) {
    const guess = byField.get(`number of ${other}`)
    if (!guess || other === type) continue
    fields[`references[${index}].type`] = { constant: other }
    fields[`references[${index}].number`] = { column: guess.heading }
    index++
  }
}
