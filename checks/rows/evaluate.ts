import ts from 'typescript'
import { construct, literalValue, negate, operate } from './operators.ts'
import {
  callMethod,
  createUnknown,
  type Evaluation,
  isTruthy,
  isUnknown,
  NeverSent,
  partOfText,
  propertyOf,
  settle,
  symbolOf,
  Unreadable,
  unknownResult,
} from './unknown-values.ts'

/** The variables of a function that is being run, and those around it. */
type Frame = { variables: Map<ts.Symbol, unknown>; outer: Frame | undefined }

/** The value of an expression. Throws Unreadable when it cannot be known without running the program. */
export function evaluate(evaluation: Evaluation, node: ts.Expression, frame?: Frame): unknown {
  const value = (inner: ts.Expression) => evaluate(evaluation, inner, frame)
  const literal = literalValue(node)
  if (literal) return literal.value
  if (isTransparent(node)) return value(node.expression)
  if (ts.isIdentifier(node)) return variableOf(evaluation, node, frame)
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (text, span) => `${text}${partOfText(evaluation, value(span.expression))}${span.literal.text}`,
      node.head.text,
    )
  }
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const object = value(node.expression)
    if (node.questionDotToken && !isTruthy(evaluation, object)) return undefined
    const key = ts.isPropertyAccessExpression(node) ? node.name.text : value(node.argumentExpression)
    return propertyOf(evaluation, object, key, node)
  }
  const operation = operationOf(evaluation, node, frame)
  if (operation) return operation.value
  if (ts.isArrayLiteralExpression(node)) return listOf(evaluation, node.elements, frame)
  if (ts.isObjectLiteralExpression(node)) return objectOf(evaluation, node, frame)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return closure(evaluation, node, frame)
  if (ts.isCallExpression(node)) return call(evaluation, node, frame)
  if (ts.isNewExpression(node))
    return construct(evaluation.checker, node, listOf(evaluation, node.arguments ?? [], frame))
  throw new Unreadable(`cannot read ${node.getText().slice(0, 60)}`)
}

/** The value of an expression with an operator. */
function operationOf(evaluation: Evaluation, node: ts.Expression, frame: Frame | undefined): Result {
  const value = (inner: ts.Expression) => evaluate(evaluation, inner, frame)
  if (ts.isConditionalExpression(node))
    return { value: isTruthy(evaluation, value(node.condition)) ? value(node.whenTrue) : value(node.whenFalse) }
  if (ts.isPrefixUnaryExpression(node)) return { value: negate(evaluation, node.operator, value(node.operand)) }
  if (!ts.isBinaryExpression(node)) return undefined
  if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return { value: assign(evaluation, node.left, value(node.right), frame) }
  return { value: operate(evaluation, node, { left: () => value(node.left), right: () => value(node.right) }) }
}

const isTransparent = (node: ts.Node): node is ts.AsExpression | ts.ParenthesizedExpression | ts.AwaitExpression =>
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isParenthesizedExpression(node) ||
  ts.isAwaitExpression(node)

/** The value of a variable: of the function that runs, a constant of the file or around it, or a parameter. */
function variableOf(evaluation: Evaluation, name: ts.Identifier, frame: Frame | undefined): unknown {
  const symbol = symbolOf(evaluation.checker, name)
  for (let scope = frame; symbol && scope; scope = scope.outer)
    if (scope.variables.has(symbol)) return scope.variables.get(symbol)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration) return createUnknown(name.text, () => undefined)
  if (evaluation.constants.has(symbol)) return evaluation.constants.get(symbol)
  const constant = declaredValue(evaluation, symbol, declaration)
  evaluation.constants.set(symbol, constant)
  return constant
}

function declaredValue(evaluation: Evaluation, symbol: ts.Symbol, declaration: ts.Declaration): unknown {
  const type = () => evaluation.checker.getTypeOfSymbol(symbol)
  if (declaration.getSourceFile().isDeclarationFile) {
    // The language's own: String, Object, Map.
    const own = Reflect.get(globalThis, symbol.name)
    return own ?? createUnknown(symbol.name, type)
  }
  if (ts.isFunctionDeclaration(declaration)) return closure(evaluation, declaration, undefined)
  if (ts.isParameter(declaration)) {
    const argument = evaluation.bound.get(symbol)
    if (argument) return evaluate(evaluation, argument)
    if (declaration.initializer) return evaluate(evaluation, declaration.initializer)
    return createUnknown(symbol.name, type, symbol)
  }
  if (ts.isBindingElement(declaration)) {
    const pattern = declaration.parent
    const whole = valueOfPattern(evaluation, pattern)
    return elementOf(evaluation, whole, pattern, declaration, undefined)
  }
  if (ts.isVariableDeclaration(declaration)) return valueOfDeclaration(evaluation, declaration)
  return createUnknown(symbol.name, type)
}

