import ts from 'typescript'
import { inspect } from './code.ts'
import type { SourceFile } from './project-files.ts'

const maxFiles = 40
/** Migrations are numbered lists, not rooms. */
const countedFolder = /^(contract|database|server|web|checks|e2e|bench|faults)(\/|$)/
const numberedFolder = /^database\/(migrations|former)$/

/** Folders with more files than a person finds their way in. */
export const crowdedFolders = (paths: string[]): string[] => {
  const folders = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return [...folders]
    .filter(([folder, { length }]) => countedFolder.test(folder) && !numberedFolder.test(folder) && length > maxFiles)
    .map(([folder, { length }]) => `${folder}: ${length} files, ${maxFiles} allowed`)
}

const specifierOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isLateImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isLateImport ? node.arguments[0] : undefined
}

const layerOf = (path: string) => path.slice(0, path.indexOf('/'))

/** Imports that climb more than one folder, or leave their layer without the map in package.json (`#contract/…`). */
export const climbingImports = (files: SourceFile[]): string[] =>
  files.flatMap((file) =>
    inspect([file], countedFolder, (node) => {
      const specifier = specifierOf(node)
      if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return undefined
      const { text } = specifier
      if (text.startsWith('../../')) return `${text} climbs more than one folder: begin it with #${layerOf(file.path)}/`
      const climbsOut = text.startsWith('../') && file.path.split('/').length === 2
      return climbsOut && /^\.\.\/[a-z0-9]+\//.test(text) ? `${text} leaves its layer: begin it with #` : undefined
    }),
  )
