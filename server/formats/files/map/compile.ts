import { Compile } from 'typebox/compile'
import { isTimeZone } from '#contract/formats.ts'
import {
  documentTable,
  ImportProfile,
  type ProfileFields,
  type ProfileList,
  profileVersion,
} from '#contract/imports/profile.ts'
import { type Column, type ProfileCondition, type ProfileValue, ValueSchema } from '#contract/imports/values.ts'
import type { Problem } from '#server/formats/message.ts'
import { TableColumns } from './columns.ts'
import {
  type Compilation,
  comparable,
  compileCondition,
  compileValue,
  type Evaluate,
  type KeptRow,
  type Test,
} from './evaluate.ts'
import { isList, type Segment, segmentsOf, type TargetKind, targetAt } from './targets.ts'

const schema = Compile(ImportProfile)
const valueSchema = Compile(ValueSchema)
/** Deeper values than a person writes would only cost time. */
const deepest = 24
const tooDeep = `The profile is nested deeper than ${deepest} levels.`
/** A profile has so many around the value of a line's field. */
const levelsAround = 5

/** A field with the function that reads it; `constant` when it depends on no row. */
export type CompiledField = {
  segments: Segment[]
  target: TargetKind
  evaluate: Evaluate
  constant: boolean
  /** The first column that it reads. */
  column: Column | undefined
}

export type CompiledList = {
  segments: Segment[]
  table: number
  ownTable: boolean
  key: ((row: KeptRow) => unknown)[]
  each: string | undefined
  when: Test | undefined
  distinct: boolean
  fields: CompiledField[]
}

/** A profile as functions. Tables are named by their place in the profile. */
export type CompiledProfile = {
  profile: ImportProfile
  tables: { columns: TableColumns; skip: Test[]; fillDown: Column[] }[]
  documentTable: number
  key: ((row: KeptRow) => unknown)[]
  customer: { by: ImportProfile['documents']['customer']['by']; evaluate: Evaluate; column: Column | undefined }
  fields: CompiledField[]
  lists: CompiledList[]
}

/** The problems of what should be a profile; none when it can be run. */
export function profileProblems(input: unknown): Problem[] {
  const version = typeof input === 'object' && input !== null && 'version' in input ? input.version : undefined
  if (typeof version === 'number' && version > profileVersion) {
    return [
      {
        path: '$.version',
        message: `This profile is of version ${version}; this portal knows ${profileVersion}. Update the portal.`,
      },
    ]
  }
  if (isDeeper(input, deepest)) return [{ path: '$', message: tooDeep }]
  if (!schema.Check(input)) return schemaProblems(input)
  const problems: Problem[] = []
  compile(input, problems)
  return problems
}

/** The problems of what should be a value of a profile; its columns are not looked for. */
export function valueProblems(input: unknown): Problem[] {
  if (isDeeper(input, deepest - levelsAround)) return [{ path: '$', message: tooDeep }]
  if (valueSchema.Check(input)) return []
  return [{ path: '$', message: 'This is no value of a profile: docs/file-imports.md lists what one may be.' }]
}

/** Whether a value has more levels than that; it is looked into no deeper. */
function isDeeper(input: unknown, levels: number): boolean {
  if (typeof input !== 'object' || input === null) return false
  return levels === 0 || Object.values(input).some((inner) => isDeeper(inner, levels - 1))
}

function schemaProblems(input: unknown): Problem[] {
  const errors = [...schema.Errors(input)].filter(({ keyword }) => !['anyOf', 'additionalProperties'].includes(keyword))
  // Of the errors of a choice the deepest is the one that was meant.
  const longest = Math.max(...errors.map(({ instancePath }) => instancePath.split('/').length))
  const deepErrors = errors.filter(({ instancePath }) => instancePath.split('/').length === longest)
  const problems = new Map<string, string>()
  for (const { instancePath, keyword, message, params } of [...deepErrors, ...errors]) {
    const path = `$${instancePath.replaceAll('/', '.')}`
    if (problems.has(path) || problems.size >= 10) continue
    const missing = keyword === 'required' && 'requiredProperties' in params ? params.requiredProperties.join(', ') : ''
    if (keyword === 'boolean') problems.set(path, 'This is not known here. Correct or remove it.')
    else problems.set(path, missing === '' ? `This ${message}.` : `"${missing}" is missing.`)
    if (deepErrors.length < errors.length && problems.size >= 3) break
  }
  return [...problems].map(([path, message]) => ({ path, message }))
}

/** The profile as functions. Throws RangeError for an invalid one; see profileProblems. */
export function compileProfile(profile: ImportProfile): CompiledProfile {
  const problems = profileProblems(profile)
  const [first] = problems
  if (first) throw new RangeError(`The profile is not valid: ${first.path}: ${first.message}`)
  return compile(profile, [])
}

