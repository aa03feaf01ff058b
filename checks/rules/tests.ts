import { posix } from 'node:path'
import ts from 'typescript'
import { inspect } from './code.ts'
import { isTest, type SourceFile } from './project-files.ts'

const sleepsOnPromise = (node: ts.Node): boolean => {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'setTimeout') return false
  const [first] = node.arguments
  const maker = ts.findAncestor(node, (outer) => ts.isNewExpression(outer) && outer.expression.getText() === 'Promise')
  if (first === undefined || maker === undefined || !ts.isNewExpression(maker)) return false
  const executor = maker.arguments?.[0]
  if (executor === undefined || !ts.isArrowFunction(executor)) return false
  return executor.parameters[0]?.name.getText() === first.getText()
}

/** The path that `join(import.meta.dirname, …)` names, relative to the root; undefined for any other call. */
const joinedPath = (node: ts.CallExpression): string | undefined => {
  const [from, ...parts] = node.arguments
  if (!/^(path\.)?(join|resolve)$/.test(node.expression.getText()) || from?.getText() !== 'import.meta.dirname') return
  const folder = posix.dirname(node.getSourceFile().fileName)
  return posix.join(folder, ...parts.map((part) => (ts.isStringLiteralLike(part) ? part.text : 'unknown')))
}

const fault = (node: ts.Node): string | undefined => {
  if (ts.isImportDeclaration(node) && /^['"](node:)?timers\/promises['"]$/.test(node.moduleSpecifier.getText())) {
    return 'a test waits for what happens, not for time to pass'
  }
  if (sleepsOnPromise(node)) return 'a test waits for what happens, not for time to pass'
  if (!ts.isCallExpression(node)) return undefined
  if (joinedPath(node)?.startsWith('..'))
    return 'a test reads nothing outside the repository: it would be another test in every clone'
  const called = node.expression.getText()
  if (/\.waitForTimeout$/.test(called)) return 'a test waits for what happens, not for time to pass'
  const target = node.arguments[0]?.getText() ?? ''
  if (/^vi\.(mock|doMock)$/.test(called) && /^['"`][.#]|import\(/.test(target)) {
    return 'a test fakes the outside world only, never our own modules'
  }
  return undefined
}

/** Tests that sleep, that replace one of our own modules with a fake, or that read what lies outside the repository. */
export const shortcutsInTests = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => isTest(path)),
    /^(contract|database|server|web|e2e)\//,
    fault,
  )

/** Whether a call declares a test: `test(…)` or `test.each(…)(…)`. */
const declaresTest = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.arguments.length > 1 && /^(test|it)\b/.test(node.expression.getText())

/** Whether a test, or a group that it is in, has the tag `long`. */
const isLong = (test: ts.Node): boolean =>
  ts.findAncestor(
    test,
    (node) =>
      ts.isCallExpression(node) &&
      node.arguments.some(
        (argument) => ts.isObjectLiteralExpression(argument) && /\btags: 'long'/.test(argument.getText()),
      ),
  ) !== undefined

/**
 * Files all of whose tests have the tag `long`, without standing in `longFiles`: the short form would load them, and what
 * they open would stay open, because nothing of theirs runs that could close it.
 */
export const wholeFilesByTag = (files: SourceFile[], longFiles: readonly string[]): string[] =>
  files
    .filter(({ path, text }) => isTest(path) && !longFiles.includes(path) && text.includes("tags: 'long'"))
    .filter(
      (file) =>
        inspect([file], /./, (node) => (declaresTest(node) && !isLong(node) ? 'short' : undefined)).length === 0,
    )
    .map(({ path }) => `${path}: all of its tests are long; name it in checks/long-tests.ts instead`)