/** What a pattern takes apart. */
function valueOfPattern(evaluation: Evaluation, pattern: ts.BindingPattern): unknown {
  const { parent } = pattern
  if (ts.isVariableDeclaration(parent)) return valueOfDeclaration(evaluation, parent)
  if (ts.isBindingElement(parent))
    return elementOf(evaluation, valueOfPattern(evaluation, parent.parent), parent.parent, parent, undefined)
  const position = parent.parent.parameters.indexOf(parent)
  return createUnknown(`parameter ${position}`, () => evaluation.checker.getTypeAtLocation(parent))
}

function valueOfDeclaration(evaluation: Evaluation, declaration: ts.VariableDeclaration): unknown {
  const loop = declaration.parent.parent
  if (ts.isForOfStatement(loop)) {
    const list = evaluate(evaluation, loop.expression)
    const type = () => evaluation.checker.getTypeAtLocation(declaration)
    const name = declaration.name.getText()
    // A statement of a loop is sent for each element.
    return isUnknown(list)
      ? createUnknown(name, type, list.parameter)
      : evaluation.choose(name, [...(list as unknown[])])
  }
  const { initializer } = declaration
  // The statements that fill it are not run.
  if (initializer && isEmptyCollection(initializer) && !ts.isSourceFile(loop.parent))
    return createUnknown(declaration.name.getText(), () => evaluation.checker.getTypeAtLocation(declaration))
  return initializer && evaluate(evaluation, initializer)
}

const isEmptyCollection = (node: ts.Expression) =>
  ts.isNewExpression(node)
    ? (node.arguments ?? []).length === 0
    : ts.isArrayLiteralExpression(node) && node.elements.length === 0

function elementOf(
  evaluation: Evaluation,
  whole: unknown,
  pattern: ts.BindingPattern,
  element: ts.BindingElement,
  frame: Frame | undefined,
): unknown {
  const position = pattern.elements.indexOf(element as never)
  if (element.dotDotDotToken)
    return Array.isArray(whole) ? whole.slice(position) : createUnknown('rest', () => undefined)
  const key = ts.isArrayBindingPattern(pattern) ? position : (element.propertyName ?? element.name).getText()
  const value = propertyOf(evaluation, whole, key, element)
  return value === undefined && element.initializer ? evaluate(evaluation, element.initializer, frame) : value
}

function bind(evaluation: Evaluation, name: ts.BindingName, value: unknown, frame: Frame): void {
  if (ts.isIdentifier(name)) {
    const symbol = evaluation.checker.getSymbolAtLocation(name)
    if (symbol) frame.variables.set(symbol, value)
    return
  }
  for (const element of name.elements)
    if (ts.isBindingElement(element))
      bind(evaluation, element.name, elementOf(evaluation, value, name, element, frame), frame)
}

function listOf(evaluation: Evaluation, elements: readonly ts.Expression[], frame: Frame | undefined): unknown[] {
  return elements.flatMap((element) => {
    if (!ts.isSpreadElement(element)) return [evaluate(evaluation, element, frame)]
    const list = evaluate(evaluation, element.expression, frame)
    return isUnknown(list)
      ? [createUnknown(`${list.path}[0]`, () => undefined, list.parameter)]
      : [...(list as unknown[])]
  })
}

function objectOf(evaluation: Evaluation, node: ts.ObjectLiteralExpression, frame: Frame | undefined) {
  const object: Record<PropertyKey, unknown> = {}
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = evaluate(evaluation, property.expression, frame)
      // It may have any property.
      if (isUnknown(spread))
        return createUnknown(spread.path, () => evaluation.checker.getTypeAtLocation(node), spread.parameter)
      Object.assign(object, spread)
    } else if (ts.isShorthandPropertyAssignment(property)) {
      object[property.name.text] = variableOf(evaluation, property.name, frame)
    } else if (ts.isPropertyAssignment(property)) {
      const { name } = property
      const key = ts.isComputedPropertyName(name) ? evaluate(evaluation, name.expression, frame) : nameText(name)
      object[key as PropertyKey] = evaluate(evaluation, property.initializer, frame)
    }
  }
  return object
}

const nameText = (name: ts.PropertyName) => (ts.isStringLiteralLike(name) ? name.text : name.getText())

