import ts from 'typescript'
import { isTest, type SourceFile } from './project-files.ts'

const typescript = /\.tsx?$/
const documentedLayers = /^(contract|database|server)\//
const productLayers = /^(contract|database|server|web)\//
/** In these layers, time and settings are arguments; only the wiring reads the real ones. */
const pureLayers = /^(contract\/|server\/(?!commands\/|testing\/)[^/]+\/)/
const toolConfiguration = /(^|\/)[a-z]+\.config\.ts$|^database\/testing\/setup\.ts$/

/** What was parsed: a dozen rules look at the same files, and parsing them takes most of the time. */
const syntaxTrees = new WeakMap<SourceFile, ts.SourceFile>()

function parse(file: SourceFile): ts.SourceFile {
  const parsed = syntaxTrees.get(file)
  if (parsed !== undefined) return parsed
  const kind = file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind)
  syntaxTrees.set(file, tree)
  return tree
}

const lineOf = (source: ts.SourceFile, node: ts.Node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1

/** Walks the syntax of the files whose path matches; what `check` returns for a node becomes a fault with its line. */
export const inspect = (
  files: SourceFile[],
  pathPattern: RegExp,
  check: (node: ts.Node, source: ts.SourceFile) => string | undefined,
) =>
  files
    .filter(({ path }) => typescript.test(path) && pathPattern.test(path))
    .flatMap((file) => {
      const source = parse(file)
      const faults: string[] = []
      const visit = (node: ts.Node): void => {
        const fault = check(node, source)
        if (fault !== undefined) faults.push(`${file.path}:${lineOf(source, node)}: ${fault}`)
        ts.forEachChild(node, visit)
      }
      visit(source)
      return faults
    })

const modifiersOf = (node: ts.Node) =>
  ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map((modifier) => modifier.kind) : []
const isExported = (node: ts.Node) => modifiersOf(node).includes(ts.SyntaxKind.ExportKeyword)
const isDefault = (node: ts.Node) =>
  modifiersOf(node).includes(ts.SyntaxKind.DefaultKeyword) || (ts.isExportAssignment(node) && !node.isExportEquals)

/** Default exports: the same thing could have another name in each file that imports it. */
export const defaultExports = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => !toolConfiguration.test(path)),
    typescript,
    (node) => (isDefault(node) ? 'a default export has no name' : undefined),
  )

/** Re-exports: a thing is imported from the file that defines it. */
export const reExports = (files: SourceFile[]): string[] =>
  inspect(files, typescript, (node) =>
    ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined
      ? 'passes on what another file exports'
      : undefined,
  )

const isFunction = (node: ts.Expression | undefined): boolean =>
  node !== undefined &&
  (ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    (ts.isSatisfiesExpression(node) && isFunction(node.expression)))

const exportedFunctionName = (node: ts.Node): string | undefined => {
  if (!isExported(node)) return undefined
  if (ts.isFunctionDeclaration(node)) return node.name?.text
  if (!ts.isVariableStatement(node)) return undefined
  return node.declarationList.declarations.find(({ initializer }) => isFunction(initializer))?.name.getText()
}

const hasDocComment = (node: ts.Node): boolean => {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return comments.some(({ comment }) => (ts.getTextOfJSDocComment(comment) ?? '').trim() !== '')
}

/** Exported functions of contract, database and server without a doc comment. */
export const undocumentedFunctions = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => !isTest(path)),
    documentedLayers,
    (node) => {
      // An overload is documented once, on its first signature.
      if (ts.isFunctionDeclaration(node) && node.body && overloadBefore(node)) return undefined
      const name = exportedFunctionName(node)
      return name === undefined || hasDocComment(node) ? undefined : `${name} has no doc comment`
    },
  )

const overloadBefore = (node: ts.FunctionDeclaration): boolean =>
  ts.isSourceFile(node.parent) &&
  node.parent.statements.some(
    (other) =>
      other !== node && ts.isFunctionDeclaration(other) && other.name?.text === node.name?.text && hasDocComment(other),
  )

const vagueEnding = /(Service|Manager|Helper|Utils?)$/
/** Words that say how a value came to hand, not what it is. */
const vagueName = /^(asked|told|given|found|known|wanted|said|thing|place)$/i
const isNamed = (node: ts.Node): node is ts.DeclarationStatement | ts.VariableDeclaration =>
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableDeclaration(node)

/** Declared names that could mean anything. Of variables inside functions only the ending counts: their context explains them. */
export const vagueNames = (files: SourceFile[]): string[] =>
  inspect(files, typescript, (node) => {
    if (!isNamed(node) || node.name === undefined || !ts.isIdentifier(node.name)) return undefined
    const { text } = node.name
    const isLocal = ts.isVariableDeclaration(node) && !ts.isSourceFile(node.parent.parent.parent)
    return vagueEnding.test(text) || (!isLocal && vagueName.test(text)) ? `${text} does not say what it is` : undefined
  })

const isMember = (node: ts.Node, object: string, member: string) =>
  ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === member

/** What browsers have on encrypted connections alone, though portals are tried, and in some networks used, without. */
export const needsEncryption = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => path.startsWith('web/') && !isTest(path)),
    typescript,
    (node) =>
      isMember(node, 'crypto', 'randomUUID')
        ? 'crypto.randomUUID is missing on plain HTTP: use createRequestKey'
        : undefined,
  )

/** Randomness, time and settings that a function reads instead of getting them as arguments; HTML inserted as text. */
export const hiddenDependencies = (files: SourceFile[]): string[] => [
  ...inspect(
    files.filter(({ path }) => !isTest(path)),
    productLayers,
    (node) => {
      if (isMember(node, 'Math', 'random')) return 'Math.random is neither safe nor repeatable'
      const assigns = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
      const target = assigns ? node.left : undefined
      if (target && ts.isPropertyAccessExpression(target) && /^(inner|outer)HTML$/.test(target.name.text)) {
        return `${target.name.text} lets a customer's text become markup`
      }
      return undefined
    },
  ),
  ...inspect(
    files.filter(({ path }) => !isTest(path)),
    pureLayers,
    (node) => {
      if (isMember(node, 'Date', 'now')) return 'the time is passed in as a clock'
      if (isMember(node, 'process', 'env')) return 'settings are passed in'
      if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
        return 'the time is passed in as a clock'
      }
      return undefined
    },
  ),
]
