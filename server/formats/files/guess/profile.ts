import { statusesOf } from '#contract/documents/types.ts'
import type { ImportProfile, ProfileFields, ReadOptions } from '#contract/imports/profile.ts'
import type { ProfileValue } from '#contract/imports/values.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Finding, GuessedProfile } from '#server/formats/format.ts'
import { uniqueHeadings } from '../map/columns.ts'
import { type ColumnGuess, guessColumns, guessType } from './fields.ts'
import { statusWords, unitWords, valueTable } from './value-words.ts'

/** Fields whose amounts need a currency. */
const amountFields = /^totals\.|^lines\.(unitPrice|amount)$/

/** The most different values that a value table is filled with. */
const mostValues = 60

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

/** A profile for a table, from its rows alone. `read` is how the file is written; `table` where the table is in it. */
export function guessProfile(
  rows: readonly (readonly string[])[],
  {
    fileName,
    read,
    table,
  }: { fileName: string; read: ReadOptions; table: Omit<ImportProfile['tables'][number], 'name'> },
): GuessedProfile {
  const header = headerRow(rows)
  const headings = uniqueHeadings(rows[header] ?? [])
  const samples = rows.slice(header + 1)
  const columns = guessColumns(headings, samples)
  const { type, certainty } = guessType(columns, fileName)
  const byField = new Map(columns.map((column) => [column.field, column]))
  const number = byField.get(`number of ${type}`)
  const values: NonNullable<ImportProfile['values']> = {}
  const occurring = (guess: ColumnGuess) => {
    const at = headings.indexOf(guess.heading)
    return [...new Set(samples.map((row) => row[at]?.trim() ?? '').filter((text) => text !== ''))].slice(0, mostValues)
  }
  const fieldValue = (field: string, guess: ColumnGuess): ProfileValue => {
    const column: ProfileValue = { column: guess.heading }
    if (field === 'status') values.statuses = valueTable(occurring(guess), statusWords[type] ?? {}, statusesOf(type))
    else if (field === 'lines.unit') values.units = valueTable(occurring(guess), unitWords, Object.keys(unitWords))
    else return column
    return { lookup: column, in: field === 'status' ? 'statuses' : 'units' }
  }
  const fields: ProfileFields = { type: { constant: type } }
  if (number) fields.number = { column: number.heading }
  const lineFields: ProfileFields = {}
  for (const [field, guess] of byField) {
    if (field.startsWith('number of') || ['account', 'vat', 'gln'].includes(field)) continue
    if (field.startsWith('lines.')) lineFields[field.slice(6)] = fieldValue(field, guess)
    else fields[field] = fieldValue(field, guess)
  }
  addReferences(fields, byField, type)
  const namesNoCurrency = !byField.has('currency') && [...byField.keys()].some((field) => amountFields.test(field))
  if (namesNoCurrency) fields.currency = { constant: 'EUR' }
  const hasLines = Object.keys(lineFields).length > 0
  if (hasLines && !lineFields.line) lineFields.line = { position: 1 }
  const profile: ImportProfile = {
    version: 1,
    name: type,
    read,
    tables: [{ name: 'rows', ...table, ...(header === 0 || read.as === 'fixed' ? {} : { header: header + 1 }) }],
    documents: {
      ...(hasLines && number ? { per: 'key', key: [number.heading] } : { per: 'row' }),
      customer: customerOf(byField),
      fields,
      ...(hasLines ? { lists: [{ into: 'lines', fields: lineFields }] } : {}),
    },
    ...(Object.keys(values).length > 0 ? { values } : {}),
  }
  return {
    profile,
    findings: [
      ...findingsOf(columns, headings, { type, certainty, header }),
      ...(namesNoCurrency ? [noCurrency] : []),
      ...unknownValues(values),
    ],
  }
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

function findingsOf(
  columns: readonly ColumnGuess[],
  headings: readonly string[],
  { type, certainty, header }: { type: string; certainty: number; header: number },
): Finding[] {
  const used = new Set(columns.map(({ heading }) => heading))
  const unused = headings.filter((heading) => heading !== '' && !used.has(heading))
  return [
    {
      about: `documents: ${type}`,
      certainty,
      evidence:
        certainty > 0.5
          ? 'By the number that stands in it, or the name of the file.'
          : 'Nothing in the file says what it holds: choose the type.',
    },
    {
      about: `headings in row ${header + 1}`,
      certainty: 0.9,
      evidence: headings
        .filter((heading) => heading !== '')
        .slice(0, 5)
        .join(', '),
    },
    ...columns.map(({ heading, field, certainty: sure, evidence }) => ({
      about: `${heading} → ${field}`,
      certainty: sure,
      evidence,
    })),
    ...unused.map((heading) => ({
      about: `${heading} → nothing`,
      certainty: 0,
      evidence: 'Nobody knows what this column is: it is left out.',
    })),
  ]
}

const noCurrency: Finding = {
  about: 'currency EUR',
  certainty: 0.3,
  evidence: 'There are amounts and no column with a currency: correct it if it is another.',
}

function unknownValues(values: NonNullable<ImportProfile['values']>): Finding[] {
  return Object.entries(values).flatMap(([table, entries]) =>
    Object.entries(entries)
      .filter(([, to]) => to === '?')
      .map(([from]) => ({
        about: `${table}: ${from} → ?`,
        certainty: 0,
        evidence: 'Fill in what this means: until then it is refused.',
      })),
  )
}
