import type { ReadOptions } from '#contract/imports/profile.ts'
import type { Column, ProfileCondition, ProfileValue } from '#contract/imports/values.ts'
import { type Cell, isBlank, type TreeNode } from '../read/rows.ts'
import { add, divide, isLess, multiply, readDecimal, round, subtract, ValueFault } from './decimals.ts'

/** A row as it is kept: its place, and the cells that the profile reads, in the order of its columns. */
export type KeptRow = { line: number; cells: readonly Cell[] } | { line: number; tree: TreeNode }

/** Where a value is read: the row of the entry, that of the document, and the place of the entry in its list. */
export type Scope = { entry: KeptRow; document: KeptRow; position: number }

export type Evaluate = (scope: Scope) => Cell
export type Test = (scope: Scope) => boolean

/** What makes closures of operations: where a column is in kept rows, and what the value tables have. */
export type Compilation = {
  read: Pick<ReadOptions, 'decimal' | 'thousands'>
  /** The reader of a column of the entry's row or of the document's. */
  column: (column: Column, ofDocument: boolean) => (row: KeptRow) => Cell
  lookup: (table: string, key: string) => string | undefined
}

/** The text of a cell, without blanks around it. Throws ValueFault for a cell that has no value. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell.trim()
  if ('number' in cell) return cell.number
  if ('day' in cell) return cell.day
  if ('moment' in cell) return cell.moment
  throw new ValueFault(`${cell.fault}.`)
}

/** The decimal of a cell, '' when it is empty. Throws ValueFault. */
export function decimalOf(cell: Cell, { decimal = '.', thousands = '' }: Compilation['read']): string {
  if (typeof cell === 'object' && 'number' in cell) return cell.number
  const text = textOf(cell)
  return text === '' ? '' : readDecimal(text, { decimal, thousands })
}

/** The function that reads a value from a row. The profile is valid. */
export function compileValue(value: ProfileValue, context: Compilation): Evaluate {
  const compile = (inner: ProfileValue) => compileValue(inner, context)
  if ('column' in value) {
    const ofDocument = value.of === 'document'
    const read = context.column(value.column, ofDocument)
    return ofDocument ? ({ document }) => read(document) : ({ entry }) => read(entry)
  }
  if ('constant' in value) return () => value.constant
  if ('position' in value) return ({ position }) => ({ number: String(position * value.position) })
  if ('first' in value) {
    const options = value.first.map(compile)
    return (scope) => {
      for (const option of options) {
        const cell = option(scope)
        if (!isBlank(cell)) return cell
      }
      return ''
    }
  }
  if ('if' in value) {
    const test = compileCondition(value.if, context)
    const [whenTrue, whenFalse] = [compile(value.yes), value.no === undefined ? () => '' : compile(value.no)]
    return (scope) => (test(scope) ? whenTrue(scope) : whenFalse(scope))
  }
  if ('lookup' in value) return compileLookup(value, context)
  return compileText(value, context) ?? compileArithmetic(value, context)
}

type LookupValue = Extract<ProfileValue, { lookup: ProfileValue }>

function compileLookup(value: LookupValue, context: Compilation): Evaluate {
  const key = compileValue(value.lookup, context)
  const otherwise = value.otherwise === undefined ? undefined : compileValue(value.otherwise, context)
  return (scope) => {
    const text = textOf(key(scope))
    if (text === '') return otherwise?.(scope) ?? ''
    const match = context.lookup(value.in, text)
    if (match !== undefined) return match
    if (otherwise) return otherwise(scope)
    throw new ValueFault(`"${text.slice(0, 60)}" is not in the value table "${value.in}" of the profile. Add it there.`)
  }
}

