import ts from 'typescript'
import { inspect } from './code.ts'
import { isTest, type SourceFile } from './project-files.ts'

const connectModule = 'database/connect.ts'
/** What connects to other servers: of mail, of SFTP. */
const otherModules = ['server/mail/imap-reception.ts', 'server/imports/sources/sftp.ts']

/**
 * Connections to the database that are opened or checked out of a pool directly. Without a listener for `error`, a
 * connection that breaks ends the process; checkOut, openClient and openPool of database/connect.ts add one.
 */
export const bareConnections = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => !isTest(path) && path !== connectModule && !otherModules.includes(path)),
    /^(database|server)\//,
    (node) => {
      if (ts.isNewExpression(node) && /^(pg\.)?(Pool|Client)$/.test(node.expression.getText())) {
        return `opens a connection by itself; use openPool or openClient of ${connectModule}`
      }
      const callee = ts.isCallExpression(node) ? node.expression : undefined
      if (callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'connect') {
        return `takes a connection by itself; use checkOut of ${connectModule}`
      }
      return undefined
    },
  )

/** What each of `Pools` is called wherever it is handed on; the glossary says which is which. */
const nameOfPool = {
  viewer: 'viewerPool',
  server: 'db',
  work: 'workPool',
  jobs: 'jobsPool',
  console: 'consolePool',
  lock: 'lockPool',
} as const
/** Tests, benchmarks and the making of test data also work as the owner. */
const poolNames: readonly string[] = [...Object.values(nameOfPool), 'owner']

const declaredName = (node: ts.Node): string | undefined =>
  (ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node)) &&
  ts.isIdentifier(node.name)
    ? node.name.text
    : undefined

const isTypedPool = (node: ts.Node) =>
  (ts.isParameter(node) || ts.isPropertySignature(node)) && /^(pg\.)?Pool$/.test(node.type?.getText() ?? '')

/** What a declaration is made from, as text: `database.pools.work`, `deps.workPool`; of `{ work } = database.pools` the first. */
function sourceOf(node: ts.Node): string {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) {
    const { initializer } = node
    // A function that returns a pool is called after what it does.
    return initializer && !ts.isArrowFunction(initializer) ? initializer.getText() : ''
  }
  if (!ts.isBindingElement(node)) return ''
  const whole = node.parent.parent
  const from = ts.isVariableDeclaration(whole) ? whole.initializer?.getText() : undefined
  return `${from ?? ''}.${(node.propertyName ?? node.name).getText()}`
}

/** The name of the pool that an expression names, if it names one. */
function poolIn(source: string): string | undefined {
  const [, key] = /(?:^|\.)pools\.(viewer|server|work|jobs|console|lock)$/.exec(source) ?? []
  return key
    ? nameOfPool[key as keyof typeof nameOfPool]
    : /(?:^|\.)(viewerPool|workPool|jobsPool|consolePool|lockPool)$/.exec(source)?.[1]
}

/**
 * Pools that go by another name than their own, and reads for a customer through another pool than the viewer's: from
 * `pool` nobody sees as which role a statement runs, and how long it may take.
 */
export const misnamedPools = (files: SourceFile[]): string[] =>
  inspect(files, /^(database\/seed|server|bench|faults|e2e|examples)\//, (node) => {
    const name = declaredName(node)
    if (name !== undefined) {
      const pool = poolIn(sourceOf(node))
      if (pool !== undefined && name !== pool) return `${name} is ${pool} everywhere else`
      if ((name === 'pool' && !ts.isPropertyAssignment(node)) || (isTypedPool(node) && !poolNames.includes(name)))
        return `${name} does not say which pool it is: ${poolNames.join(', ')}`
    }
    const reads = ts.isCallExpression(node) && node.expression.getText() === 'readTogether'
    return reads && !/(^|\.)viewerPool$/.test(node.arguments[0]?.getText() ?? '')
      ? 'reads for a customer through another pool than viewerPool'
      : undefined
  })
