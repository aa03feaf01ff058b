import ts from 'typescript'
import { evaluate } from './evaluate.ts'
import { type Evaluation, isTruthy, NeverSent, Unreadable } from './unknown-values.ts'

/** Throws NeverSent where the conditions around a node, or returns before it, keep the program from reaching it. */
export function requireReached(evaluation: Evaluation, node: ts.Node): void {
  for (let inner = node; !ts.isSourceFile(inner.parent); inner = inner.parent)
    for (const { condition, expected } of conditionsOf(inner, inner.parent))
      requireCondition(evaluation, condition, expected)
}

type Requirement = { condition: ts.Expression; expected: boolean }

/** What must be true or false for the program to come from a node to a part of it. */
function conditionsOf(inner: ts.Node, outer: ts.Node): Requirement[] {
  if (ts.isConditionalExpression(outer) && inner !== outer.condition)
    return [{ condition: outer.condition, expected: inner === outer.whenTrue }]
  if (ts.isIfStatement(outer) && inner !== outer.expression)
    return [{ condition: outer.expression, expected: inner === outer.thenStatement }]
  if (!ts.isBlock(outer)) return []
  return outer.statements
    .filter((statement) => statement.end <= inner.pos && ts.isIfStatement(statement) && leaves(statement.thenStatement))
    .map((statement) => ({ condition: (statement as ts.IfStatement).expression, expected: false }))
}

function requireCondition(evaluation: Evaluation, condition: ts.Expression, expected: boolean): void {
  try {
    if (isTruthy(evaluation, evaluate(evaluation, condition)) !== expected) throw new NeverSent(condition.getText())
  } catch (error) {
    // A condition that cannot be read may be met.
    if (!(error instanceof Unreadable)) throw error
  }
}

function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last))
}
