import ts from 'typescript'

/** Decides between the values that something unknown may have; within one evaluation always the same for a key. */
export type Choose = <T>(key: string, options: readonly T[]) => T

/** A value that only a call of the program would know: a parameter, or what follows from one. */
export type Unknown = {
  isUnknown: true
  path: string
  type: () => ts.Type | undefined
  /** The parameter from which it follows. */
  parameter: ts.Symbol | undefined
  [Symbol.toPrimitive]: () => never
}

/** Thrown where a text cannot be read from the source. */
export class Unreadable extends Error {
  readonly unknown: Unknown | undefined
  constructor(reason: string, unknown?: Unknown) {
    super(reason)
    this.unknown = unknown
  }
}
/** Thrown where the program would throw: there the statement is never sent. */
export class NeverSent extends Error {}

/** One reading of an expression. */
export type Evaluation = {
  checker: ts.TypeChecker
  choose: Choose
  /** What was assumed of unknown texts because they were looked up, by path. */
  assumed: Map<string, string>
  /** The values of constants, by symbol. */
  constants: Map<ts.Symbol, unknown>
  /** What is passed for the parameters of the functions on the way to the expression. */
  bound: ReadonlyMap<ts.Symbol, ts.Expression>
}
export const isUnknown = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'isUnknown' in value && value.isUnknown === true

export function createUnknown(path: string, type: Unknown['type'], parameter?: ts.Symbol): Unknown {
  const unknown: Unknown = {
    isUnknown: true,
    path,
    type,
    parameter,
    // Whatever would turn it into a text, in a template or by join(), ends here.
    [Symbol.toPrimitive]: () => {
      throw new Unreadable(`${path} is not known`, unknown)
    },
  }
  return unknown
}

/** One of the values that the type of something unknown allows; itself if they cannot be listed. */
export function settle(evaluation: Evaluation, value: unknown): unknown {
  if (!isUnknown(value)) return value
  if (evaluation.assumed.has(value.path)) return evaluation.assumed.get(value.path)
  const type = value.type()
  const members = type?.isUnion() ? type.types : type ? [type] : []
  const literals = members
    .filter((member) => !(member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)))
    .map((member) => {
      if (member.isStringLiteral() || member.isNumberLiteral()) return member.value
      if (member.flags & ts.TypeFlags.BooleanLiteral)
        return 'intrinsicName' in member && member.intrinsicName === 'true'
      return undefined
    })
  return literals.length > 0 && !literals.includes(undefined)
    ? evaluation.choose(`${value.path}:value`, literals)
    : value
}

/** An unknown text that is looked up is one of the keys, here and wherever else it is used. */
function assumeKey({ choose, assumed }: Evaluation, { path }: Unknown, keys: readonly string[]): string {
  const key = choose(`${path} in ${keys.join()}`, keys)
  assumed.set(path, key)
  return key
}

/** A part of a text. A number is as good as another: it does not change what a statement means. */
export function partOfText(evaluation: Evaluation, value: unknown): string {
  const part = settle(evaluation, value)
  const type = isUnknown(part) ? part.type() : undefined
  return type && type.flags & ts.TypeFlags.Number ? '1' : `${part}`
}

export function isTruthy({ choose }: Evaluation, value: unknown): boolean {
  return isUnknown(value) ? choose(value.path, [true, false]) : Boolean(value)
}

function describe(value: unknown): string {
  if (isUnknown(value)) return value.path
  return typeof value === 'function'
    ? 'function'
    : (JSON.stringify(value, (_, inner) => (isUnknown(inner) ? inner.path : inner)) ?? 'undefined')
}

export function propertyOf(evaluation: Evaluation, value: unknown, key: unknown, node: ts.Node): unknown {
  const type = () => evaluation.checker.getTypeAtLocation(node)
  if (isUnknown(value)) return createUnknown(`${value.path}.${describe(key)}`, type, value.parameter)
  if (value === undefined || value === null) throw new NeverSent(`nothing has ${describe(key)}`)
  const settled = settle(evaluation, key)
  if (!isUnknown(settled)) return Reflect.get(Object(value), settled as PropertyKey, value)
  return Reflect.get(value, assumeKey(evaluation, settled, Object.keys(value)))
}

/** Methods that keep what they are given, without looking into it. */
const keeping = new Set(['push', 'unshift', 'set', 'add', 'concat'])

/** What a method of a value returns. */
export function callMethod(
  evaluation: Evaluation,
  target: unknown,
  node: ts.CallExpression,
  values: unknown[],
): unknown {
  if (!ts.isPropertyAccessExpression(node.expression))
    throw new Unreadable(`cannot read ${node.getText().slice(0, 60)}`)
  const name = node.expression.name.text
  const { checker } = evaluation
  if (isUnknown(target)) {
    const element = elementType(checker, target)
    // A list of which nothing is known stands for one element.
    if (element && values.some((value) => typeof value === 'function'))
      return callNative(evaluation, [createUnknown(`${target.path}[0]`, () => element, target.parameter)], name, values)
    return unknownResult(checker, `${target.path}.${name}`, node, values, target.parameter)
  }
  if (target === undefined || target === null) throw new NeverSent(`nothing has ${name}`)
  // A text whatever it is made of; what is unknown in it has no end.
  if (target === JSON) return unknownResult(checker, node.expression.getText(), node, values)
  const keys = target instanceof Map ? [...target.keys()] : []
  const key = settle(evaluation, values[0])
  if (name === 'get' && isUnknown(key) && keys.length > 0 && keys.every((each) => typeof each === 'string'))
    return callNative(evaluation, target, name, [assumeKey(evaluation, key, keys)])
  const settled = keeping.has(name) ? values : values.map((value) => settle(evaluation, value))
  const unknown = keeping.has(name) ? undefined : settled.find(isUnknown)
  if (unknown) return unknownResult(checker, `${node.expression.getText()}`, node, values, unknown.parameter)
  return callNative(evaluation, target, name, settled)
}

/** What a name stands for, also where it is imported or in short for a property. */
export function symbolOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function elementType(checker: ts.TypeChecker, { type }: Unknown): ts.Type | undefined {
  const list = type()
  // Texts have elements too.
  const isText = list && checker.getNonNullableType(list).flags & ts.TypeFlags.StringLike
  return isText ? undefined : list && checker.getNonNullableType(list).getNumberIndexType()
}

/** Methods that ask a function whether it applies to an element. */
const asking = new Set(['filter', 'find', 'findLast', 'findIndex', 'some', 'every'])

function callNative(evaluation: Evaluation, target: unknown, name: string, values: unknown[]): unknown {
  const method: unknown = Reflect.get(Object(target), name, target)
  if (typeof method !== 'function') throw new Unreadable(`${name} is not a method`)
  const passed = values.map((value) =>
    typeof value === 'function' && asking.has(name)
      ? (...elements: unknown[]) => isTruthy(evaluation, Reflect.apply(value, undefined, elements))
      : value,
  )
  return Reflect.apply(method, target, passed)
}

/** What a function returns that is not run. */
export function unknownResult(
  checker: ts.TypeChecker,
  name: string,
  node: ts.Expression,
  values: readonly unknown[],
  parameter?: ts.Symbol,
): Unknown {
  return createUnknown(`${name}(${values.map(describe).join()})`, () => checker.getTypeAtLocation(node), parameter)
}
