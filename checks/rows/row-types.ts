import ts from 'typescript'
import type { Column, DescribeColumns, Kind } from './columns.ts'
import type { Reading, Statement } from './statements.ts'

/** Some of what PostgreSQL 15, the oldest that an operator may bring, does not know; `npm test -- versions 15` finds the rest. */
const newerSyntax = /\breturning (old|new)\.|\bany_value\(|\bjson_table\(|\buuidv[47]\(/i

/** What is wrong with the row types of a program's statements. */
export async function rowTypeFaults({ checker, statements }: Reading, describe: DescribeColumns): Promise<string[]> {
  const faults = new Set<string>()
  for (const statement of statements) {
    const where = `${statement.location} ${statement.owner}`
    try {
      const newer = newerSyntax.exec(statement.text)
      if (newer) faults.add(`${where}: ${newer[0]} is known after PostgreSQL 15 only`)
      for (const fault of faultsOf(checker, statement, await describe(statement.text))) faults.add(`${where}: ${fault}`)
    } catch (error) {
      faults.add(`${where}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return [...faults]
}

function faultsOf(checker: ts.TypeChecker, { row, readsRows }: Statement, columns: Column[]): string[] {
  if (!row) return readsRows && columns.length > 0 ? ['reads rows without a row type'] : []
  const members = row.isUnion() ? row.types : [row]
  const isOpen = members.some((member) => checker.getIndexInfoOfType(member, ts.IndexKind.String) !== undefined)
  const properties = Map.groupBy(
    members.flatMap((member) => checker.getPropertiesOfType(member)),
    ({ name }) => name,
  )
  const names = columns.map(({ name }) => name)
  const twice = names.filter((name, position) => names.indexOf(name) !== position)
  const missing = [...properties].filter(
    ([name, symbols]) =>
      !names.includes(name) &&
      symbols.length === members.length &&
      !symbols.some(({ flags }) => flags & ts.SymbolFlags.Optional),
  )
  return [
    ...twice.map((name) => `${name} is selected twice`),
    ...missing.map(([name]) => `${name} is declared and not selected`),
    ...columns.flatMap((column) => {
      const types = properties.get(column.name)?.map((symbol) => checker.getTypeOfSymbol(symbol))
      if (!types) return isOpen ? [] : [`${column.name} is selected and not declared`]
      const declared = types.map((type) => checker.typeToString(type)).join(' | ')
      if (!types.every((type) => matches(checker, type, column.kind)))
        return [`${column.name} is ${nameOf(column.kind)}, declared as ${declared}`]
      if (column.nullable && !types.some(allowsNull)) return [`${column.name} may be null, declared as ${declared}`]
      return []
    }),
  ]
}

const nameOf = (kind: Kind): string => (typeof kind === 'string' ? kind : `${nameOf(kind.list)}[]`)

const allowsNull = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown)) !== 0 || (type.isUnion() && type.types.some(allowsNull))

const flagsOf = { string: ts.TypeFlags.StringLike, number: ts.TypeFlags.NumberLike, boolean: ts.TypeFlags.BooleanLike }

/** Whether a value of this kind can be of the type. What is in JSON, nobody knows. */
function matches(checker: ts.TypeChecker, declared: ts.Type, kind: Kind): boolean {
  const type = checker.getNonNullableType(declared)
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Never)) return true
  if (type.isUnion()) return type.types.every((member) => matches(checker, member, kind))
  if (kind === 'string' || kind === 'number' || kind === 'boolean') {
    const parts = type.isIntersection() ? type.types : [type]
    return parts.some(({ flags }) => flags & flagsOf[kind])
  }
  const name = type.getSymbol()?.name
  if (kind === 'bytes') return name === 'Buffer' || name === 'Uint8Array'
  if (typeof kind === 'object') {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return element !== undefined && matches(checker, element, kind.list)
  }
  if (kind === 'object') return (type.flags & ts.TypeFlags.Object) !== 0
  return name !== 'Buffer' && name !== 'Date'
}
