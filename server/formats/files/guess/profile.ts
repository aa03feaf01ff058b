import type { GuessChoices, GuessFinding, GuessTable } from '#contract/imports/guess.ts'
import type { ImportProfile, ProfileFields, ProfileTable, ReadOptions } from '#contract/imports/profile.ts'
import type { Column, ProfileCondition, ProfileValue } from '#contract/imports/values.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { GuessedProfile, GuessOptions } from '#server/formats/format.ts'
import { because } from './dialect.ts'
import { knownColumns } from './earlier.ts'
import { type ColumnGuess, guessType } from './fields.ts'
import { columnsOf, earlierFormulas, placeFormulas } from './formulas.ts'
import { findLines, type LinesTable } from './linked-tables.ts'
import { sumRow } from './sums.ts'
import { type GuessedTable, guessTable, type SampledTable, shownColumns } from './table.ts'
import { occurringTable, tableNameOf } from './value-tables.ts'

/** Fields whose amounts need a currency. */
const amountFields = /^totals\.|^lines\.(unitPrice|amount)$/

export type ProfileGuess = {
  fileName: string
  read: ReadOptions
  /** Other tables, one of which may hold the lines, by what people call them. */
  others?: readonly { name: string; sample: SampledTable }[]
} & GuessOptions

/** A profile for a table, from its beginning. `read` is how the file is written. */
export function guessProfile(
  sample: SampledTable,
  { fileName, read, choices, earlier, others = [] }: ProfileGuess,
): Omit<GuessedProfile, 'sheets' | 'places' | 'linesTables' | 'text'> {
  const { table, type, typeCertainty, lines, finding } = guessTables(sample, fileName, { choices, earlier, others })
  const tables: GuessTable[] = []
  const occurring = (name: string, values: readonly string[]) => {
    const found = occurringTable({ name, type, values, choices, earlier })
    tables.push(found)
    return found
  }
  const readColumn =
    ({ column, valuesOf }: GuessedTable) =>
    ({ field, heading }: ColumnGuess): ProfileValue => {
      const name = tableNameOf(field, valuesOf(heading))
      if (name === undefined) return { column: column(heading) }
      occurring(name, valuesOf(heading))
      const value = { column: column(heading) }
      // A carrier that comes later is named as it stands in the file.
      return { lookup: value, in: name, ...(name === 'carriers' ? { otherwise: value } : {}) }
    }
  const headings = { headings: table.headings, lineHeadings: lines?.table.headings ?? [] }
  const together = choices.formulas ?? earlierFormulas(earlier, type, headings)
  const formulas = placeFormulas(together, type)
  const own = fieldsOf(table, type, readColumn(table))
  const fields = { ...own.fields, ...formulas.fields }
  const ofLines = lines ? fieldsOf(lines.table, type, readColumn(lines.table)).lineFields : own.lineFields
  const lineFields = { ...ofLines, ...formulas.lineFields }
  addReferences(fields, table, type)
  const namesNoCurrency = !('currency' in fields) && hasAmounts(fields, lineFields)
  if (namesNoCurrency) fields.currency = { constant: choices.currency ?? 'EUR' }
  const hasLines = Object.keys(lineFields).length > 0
  if (hasLines && !lineFields.line) lineFields.line = { position: 1 }
  const customer = formulas.customer ?? customerOf(table)
  if (customer.by === 'name') {
    const heading = table.byField.get('accountName')?.heading ?? ''
    const names = occurring('customers', table.valuesOf(heading))
    customer.names = Object.fromEntries(names.entries.filter(({ to }) => to !== '?').map(({ from, to }) => [from, to]))
  }
  const profile: ImportProfile = {
    version: 1,
    name: choices.name || type,
    ...(choices.title ? { title: choices.title } : {}),
    read,
    tables: [
      tableOf('rows', table, skipOf(table.byField.get(`number of ${type}`), table, choices.skip)),
      ...(lines ? [tableOf('lines', lines.table, skipOf(undefined, lines.table, undefined))] : []),
    ],
    documents: {
      ...perOf(fields.number, hasLines),
      customer,
      fields,
      ...(hasLines ? { lists: [{ into: 'lines', ...linkOf(lines), fields: lineFields }] } : {}),
    },
    ...valuesOfProfile(tables),
    ...(choices.fullList ? { fullList: {} } : {}),
  }
  return {
    profile,
    tables,
    formulas: together,
    columns: shownColumns(table),
    lineColumns: lines ? shownColumns(lines.table) : [],
    findings: [
      typeFinding(type, choices.type !== undefined, typeCertainty),
      headerFinding('header', table, choices.header),
      ...(finding ? [finding] : []),
      ...(lines ? [headerFinding('lineHeader', lines.table, choices.lineHeader)] : []),
      ...(namesNoCurrency ? [currencyFinding(choices.currency)] : []),
      ...tables.flatMap(unknownValues),
    ],
  }
}

