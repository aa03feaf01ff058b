import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaqCategory } from '../../contract/faq.ts'
import { type Language, languages } from '../../contract/languages.ts'
import { lexMarkdown, plainText, toBlocks } from './markdown.ts'

const shippedFolder = join(import.meta.dirname, 'pages')
const maxFileBytes = 200_000
const maxFiles = 100

/** A category before anybody has said anything of its answers. */
export type UnratedCategory = Omit<FaqCategory, 'questions'> & {
  questions: Omit<FaqCategory['questions'][number], 'helpful'>[]
}

/**
 * The questions and answers in a language, by the names of their files. A file of the operator's comes before one of the
 * same name that is shipped, an empty one takes it away; what the operator has written in another language only is shown
 * in that one, in English first. Files are read each time, so that what is edited shows at once.
 */
export async function readCategories(language: Language, folder: string | undefined): Promise<UnratedCategory[]> {
  const [own, shipped] = await Promise.all([listFiles(folder), listFiles(shippedFolder)])
  const names = [...new Set([...own.values(), ...shipped.values()].flat())].toSorted()
  const categories = await Promise.all(
    names.map((name) => {
      const hasFile = (files: Map<Language, string[]>) => (fileLanguage: Language) =>
        files.get(fileLanguage)?.includes(name)
      const preferredLanguages = [language, 'en' as const, ...languages]
      if (folder !== undefined && hasFile(own)(language)) return readCategory(folder, language, name)
      if (hasFile(shipped)(language)) return readCategory(shippedFolder, language, name)
      const fallbackLanguage = preferredLanguages.find(hasFile(own))
      return folder !== undefined && fallbackLanguage ? readCategory(folder, fallbackLanguage, name) : undefined
    }),
  )
  return categories.filter((category) => category !== undefined && category.questions.length > 0) as UnratedCategory[]
}

/** The files of a folder by language; none where there is no folder. */
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
  // A file that is not text of a sensible length is none of ours.
  if ((await stat(path)).size > maxFileBytes) return undefined
  return parseCategory(name.replace(/\.md$/, ''), language, await readFile(path, 'utf8'))
}

/**
 * A category: its title is the heading of the first level, each heading of the second a question with what stands under
 * it. `{#name}` at a question's end names it, so that what people say of it outlives another wording.
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