function compile(profile: ImportProfile, problems: Problem[]): CompiledProfile {
  const note = (path: string, message: string) => void problems.push({ path, message })
  const { documents, read } = profile
  if (read.timeZone !== undefined && !isTimeZone(read.timeZone)) {
    note('$.read.timeZone', `"${read.timeZone}" is no time zone; write it as in "Europe/Berlin".`)
  }
  if (read.thousands !== undefined && read.thousands === (read.decimal ?? '.')) {
    note('$.read.thousands', 'Decimals and thousands cannot have the same sign.')
  }
  const valueTables = new Map(
    Object.entries(profile.values ?? {}).map(([name, entries]) => [
      name,
      // A guess leaves "?" where nobody knows: such a value is missing.
      new Map(Object.entries(entries).flatMap(([from, to]) => (to === '?' ? [] : [[comparable(from), to]]))),
    ]),
  )
  const columns = profile.tables.map((table) => new TableColumns(table))
  const isTree = read.as === 'xml' || read.as === 'json'
  const tableNamed = (name: string | undefined, path: string): number => {
    const index = name === undefined ? 0 : profile.tables.findIndex((table) => table.name === name)
    if (index === -1) note(path, `There is no table "${name}".`)
    return Math.max(0, index)
  }
  const main = tableNamed(documentTable(profile)?.name ?? documents.from, '$.documents.from')
  for (const [index, { widths, name }] of profile.tables.entries()) {
    if (read.as === 'fixed' && !widths)
      note(`$.tables[${index}].widths`, `The table "${name}" needs the widths of its columns.`)
  }
  const columnOf = (table: number, column: Column) => (columns[table] as TableColumns).read(column)
  const contextOf = (table: number): Compilation => ({
    read,
    column: (column, ofDocument) => columnOf(ofDocument ? main : table, column),
    lookup: (name, key) => valueTables.get(name)?.get(comparable(key)),
  })
  const keyOf = (table: number, key: readonly Column[] = []) =>
    key.map((column) => {
      const readColumn = columnOf(table, column)
      return (row: KeptRow) => comparable(readColumn(row))
    })
  const fieldsOf = (table: number, fields: ProfileFields, at: string, list: readonly Segment[] = []): CompiledField[] =>
    Object.entries(fields).flatMap(([path, value]) => {
      const own = segmentsOf(path)
      const target = own && targetAt([...list, ...(list.length > 0 ? [0] : []), ...own])
      checkLookups(value, valueTables, (message) => note(`${at}.${path}`, message))
      if (!own || !target) {
        note(`${at}.${path}`, `Documents have no field "${path}" here.`)
        return []
      }
      const column = firstColumn(value)
      const constant = column === undefined && !mentions(value, 'position')
      return [{ segments: own, target, evaluate: compileValue(value, contextOf(table)), constant, column }]
    })
  if (documents.per === 'key' && !documents.key)
    note('$.documents.key', '"key" names the columns by whose values rows are one document.')
  for (const required of ['type', 'number']) {
    if (!Object.hasOwn(documents.fields, required)) note('$.documents.fields', `The field "${required}" is needed.`)
  }
  if (Object.hasOwn(documents.fields, 'account'))
    note('$.documents.fields.account', 'The customer is named by "customer".')
  checkLookups(documents.customer.value, valueTables, (message) => note('$.documents.customer.value', message))
  const key = keyOf(main, documents.key)
  const fields = fieldsOf(main, documents.fields, '$.documents.fields')
  const lists = (documents.lists ?? []).flatMap((list, index): CompiledList[] => {
    const path = `$.documents.lists[${index}]`
    const table = list.from === undefined ? main : tableNamed(list.from, `${path}.from`)
    const segments = segmentsOf(list.into)
    if (!segments || !isList(segments)) {
      note(`${path}.into`, `Documents have no list "${list.into}".`)
      return []
    }
    const ownTable = table !== main
    if (ownTable) noteKeys(documents, list, path, note)
    if (list.each !== undefined && !isTree) note(`${path}.each`, '"each" is for XML and JSON.')
    const context = contextOf(table)
    return [
      {
        ...{ segments, table, ownTable, each: list.each, distinct: list.distinct ?? false },
        key: ownTable ? keyOf(table, list.key) : [],
        when: list.when && compileCondition(list.when, context),
        fields: fieldsOf(table, list.fields, `${path}.fields`, segments),
      },
    ]
  })
  return {
    profile,
    documentTable: main,
    key,
    customer: {
      by: documents.customer.by,
      evaluate: compileValue(documents.customer.value, contextOf(main)),
      column: firstColumn(documents.customer.value),
    },
    fields,
    lists,
    tables: profile.tables.map(({ skip = [], fillDown = [] }, index) => {
      for (const column of fillDown) columnOf(index, column)
      return {
        columns: columns[index] as TableColumns,
        skip: skip.map((condition) => compileCondition(condition, contextOf(index))),
        fillDown: [...fillDown],
      }
    }),
  }
}

type Documents = ImportProfile['documents']

/** Rows of another table are put to their documents by keys of equal length. */
function noteKeys(
  { per, key }: Documents,
  list: ProfileList,
  path: string,
  note: (path: string, message: string) => void,
): void {
  if (per === 'row' && !key) note('$.documents.key', 'A list from another table needs the key of the documents.')
  else if (per !== 'file' && list.key?.length !== key?.length) {
    note(`${path}.key`, 'The key needs as many columns as the key of the documents.')
  }
}

/** What stands inside a value or condition: values, conditions and settings. */
function partsOf(value: object): unknown[] {
  return Object.values(value).flatMap((part: unknown) => (Array.isArray(part) ? part : [part]))
}

function firstColumn(value: ProfileValue | ProfileCondition): Column | undefined {
  if ('column' in value) return value.column
  for (const part of partsOf(value)) {
    if (typeof part !== 'object' || part === null) continue
    const column = firstColumn(part as ProfileValue)
    if (column !== undefined) return column
  }
  return undefined
}

function mentions(value: object, operation: string): boolean {
  if (operation in value) return true
  return partsOf(value).some((part) => typeof part === 'object' && part !== null && mentions(part, operation))
}

function checkLookups(value: object, tables: ReadonlyMap<string, unknown>, note: (message: string) => void): void {
  if ('lookup' in value && 'in' in value && !tables.has(String(value.in))) {
    note(`There is no value table "${String(value.in)}" in "values".`)
  }
  for (const part of partsOf(value)) if (typeof part === 'object' && part !== null) checkLookups(part, tables, note)
}
