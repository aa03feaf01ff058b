import ts from 'typescript'
import { inspect } from './code.ts'
import { isTest, type SourceFile } from './project-files.ts'

const productLayers = /^(contract|database|server|web)\//
const testing = /\/testing\//

const hasComment = (text: string) => /\/\/|\/\*/.test(text)

/** Whether code does something about an error: calls, throws or sets something. */
const acts = (node: ts.Node): boolean =>
  ts.isCallExpression(node) ||
  ts.isThrowStatement(node) ||
  ts.isNewExpression(node) ||
  ts.isAwaitExpression(node) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
  (ts.forEachChild(node, (child) => acts(child) || undefined) ?? false)

const mentions = (node: ts.Node, name: string): boolean =>
  (ts.isIdentifier(node) && node.text === name) ||
  (ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false)

const isUsed = (parameter: ts.Node | undefined, body: ts.Node) =>
  parameter !== undefined && (!ts.isIdentifier(parameter) || mentions(body, parameter.text))

/** Functions whose name says that they do nothing. */
const nothing = /^(ignore|noop|nothing)$/

const isSilentHandler = (handler: ts.Expression | undefined): boolean => {
  if (handler === undefined) return false
  if (ts.isIdentifier(handler)) return nothing.test(handler.text)
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return false
  return !isUsed(handler.parameters[0]?.name, handler.body) && !acts(handler.body)
}

/** The handler of rejections in `.catch(…)` and `.then(…, …)`. */
const rejectionHandler = (node: ts.CallExpression): ts.Expression | undefined => {
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined
  const { text } = node.expression.name
  if (text === 'catch') return node.arguments[0]
  return text === 'then' ? node.arguments[1] : undefined
}

/** Whether a comment stands above the handler, or above the call or statement that it belongs to. */
const hasReason = (handler: ts.Expression, source: ts.SourceFile): boolean => {
  const access = ts.isCallExpression(handler.parent) ? handler.parent.expression : undefined
  if (access && ts.isPropertyAccessExpression(access)) {
    // A comment between the lines of a chain of calls.
    if (hasComment(source.text.slice(access.expression.end, access.name.getStart(source)))) return true
  }
  if (hasComment(handler.getFullText())) return true
  for (let node: ts.Node = handler; !ts.isSourceFile(node); node = node.parent) {
    const before = ts.getLeadingCommentRanges(source.text, node.getFullStart())
    if (before !== undefined && before.length > 0) return true
    if (ts.isStatement(node) || ts.isPropertyAssignment(node)) return false
  }
  return false
}

/** Errors that vanish: caught, neither used nor acted upon, and without a comment that says why that is right. */
export const silentCatches = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => !isTest(path) && !testing.test(path)),
    productLayers,
    (node, source) => {
      const message = 'an error vanishes here: handle it, or say in a comment why nobody needs to know'
      if (ts.isCatchClause(node)) {
        const { block, variableDeclaration } = node
        if (isUsed(variableDeclaration?.name, block) || hasComment(block.getText())) return undefined
        return acts(block) ? undefined : message
      }
      const handler = ts.isCallExpression(node) ? rejectionHandler(node) : undefined
      if (handler === undefined || !isSilentHandler(handler)) return undefined
      return hasReason(handler, source) ? undefined : message
    },
  )