type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration
/** A value, which may be undefined, or none. */
type Result = { value: unknown } | undefined
type Callable = (...values: unknown[]) => unknown

/** A function of the program as one of ours, which runs its source. */
function closure(evaluation: Evaluation, node: FunctionNode, outer: Frame | undefined): Callable {
  return (...values) => {
    // What is awaited comes from the database or the network.
    const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    if (isAsync || !node.body)
      return unknownResult(evaluation.checker, node.name?.getText() ?? 'function', node.name ?? (node as never), values)
    const frame: Frame = { variables: new Map(), outer }
    node.parameters.forEach((parameter, position) => {
      const rest = parameter.dotDotDotToken !== undefined
      const passed = rest ? values.slice(position) : values[position]
      const value =
        passed === undefined && parameter.initializer ? evaluate(evaluation, parameter.initializer, frame) : passed
      bind(evaluation, parameter.name, value, frame)
    })
    if (!ts.isBlock(node.body)) return evaluate(evaluation, node.body, frame)
    return run(evaluation, node.body.statements, frame)?.value
  }
}

/** Runs statements; returns the value with which they return, if they do. */
function run(
  evaluation: Evaluation,
  statements: readonly ts.Statement[],
  frame: Frame,
): { value: unknown } | undefined {
  for (const statement of statements) {
    const result = runStatement(evaluation, statement, frame)
    if (result) return result
  }
  return undefined
}

function runStatement(evaluation: Evaluation, statement: ts.Statement, frame: Frame): Result {
  if (ts.isReturnStatement(statement))
    return { value: statement.expression && evaluate(evaluation, statement.expression, frame) }
  if (ts.isBlock(statement)) return run(evaluation, statement.statements, frame)
  if (ts.isIfStatement(statement)) {
    const branch = isTruthy(evaluation, evaluate(evaluation, statement.expression, frame))
      ? statement.thenStatement
      : statement.elseStatement
    return branch && runStatement(evaluation, branch, frame)
  }
  if (ts.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations)
      bind(evaluation, name, initializer && evaluate(evaluation, initializer, frame), frame)
    return undefined
  }
  if (ts.isExpressionStatement(statement)) {
    evaluate(evaluation, statement.expression, frame)
    return undefined
  }
  if (ts.isForOfStatement(statement)) return runLoop(evaluation, statement, frame)
  if (ts.isTypeAliasDeclaration(statement)) return undefined
  if (ts.isThrowStatement(statement)) throw new NeverSent(statement.getText())
  throw new Unreadable(`cannot read ${statement.getText().slice(0, 60)}`)
}

function runLoop(evaluation: Evaluation, loop: ts.ForOfStatement, frame: Frame): Result {
  const [declaration] = ts.isVariableDeclarationList(loop.initializer) ? loop.initializer.declarations : []
  for (const element of listOf(evaluation, [loop.expression], frame).flat()) {
    if (declaration) bind(evaluation, declaration.name, element, frame)
    const result = runStatement(evaluation, loop.statement, frame)
    if (result) return result
  }
  return undefined
}

function call(evaluation: Evaluation, node: ts.CallExpression, frame: Frame | undefined): unknown {
  const { checker } = evaluation
  const values = listOf(evaluation, node.arguments, frame)
  const { expression: callee } = node
  if (ts.isPropertyAccessExpression(callee)) {
    const target = evaluate(evaluation, callee.expression, frame)
    if (node.questionDotToken ?? callee.questionDotToken) if (!isTruthy(evaluation, target)) return undefined
    return callMethod(evaluation, settle(evaluation, target), node, values)
  }
  const method = evaluate(evaluation, callee, frame)
  if (typeof method !== 'function') return unknownResult(checker, callee.getText(), node, values)
  // String(x), Number(x).
  const unknown = Reflect.get(globalThis, callee.getText()) === method ? values.find(isUnknown) : undefined
  if (unknown) return unknownResult(checker, callee.getText(), node, values, unknown.parameter)
  return Reflect.apply(method, undefined, values)
}

function assign(evaluation: Evaluation, target: ts.Expression, value: unknown, frame: Frame | undefined): unknown {
  if (ts.isPropertyAccessExpression(target)) {
    const object = evaluate(evaluation, target.expression, frame)
    if (!isUnknown(object)) Reflect.set(Object(object), target.name.text, value)
    return value
  }
  const symbol = evaluation.checker.getSymbolAtLocation(target)
  for (let scope = frame; symbol && scope; scope = scope.outer)
    if (scope.variables.has(symbol)) return scope.variables.set(symbol, value) && value
  throw new Unreadable(`cannot read ${target.getText()}, which changes`)
}
