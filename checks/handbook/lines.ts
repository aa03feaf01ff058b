import type { SourceFile } from '../rules/project-files.ts'
import { blocksOf, stepsOf } from './pages.ts'

/** Characters from which on a part of a line is looked for: fewer stand anywhere. */
const shortest = 8

const program = /^(server|database)\/.*\.ts$|^(run|supervise)\.mjs$/

/** What is written before a line of `doctor`. */
const verdict = /^(?:ok|look|bad) +[a-z]+ */

/** Lines of the log and of `doctor` that a page quotes: in blocks, and in the first cells of tables of what is seen. */
function quotedIn(page: SourceFile): { at: string; written: string }[] {
  const inBlocks = blocksOf(page).flatMap(({ line, language, text }) =>
    (language === 'log' ? text.split('\n') : []).map((written) => ({ at: `${page.path}:${line}`, written })),
  )
  const tables = page.text.matchAll(/^\| (?:you see|the log says) \|.*\n\|[-|]+\n((?:\|.*\n?)+)/gm)
  const inTables = [...tables].flatMap(([, rows = '']) =>
    [...rows.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, written = '']) => ({ at: page.path, written })),
    ),
  )
  return [...inBlocks, ...inTables.filter(({ written }) => !/^[A-Z]\w+$/.test(written))]
}

/** Lines of the log and of `doctor` on a page that no program of ours writes; `…` stands for what differs. */
export function unwrittenLines(pages: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const source = files
    .filter(({ path }) => program.test(path) && !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n')
  return pages.flatMap(quotedIn).flatMap(({ at, written }) =>
    written
      .replace(verdict, '')
      .split('…')
      .map((part) => part.trim().replace(/^[(:;,.]+\s*|\s*[(]$/g, ''))
      .filter((part) => part.length >= shortest && !source.includes(part))
      .map((part) => `${at}: nothing writes "${part}"`),
  )
}

/** The settings of a block, in its order. */
export const settingsIn = (text: string): [name: string, value: string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })

/** Settings on a page that neither the portal nor compose.yaml reads. */
export const unknownSettings = (pages: readonly SourceFile[], known: readonly string[]): string[] =>
  pages
    .flatMap(stepsOf)
    .filter(({ kind }) => kind === 'settings')
    .flatMap(({ page, line, text }) =>
      settingsIn(text)
        .filter(([name]) => !known.includes(name))
        .map(([name]) => `${page}:${line}: nothing reads ${name}`),
    )
