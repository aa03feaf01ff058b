import ts from 'typescript'
import { type Evaluation, isTruthy, isUnknown, settle, Unreadable, unknownResult } from './unknown-values.ts'

const keywords = new Map<ts.SyntaxKind, { value: unknown }>([
  [ts.SyntaxKind.TrueKeyword, { value: true }],
  [ts.SyntaxKind.FalseKeyword, { value: false }],
  [ts.SyntaxKind.NullKeyword, { value: null }],
])

/** The value that stands in the source as it is. */
export function literalValue(node: ts.Expression): { value: unknown } | undefined {
  if (ts.isStringLiteralLike(node)) return { value: node.text }
  if (ts.isNumericLiteral(node)) return { value: Number(node.text.replaceAll('_', '')) }
  if (ts.isIdentifier(node) && node.text === 'undefined') return { value: undefined }
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { value: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) }
  }
  return keywords.get(node.kind)
}

/** The value of `!a` or `-a`. */
export function negate(evaluation: Evaluation, operator: ts.PrefixUnaryOperator, value: unknown): unknown {
  if (operator === ts.SyntaxKind.ExclamationToken) return !isTruthy(evaluation, value)
  if (operator === ts.SyntaxKind.MinusToken) return -Number(value)
  throw new Unreadable(`cannot read the operator ${ts.tokenToString(operator)}`)
}

/** A new Map or Set; any other object is unknown. */
export function construct(checker: ts.TypeChecker, node: ts.NewExpression, values: unknown[]): unknown {
  const name = node.expression.getText()
  const unknown = values.find(isUnknown)
  if (!unknown && name === 'Map') return new Map(values[0] as [unknown, unknown][])
  if (!unknown && name === 'Set') return new Set(values[0] as unknown[])
  return unknownResult(checker, `new ${name}`, node, values, unknown?.parameter)
}

/** The operands, each evaluated only when the operator needs it. */
type Operands = { left: () => unknown; right: () => unknown }

/** The value of an expression with two operands. */
export function operate(evaluation: Evaluation, node: ts.BinaryExpression, { left, right }: Operands): unknown {
  const operator = node.operatorToken.kind
  const value = left()
  if (operator === ts.SyntaxKind.BarBarToken) return isTruthy(evaluation, value) ? value : right()
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken)
    return isTruthy(evaluation, value) ? right() : isUnknown(value) ? undefined : value
  if (operator === ts.SyntaxKind.QuestionQuestionToken) {
    const isSet = isUnknown(value) ? isTruthy(evaluation, value) : value !== undefined && value !== null
    return isSet ? value : right()
  }
  return compare(evaluation, node, value, right())
}

function compare(evaluation: Evaluation, node: ts.BinaryExpression, left: unknown, right: unknown): unknown {
  const operator = node.operatorToken.kind
  const isEqual = operator === ts.SyntaxKind.EqualsEqualsEqualsToken
  const isDifferent = operator === ts.SyntaxKind.ExclamationEqualsEqualsToken
  // Whether it is set at all.
  if (isUnknown(left) && (right === undefined || right === null) && (isEqual || isDifferent))
    return isTruthy(evaluation, left) === isDifferent
  const [a, b] = [settle(evaluation, left), settle(evaluation, right)]
  const unknown = [a, b].find(isUnknown)
  if (unknown) return unknownResult(evaluation.checker, node.getText(), node, [], unknown.parameter)
  if (isEqual) return a === b
  if (isDifferent) return a !== b
  const calculation = calculations.get(operator)
  if (!calculation) throw new Unreadable(`cannot read the operator ${node.operatorToken.getText()}`)
  return calculation(a as number, b as number)
}

const calculations = new Map<ts.SyntaxKind, (a: number, b: number) => unknown>([
  [ts.SyntaxKind.PlusToken, (a, b) => a + b],
  [ts.SyntaxKind.MinusToken, (a, b) => a - b],
  [ts.SyntaxKind.AsteriskToken, (a, b) => a * b],
  [ts.SyntaxKind.SlashToken, (a, b) => a / b],
  [ts.SyntaxKind.LessThanToken, (a, b) => a < b],
  [ts.SyntaxKind.GreaterThanToken, (a, b) => a > b],
  [ts.SyntaxKind.LessThanEqualsToken, (a, b) => a <= b],
  [ts.SyntaxKind.GreaterThanEqualsToken, (a, b) => a >= b],
])
