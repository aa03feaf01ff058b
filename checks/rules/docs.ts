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

/** The name by which a link leads to a heading, as GitHub makes it. */
const sectionOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Links in the documentation to a section that its page does not have. */
export const deadSections = (files: SourceFile[]): string[] => {
  const pages = files.filter((file) => documentationPage.test(file.path))
  const sections = new Map(
    pages.map(({ path, text }) => [
      path,
      text
        .replace(/^ *```[\s\S]*?^ *```$/gm, '')
        .split('\n')
        .flatMap((line) => (/^#+ /.test(line) ? [sectionOf(line.replace(/^#+ /, ''))] : [])),
    ]),
  )
  return pages.flatMap(({ path, text }) =>
    linkTargets(text).flatMap((link) => {
      const [target = '', section] = link.split('#')
      if (section === undefined || /^([a-z]+:|\/)/.test(link)) return []
      const page = target === '' ? path : posix.join(posix.dirname(path), target)
      return sections.get(page)?.includes(section) === false ? [`${path}: ${link} leads to no section`] : []
    }),
  )
}

const decision = /^docs\/decisions\/(\d{4})-[^/]*\.md$/
const header =
  /^Date: \d{4}-\d{2}-\d{2} · Status: (accepted|superseded by \[\d+\]\([^)]+\))( · (Supersedes|Amended by): .+)?$/

/** Decisions that share a number, whose title has another one, or whose third line does not say when it was made and whether it holds. */
export const malformedDecisions = (files: SourceFile[]): string[] => {
  const decisions = files.flatMap(({ path, text }) => {
    const [, number] = decision.exec(path) ?? []
    return number === undefined ? [] : [{ path, text, number }]
  })
  return decisions.flatMap(({ path, text, number }) => {
    const [title = '', , third = ''] = text.split('\n')
    const replaced = /superseded by \[\d+\]\(([^)]+)\)/.exec(third)?.[1]
    const replacement = decisions.find((other) => replaced !== undefined && other.path.endsWith(`/${replaced}`))
    const namesItBack = replacement?.text.includes(`Supersedes: [${Number(number)}](${posix.basename(path)})`)
    return [
      ...(decisions.filter((other) => other.number === number).length > 1 ? [`${path}: its number is taken`] : []),
      ...(title.startsWith(`# ${Number(number)}. `) ? [] : [`${path}: its title begins with ${Number(number)}.`]),
      ...(header.test(third) ? [] : [`${path}: its third line is "Date: 2026-01-31 · Status: accepted" or the like`]),
      ...(replaced === undefined || namesItBack ? [] : [`${path}: what supersedes it does not name it`]),
    ]
  })
}
