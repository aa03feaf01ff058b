import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { evaluate } from './evaluate.ts'
import { requireReached } from './guards.ts'
import { type Choose, type Evaluation, NeverSent, symbolOf, Unreadable } from './unknown-values.ts'

/** A statement that the program may send: where, in which function, its text, and the type declared for its rows. */
export type Statement = {
  location: string
  owner: string
  text: string
  row: ts.Type | undefined
  /** Whether the program looks at the rows. */
  readsRows: boolean
}
/** A call whose text cannot be read from the source. */
export type UnreadCall = { location: string; owner: string; reason: string }
export type Reading = { checker: ts.TypeChecker; statements: Statement[]; unread: UnreadCall[] }

type Context = {
  checker: ts.TypeChecker
  constants: Map<ts.Symbol, unknown>
  /** Every name in our own files. */
  names: ReadonlyMap<string, ts.Identifier[]>
}

/** How often a call is read at most, each time with other values of what is not known. */
const mostVariants = 400
/** Through how many calls a text is passed at most. */
const mostSteps = 3

/** Compiles our own files; `planted` are further files, by path. */
export function compile(root: string, planted: Readonly<Record<string, string>> = {}): ts.Program {
  const projects = ['server', 'database'].map((layer) => {
    const file = join(root, layer, 'tsconfig.json')
    const parsed = ts.parseJsonConfigFileContent(
      ts.readConfigFile(file, ts.sys.readFile).config,
      ts.sys,
      join(root, layer),
    )
    return { ...parsed, fileNames: parsed.fileNames.filter((name) => !/(\.test|\/testing\/[^/]+)\.ts$/.test(name)) }
  })
  const options: ts.CompilerOptions = { ...projects[0]?.options, noEmit: true, incremental: false }
  delete options.tsBuildInfoFile
  const host = ts.createCompilerHost(options, true)
  const texts = new Map(Object.entries(planted).map(([path, text]) => [join(root, path), text]))
  const { readFile, fileExists } = host
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  return ts.createProgram({
    rootNames: [...projects.flatMap(({ fileNames }) => fileNames), ...texts.keys()],
    options,
    host,
  })
}

/** Every statement that the program sends to PostgreSQL, with every text that its conditions may make of it. */
export function readStatements(root: string, program: ts.Program): Reading {
  const checker = program.getTypeChecker()
  const files = program
    .getSourceFiles()
    .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.includes('/node_modules/'))
  const calls = files.flatMap((file) => nodesIn(file, ts.isCallExpression))
  const names = Map.groupBy(
    files.flatMap((file) => nodesIn(file, ts.isIdentifier)),
    ({ text }) => text,
  )
  const context = { checker, constants: new Map(), names }
  const statements: Statement[] = []
  const unread: UnreadCall[] = []
  for (const call of calls.filter((candidate) => isDatabaseCall(checker, candidate))) {
    const where = { location: locationOf(root, call), owner: ownerOf(call) }
    const result = readCall(context, call)
    if (typeof result === 'string') unread.push({ ...where, reason: result })
    else statements.push(...result.map((typedText) => ({ ...where, ...typedText, readsRows: readsRows(call) })))
  }
  return { checker, statements, unread }
}

function nodesIn<T extends ts.Node>(file: ts.SourceFile, isWanted: (node: ts.Node) => node is T): T[] {
  const nodes: T[] = []
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return nodes
}

/** Whether it is a method `query` of the driver, or a function that was passed on to run one. */
function isDatabaseCall(checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(expression)) {
    if (expression.name.text !== 'query') return false
    const [declaration] = checker.getSymbolAtLocation(expression.name)?.declarations ?? []
    return declaration?.getSourceFile().fileName.includes('/@types/pg/') ?? true
  }
  if (!ts.isIdentifier(expression)) return false
  const declaration = checker.getSymbolAtLocation(expression)?.valueDeclaration
  if (!declaration || !ts.isParameter(declaration)) return false
  const [signature] = checker.getTypeAtLocation(expression).getCallSignatures()
  return signature !== undefined && /\bQueryResult\b/.test(checker.typeToString(signature.getReturnType()))
}