/** The table of the documents, their type, and the table that holds their lines. */
function guessTables(
  sample: SampledTable,
  fileName: string,
  { choices, earlier, others = [] }: Pick<ProfileGuess, 'choices' | 'earlier' | 'others'>,
) {
  const table = guessTable(sample, { header: choices.header, known: knownColumns(choices.columns, earlier) })
  const guessed = guessType(table.columns, fileName)
  const type = choices.type ?? guessed.type
  const ofLines = { header: choices.lineHeader, known: knownColumns(choices.lineColumns, earlier) }
  const tables = others.map(({ name, sample: other }) => ({ name, table: guessTable(other, ofLines) }))
  const found = findLines(table, tables, { type, chosen: choices.linesTable })
  return { table, type, typeCertainty: guessed.certainty, ...found }
}

const tableOf = (name: string, { located }: GuessedTable, skip: ProfileCondition[]): ProfileTable => ({
  ...{ name, ...located },
  ...(skip.length > 0 ? { skip } : {}),
})

/** Rows with the same number are one document where there are lines; a number that is put together has the key of its columns. */
function perOf(number: ProfileValue | undefined, hasLines: boolean): Pick<ImportProfile['documents'], 'per' | 'key'> {
  const key = number && hasLines ? columnsOf(number) : []
  return key.length > 0 ? { per: 'key', key } : { per: 'row' }
}

const linkOf = (lines: LinesTable | undefined): { from?: string; key?: Column[] } =>
  lines ? { from: 'lines', ...(lines.key === '' ? {} : { key: [lines.table.column(lines.key)] }) } : {}

const hasAmounts = (fields: ProfileFields, lineFields: ProfileFields) =>
  [...Object.keys(fields), ...Object.keys(lineFields).map((field) => `lines.${field}`)].some((field) =>
    amountFields.test(field),
  )

/** The fields of documents and of their lines, each with the value that reads its column. */
function fieldsOf(
  { byField, column }: GuessedTable,
  type: DocumentType,
  readColumn: (guess: ColumnGuess) => ProfileValue,
): { fields: ProfileFields; lineFields: ProfileFields } {
  const number = byField.get(`number of ${type}`)
  const fields: ProfileFields = {
    type: { constant: type },
    ...(number ? { number: { column: column(number.heading) } } : {}),
  }
  const lineFields: ProfileFields = {}
  for (const [field, guess] of byField) {
    if (field.startsWith('number of') || ['account', 'vat', 'gln'].includes(field)) continue
    if (field.startsWith('lines.')) lineFields[field.slice(6)] = readColumn(guess)
    else fields[field] = readColumn(guess)
  }
  return { fields, lineFields }
}

function typeFinding(type: DocumentType, isChosen: boolean, certainty: number): GuessFinding {
  if (isChosen) return { subject: 'type', value: type, certainty: 1, because: because('chosen') }
  return { subject: 'type', value: type, certainty, because: because(certainty > 0.5 ? 'numberOrName' : 'unknownType') }
}

function headerFinding(
  subject: 'header' | 'lineHeader',
  { header, headings }: GuessedTable,
  chosen: GuessChoices['header'],
): GuessFinding {
  const named = headings.filter((heading) => heading !== '')
  const reason = header === -1 ? because('noHeadings') : because('headings', named.slice(0, 5).join(', '))
  const certainty = chosen !== undefined ? 1 : header === -1 ? 0.6 : 0.9
  return { subject, value: String(header + 1), certainty, because: reason }
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

/** Which rows are passed over: sums below or between the others, and what somebody named. */
function skipOf(
  number: ColumnGuess | undefined,
  { headings, samples, column }: GuessedTable,
  chosen: string | undefined,
): ProfileCondition[] {
  if (chosen === '') return []
  const sums = chosen === undefined ? sumRow(headings, samples) : undefined
  const [heading, word] = sums ?? [number?.heading, chosen]
  if (heading === undefined || word === undefined) return []
  return [{ begins: [{ column: column(heading) }, { constant: word }] }]
}

function customerOf({ byField, column }: GuessedTable): ImportProfile['documents']['customer'] {
  for (const [field, by] of [
    ['account', 'number'],
    ['vat', 'vat'],
    ['gln', 'gln'],
    ['accountName', 'name'],
  ] as const) {
    const guess = byField.get(field)
    if (guess) return { by, value: { column: column(guess.heading) }, ...(by === 'name' ? { names: {} } : {}) }
  }
  return { by: 'number', value: { constant: '' } }
}

/** Numbers of other documents in the file are references. */
function addReferences(fields: ProfileFields, { byField, column }: GuessedTable, type: DocumentType): void {
  let index = 1
  for (const other of documentTypes) {
    const guess = byField.get(`number of ${other}`)
    if (!guess || other === type) continue
    fields[`references[${index}].type`] = { constant: other }
    fields[`references[${index}].number`] = { column: column(guess.heading) }
    index++
  }
}
