import type { SourceFile } from '../rules/project-files.ts'

/** A fenced block of a page: its language, its info after that (a file's name), its first line. */
export type Block = { page: string; line: number; language: string; name: string; text: string }
/** What is done or compared at one place of a page. */
export type Step = {
  page: string
  line: number
  kind: 'command' | 'output' | 'settings' | 'file'
  text: string
  name: string
}

const entry = 'docs/operating.md'
const folder = 'docs/operating/'
export const reference = `${folder}commands.md`

/** Whether a path is a page of the handbook. */
const isPage = (path: string): boolean => path === entry || (path.startsWith(folder) && path.endsWith('.md'))

/** The pages in the order in which the table of the first one names them, itself first. */
export function handbookOf(files: readonly SourceFile[]): SourceFile[] {
  const first = files.find(({ path }) => path === entry)
  const names = [...(first?.text ?? '').matchAll(/^\|.*\]\((operating\/[a-z-]+\.md)\) \|$/gm)].map(([, name]) => name)
  const named = [...new Set(names)].flatMap((name) => files.find(({ path }) => path === `docs/${name}`) ?? [])
  return first === undefined ? [] : [first, ...named]
}

/** The fenced blocks of a page. */
export function blocksOf({ path, text }: SourceFile): Block[] {
  const blocks: Block[] = []
  let open: (Block & { lines: string[]; indent: string }) | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^( *)```(\S*) ?(.*)$/.exec(line)
    if (open === undefined && fence) {
      const [, indent = '', language = '', name = ''] = fence
      open = { page: path, line: index + 1, language, name, text: '', lines: [], indent }
    } else if (open !== undefined && line.trim() === '```') {
      const { lines, indent: _, ...block } = open
      blocks.push({ ...block, text: lines.join('\n') })
      open = undefined
    } else open?.lines.push(line.slice(open.indent.length))
  }
  return blocks
}

/** The commands of a block, one for each line that is no comment; `\` goes on in the next line. */
const commandsOf = (text: string): string[] =>
  text
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))

const kinds: Readonly<Record<string, Step['kind']>> = { sh: 'command', text: 'output', ini: 'settings', json: 'file' }

/** What a page says is done and seen, in its order. */
export const stepsOf = (page: SourceFile): Step[] =>
  blocksOf(page).flatMap(({ language, text, ...at }): Step[] => {
    const kind = kinds[language]
    if (kind === undefined) return []
    const texts = kind === 'command' ? commandsOf(text) : [text]
    return texts.map((one) => ({ page: at.page, line: at.line, name: at.name, kind, text: one }))
  })

/** All commands of the pages. */
export const commandsIn = (pages: readonly SourceFile[]): Step[] =>
  pages.flatMap(stepsOf).filter(({ kind }) => kind === 'command')

/** The languages that a block may have: commands, what they print, lines of the log, settings, files. */
const languages = ['sh', 'text', 'log', 'ini', 'json']

/** Blocks of which nobody can tell whether they hold commands. */
export const unknownBlocks = (pages: readonly SourceFile[]): string[] =>
  pages
    .flatMap(blocksOf)
    .filter(({ language }) => !languages.includes(language))
    .map(({ page, line, language }) => `${page}:${line}: a block is one of ${languages.join(', ')}, not "${language}"`)

/** Pages in the folder that the table of the first page does not name. */
export const unnamedPages = (files: readonly SourceFile[]): string[] => {
  const named = handbookOf(files).map(({ path }) => path)
  return files.map(({ path }) => path).filter((path) => isPage(path) && !named.includes(path))
}
