import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaqCategory } from '#contract/faq.ts'
import { type Language, languages } from '#contract/languages.ts'
import { lexMarkdown, plainText, toBlocks } from './markdown.ts'

const shippedFolder = join(import.meta.dirname, 'pages')
const maxFileBytes = 200_000
const maxFiles = 100

/** A category without the person's ratings of its answers. */
export type UnratedCategory = Omit<FaqCategory, 'questions'> & {
  questions: Omit<FaqCategory['questions'][number], 'helpful'>[]
}

/** What the console has saved, by name without `.md` and by language; it wins over the files. */
export type SavedFaq = {
  names: () => readonly string[]
  texts: (name: string) => Partial<Record<Language, string>>
}
const nothingSaved: SavedFaq = { names: () => [], texts: () => ({}) }

/** A file of the FAQ, with where it comes from in each language that has it. */
export type FaqFile = { name: string; sources: Partial<Record<Language, 'portal' | 'folder'>> }

/** The files of the FAQ, by name without `.md`. */
export async function listFaqFiles(folder: string | undefined): Promise<FaqFile[]> {
  const [own, shipped] = await Promise.all([listFiles(folder), listFiles(shippedFolder)])
  const names = [...new Set([...own.values(), ...shipped.values()].flat())].toSorted()
  return names.map((file) => ({
    name: file.replace(/\.md$/, ''),
    sources: Object.fromEntries(
      languages.flatMap((language): [Language, 'portal' | 'folder'][] => {
        if (own.get(language)?.includes(file)) return [[language, 'folder']]
        return shipped.get(language)?.includes(file) ? [[language, 'portal']] : []
      }),
    ),
  }))
}

/** The text of a file of the FAQ in a language; undefined when there is none. */
export async function readFaqFile(
  folder: string | undefined,
  { name, sources }: FaqFile,
  language: Language,
): Promise<string | undefined> {
  const source = sources[language]
  const from = source === 'folder' ? folder : source === 'portal' ? shippedFolder : undefined
  return from === undefined ? undefined : readFile(join(from, language, `${name}.md`), 'utf8')
}

/** The heading of a text of the FAQ, by which it is listed; undefined when it has none. */
export function headingOf(markdown: string): string | undefined {
  return /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim()
}

/**
 * The questions and answers in a language, by file name. The operator's file replaces a shipped one of the same name,
 * an empty one removes it; what the console has saved under the name wins over both. A file that the operator has only in other languages is shown in one of those, preferably
 * English. Files are read at each call, so edits show at once.
 */
export async function readCategories(
  language: Language,
  folder: string | undefined,
  saved: SavedFaq = nothingSaved,
): Promise<UnratedCategory[]> {
  const [own, shipped] = await Promise.all([listFiles(folder), listFiles(shippedFolder)])
  const savedNames = saved.names().map((name) => `${name}.md`)
  const names = [...new Set([...own.values(), ...shipped.values(), savedNames].flat())].toSorted()
  const categories = await Promise.all(
    names.map((name) => {
      const hasFile = (files: Map<Language, string[]>) => (fileLanguage: Language) =>
        files.get(fileLanguage)?.includes(name)
      const preferredLanguages = [language, 'en' as const, ...languages]
      const savedIn = saved.texts(name.replace(/\.md$/, ''))
      const savedText = savedIn[language]
      if (savedText !== undefined) return parseCategory(name.replace(/\.md$/, ''), language, savedText)
      if (folder !== undefined && hasFile(own)(language)) return readCategory(folder, language, name)
      if (hasFile(shipped)(language)) return readCategory(shippedFolder, language, name)
      const savedLanguage = preferredLanguages.find((one) => savedIn[one] !== undefined)
      const savedElsewhere = savedLanguage && savedIn[savedLanguage]
      if (savedElsewhere) return parseCategory(name.replace(/\.md$/, ''), savedLanguage, savedElsewhere)
      const fallbackLanguage = preferredLanguages.find(hasFile(own))
      return folder !== undefined && fallbackLanguage ? readCategory(folder, fallbackLanguage, name) : undefined
    }),
  )
  return categories.filter((category) => category !== undefined && category.questions.length > 0) as UnratedCategory[]
}

/** The file names in a folder by language; none when the folder does not exist. */
async function listFiles(folder: string | undefined): Promise<Map<Language, string[]>> {
  const entries = await Promise.all(
    languages.map(async (language): Promise<[Language, string[]]> => {
      const names = folder === undefined ? [] : await readdir(join(folder, language)).catch(ignoreMissingFolder)
      return [language, names.filter((name) => /^[a-z0-9-]{1,80}\.md$/.test(name)).slice(0, maxFiles)]
    }),
  )
  return new Map(entries)
}

function ignoreMissingFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}

async function readCategory(folder: string, language: Language, name: string): Promise<UnratedCategory | undefined> {
  const path = join(folder, language, name)
  // Larger files are ignored: they are not FAQ texts.
  if ((await stat(path)).size > maxFileBytes) return undefined
  return parseCategory(name.replace(/\.md$/, ''), language, await readFile(path, 'utf8'))
}

/**
 * Parses a category. The first-level heading is its title, each second-level heading a question, followed by its
 * answer. `{#name}` at the end of a question names it, so that ratings of it survive a change of wording.
 */
function parseCategory(id: string, language: Language, markdown: string): UnratedCategory {
  const category: UnratedCategory = { id, title: id, language, questions: [] }
  for (const token of lexMarkdown(markdown)) {
    const depth = token.type === 'heading' ? (token as { depth: number }).depth : 0
    const heading = depth === 1 || depth === 2 ? plainText(token.type === 'heading' ? token.tokens : []) : ''
    if (depth === 1) category.title = heading
    else if (depth === 2) {
      const [, question = heading, name] = /^(.*?)\s*(?:\{#([\p{L}\p{N}-]+)\})?$/u.exec(heading) ?? []
      category.questions.push({ id: `${id}.${name ?? slugOf(question)}`, question, answer: [] })
    } else category.questions.at(-1)?.answer.push(...toBlocks([token]))
  }
  return category
}

function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 120)
      .replace(/^-|-$/g, '') || 'question'
  )
}