function locationOf(root: string, node: ts.Node): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(root, file.fileName).split(sep).join('/')}:${line + 1}`
}

/** The name of the function at the top of its file in which a call stands. */
function ownerOf(node: ts.Node): string {
  if (ts.isFunctionDeclaration(node) && ts.isSourceFile(node.parent)) return node.name?.text ?? ''
  if (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)) return node.name.getText()
  return node.parent ? ownerOf(node.parent) : ''
}

function readsRows(call: ts.CallExpression): boolean {
  const { parent } = ts.isAwaitExpression(call.parent) ? call.parent : call
  if (ts.isVariableDeclaration(parent)) return /\brows\b/.test(parent.name.getText())
  return ts.isParenthesizedExpression(parent) && parent.parent.getText().endsWith('.rows')
}

type TypedText = Pick<Statement, 'text' | 'row'>

/** A call on the way to the statement; `target` is the function that it calls. */
type Step = { call: ts.CallExpression; target?: ts.SignatureDeclaration }

/** The texts that a call may send, or why they cannot be read. */
function readCall(context: Context, call: ts.CallExpression): TypedText[] | string {
  const [argument] = call.arguments
  return argument ? readAlong(context, argument, call.typeArguments?.[0], [{ call }]) : 'has no text'
}

/** Reads the text as it is when it is reached by these steps, the statement's own call first. */
function readAlong(
  context: Context,
  argument: ts.Expression,
  row: ts.TypeNode | undefined,
  steps: readonly Step[],
): TypedText[] | string {
  const bound = boundAlong(context, steps)
  try {
    const texts = variants((choose) => {
      const evaluation = { ...context, constants: withModules(context), assumed: new Map(), choose, bound }
      for (const { call } of steps) requireReached(evaluation, call)
      return textOf(evaluation, argument)
    })
    const type = row && context.checker.getTypeFromTypeNode(row)
    return texts.length > 0 ? texts.map((text) => ({ text, row: type })) : 'is never sent'
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const parameter = error.unknown?.parameter?.valueDeclaration
    if (!parameter || !ts.isParameter(parameter) || steps.length > mostSteps) return error.message
    const callers = callersOf(context, parameter.parent)
    if (callers.length === 0) return error.message
    const results = callers.map((call) =>
      readAlong(context, argument, passedRow(context, row, call), [...steps, { call, target: parameter.parent }]),
    )
    return results.find((result) => typeof result === 'string') ?? results.flatMap((result) => result as TypedText[])
  }
}

/** What the callers pass for each parameter. */
function boundAlong({ checker }: Context, steps: readonly Step[]): Map<ts.Symbol, ts.Expression> {
  const bound = new Map<ts.Symbol, ts.Expression>()
  for (const { call, target } of steps) {
    target?.parameters.forEach(({ name }, position) => {
      const symbol = checker.getSymbolAtLocation(name)
      const passed = call.arguments[position]
      if (symbol && passed) bound.set(symbol, passed)
    })
  }
  return bound
}

/** Constants of modules are read once; those of functions anew each time. */
function withModules({ constants }: Context): Map<ts.Symbol, unknown> {
  const isOfModule = (symbol: ts.Symbol) => {
    const declaration = symbol.valueDeclaration
    return (
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      ts.isSourceFile(declaration.parent.parent.parent)
    )
  }
  const all = new Map(constants)
  const { set } = all
  all.set = (symbol, value) => {
    if (isOfModule(symbol)) constants.set(symbol, value)
    return set.call(all, symbol, value)
  }
  return all
}

/** The type of the rows, taken from the caller where it is a type parameter. */
function passedRow({ checker }: Context, row: ts.TypeNode | undefined, caller: ts.CallExpression) {
  const declaration = row && checker.getTypeFromTypeNode(row).symbol?.declarations?.[0]
  if (!declaration || !ts.isTypeParameterDeclaration(declaration)) return row
  const { parent } = declaration
  return 'typeParameters' in parent ? caller.typeArguments?.[parent.typeParameters?.indexOf(declaration) ?? 0] : row
}

/** The calls of a function; none where it is also passed on as a value, so that others may call it. */
function callersOf({ checker, names }: Context, target: ts.SignatureDeclaration): ts.CallExpression[] {
  const named = ts.isFunctionDeclaration(target) ? target : target.parent
  const name = ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) ? named.name : undefined
  if (!name || !ts.isIdentifier(name)) return []
  const symbol = checker.getSymbolAtLocation(name)
  const uses = (names.get(name.text) ?? []).filter(
    (use) => use !== name && !ts.isImportSpecifier(use.parent) && symbolOf(checker, use) === symbol,
  )
  const calls = uses.flatMap((use) =>
    ts.isCallExpression(use.parent) && use.parent.expression === use ? [use.parent] : [],
  )
  return calls.length === uses.length ? calls : []
}

function textOf(evaluation: Evaluation, argument: ts.Expression): string {
  const property =
    ts.isObjectLiteralExpression(argument) && argument.properties.find(({ name }) => name?.getText() === 'text')
  const node = !property ? argument : ts.isPropertyAssignment(property) ? property.initializer : property.name
  const value = evaluate(evaluation, node as ts.Expression)
  const isObject = typeof value === 'object' && value !== null
  if (isObject && 'submit' in value) throw new Unreadable('is a query class of its own')
  const text = isObject && 'text' in value ? value.text : value
  if (text === undefined) throw new NeverSent('there is no text')
  return `${text as string}`
}

/** All results of a reading: each value of what is not known is taken at least once. */
function variants(read: (choose: Choose) => string): string[] {
  const results = new Set<string>()
  const waiting: ReadonlyMap<string, number>[] = [new Map()]
  const planned = new Set<string>()
  for (let count = 0; count < mostVariants; count++) {
    const start = waiting.shift()
    if (!start) break
    const taken = new Map<string, number>()
    const choose: Choose = (key, options) => {
      const index = taken.get(key) ?? start.get(key) ?? 0
      if (!taken.has(key)) {
        for (let other = 0; other < options.length; other++) {
          if (other === index || planned.has(`${key}#${other}`)) continue
          planned.add(`${key}#${other}`)
          waiting.push(new Map([...taken, [key, other]]))
        }
        planned.add(`${key}#${index}`)
        taken.set(key, index)
      }
      const option = options[index]
      if (option === undefined && index >= options.length) throw new NeverSent(`${key} has no values`)
      return option as (typeof options)[number]
    }
    try {
      results.add(read(choose))
    } catch (error) {
      if (!(error instanceof NeverSent)) throw error
    }
  }
  if (waiting.length > 0) throw new Unreadable(`has more than ${mostVariants} texts`)
  return [...results]
}