function compileText(value: ProfileValue, context: Compilation): Evaluate | undefined {
  const compile = (inner: ProfileValue): ((scope: Scope) => string) => {
    const evaluate = compileValue(inner, context)
    return (scope) => textOf(evaluate(scope))
  }
  if ('join' in value) {
    const parts = value.join.map(compile)
    return (scope) => parts.flatMap((part) => part(scope) || []).join(value.with ?? '')
  }
  if ('split' in value) {
    const text = compile(value.split)
    const index = value.take > 0 ? value.take - 1 : value.take
    return (scope) => text(scope).split(value.at).at(index)?.trim() ?? ''
  }
  if ('part' in value) {
    const text = compile(value.part)
    const end = value.length === undefined ? undefined : value.from - 1 + value.length
    return (scope) => [...text(scope)].slice(value.from - 1, end).join('')
  }
  if ('replace' in value) {
    const text = compile(value.replace)
    return (scope) => text(scope).replaceAll(value.find, () => value.by)
  }
  if ('upper' in value) {
    const text = compile(value.upper)
    return (scope) => text(scope).toUpperCase()
  }
  if ('lower' in value) {
    const text = compile(value.lower)
    return (scope) => text(scope).toLowerCase()
  }
  return undefined
}

function compileArithmetic(value: ProfileValue, context: Compilation): Evaluate {
  const [inner, reckon] = arithmeticOf(value)
  const operands = inner.map((operand) => {
    const evaluate = compileValue(operand, context)
    return (scope: Scope) => decimalOf(evaluate(scope), context.read)
  })
  return (scope) => {
    const decimals = operands.map((operand) => operand(scope))
    return decimals.includes('')
      ? ''
      : { number: decimals.length === 1 ? reckon(decimals[0] ?? '', '') : decimals.reduce(reckon) }
  }
}

function arithmeticOf(value: ProfileValue): [readonly ProfileValue[], (a: string, b: string) => string] {
  if ('add' in value) return [value.add, add]
  if ('subtract' in value) return [value.subtract, subtract]
  if ('multiply' in value) return [value.multiply, multiply]
  if ('divide' in value) return [value.divide, (a, b) => divide(a, b, value.places)]
  if ('round' in value) return [[value.round], (a) => round(a, value.places)]
  throw new RangeError(`There is no operation ${JSON.stringify(value).slice(0, 60)}`)
}

/** The function that tests a row. The profile is valid. */
export function compileCondition(condition: ProfileCondition, context: Compilation): Test {
  const compile = (value: ProfileValue) => compileValue(value, context)
  if ('empty' in condition) {
    const value = compile(condition.empty)
    return (scope) => isBlank(value(scope))
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not, context)
    return (scope) => !test(scope)
  }
  if ('all' in condition) {
    const tests = condition.all.map((inner) => compileCondition(inner, context))
    return (scope) => tests.every((test) => test(scope))
  }
  if ('any' in condition) {
    const tests = condition.any.map((inner) => compileCondition(inner, context))
    return (scope) => tests.some((test) => test(scope))
  }
  if ('less' in condition) {
    const [a, b] = [compile(condition.less[0]), compile(condition.less[1])]
    return (scope) => {
      const [left, right] = [decimalOf(a(scope), context.read), decimalOf(b(scope), context.read)]
      return left !== '' && right !== '' && isLess(left, right)
    }
  }
  const [values, compare] = textComparison(condition)
  const [a, b] = [compile(values[0]), compile(values[1])]
  return (scope) => compare(comparable(a(scope)), comparable(b(scope)))
}

type TextCondition = Exclude<
  ProfileCondition,
  { empty: ProfileValue } | { not: ProfileCondition } | { all: unknown } | { any: unknown } | { less: unknown }
>

function textComparison(
  condition: TextCondition,
): [readonly [ProfileValue, ProfileValue], (a: string, b: string) => boolean] {
  if ('equals' in condition) return [condition.equals, (a, b) => a === b]
  if ('contains' in condition) return [condition.contains, (a, b) => a.includes(b)]
  return [condition.begins, (a, b) => a.startsWith(b)]
}

/** A cell as conditions and value tables compare it: case and blanks around do not count. */
export function comparable(cell: Cell): string {
  return typeof cell === 'object' && 'fault' in cell ? '' : textOf(cell).normalize('NFC').toLowerCase()
}
