import { posix } from 'node:path'
import type { SourceFile } from './project-files.ts'

const documentationPage = /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$/
const ourFolders = /^(contract|database|server|web|checks|e2e|bench|faults|examples|docs|\.ci)\//
const sourcePath = /^[\w@.-]+(\/[\w@.-]+)+\.(ts|tsx|mjs|js|css|sql|md|html|png|svg|json)$/
const anyPath = /^[\w@.-]+(\/[\w@.-]+)*\/?$/
/** Files of a running portal are not in the repository. */
const generatedPaths = /^(node_modules|dist|\.data|outbox)\//

const linkTargets = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|<(?:img|a)[^>]*\s(?:src|href)="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
const codeWords = (text: string) => [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map((match) => match[1] ?? '')

const isPath = (word: string) =>
  anyPath.test(word) && !generatedPaths.test(word) && (ourFolders.test(word) || sourcePath.test(word))

/** Paths in the documentation that do not exist in the project. */
export const deadPaths = (files: SourceFile[], projectPaths: string[]): string[] => {
  const existing = new Set(projectPaths)
  for (const file of projectPaths) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) existing.add(folder)
  }
  const exists = (target: string) => existing.has(posix.normalize(target).replace(/\/$/, ''))
  return files
    .filter((file) => documentationPage.test(file.path))
    .flatMap((file) => {
      const beside = (target: string) => posix.join(posix.dirname(file.path), target)
      const links = linkTargets(file.text)
        .filter((link) => !/^([a-z]+:|#|\/)/.test(link))
        .map((link) => link.replace(/#.*$/, ''))
        .filter((link) => !exists(beside(link)))
      const words = codeWords(file.text).filter((word) => isPath(word) && !exists(word) && !exists(beside(word)))
      return [...links, ...words].map((target) => `${file.path}: ${target} does not exist`)
    })
}

/**
 * Decisions whose number is not the next one, in their file's name or in their title, so that two could share a number.
 */
export const misnumbered = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }, index) => {
      const isNamed = posix.basename(path).startsWith(`${String(index + 1).padStart(4, '0')}-`)
      const isTitled = text.startsWith(`# ${index + 1}. `)
      return isNamed && isTitled ? [] : [`${path}: it is the decision number ${index + 1}`]
    })
