import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A file of the project: path relative to the root with forward slashes, and its text. */
export type SourceFile = { path: string; text: string }

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache'])

/** The paths of all our own files under `root`: nothing installed, built or written by a running portal. */
export const projectPaths = (root: string): string[] =>
  readdirSync(root, { recursive: false, withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = join(root, entry.name)
      if (entry.isDirectory()) return projectPaths(path).map((inner) => join(entry.name, inner))
      return entry.isFile() ? [relative(root, path)] : []
    })
    .map((path) => path.split(sep).join('/'))
    .sort()

/** The files under `root` whose path matches, with their text. */
export const projectFiles = (root: string, matching: RegExp): SourceFile[] =>
  projectPaths(root)
    .filter((path) => matching.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)
