import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaqCategory } from '../../contract/faq.ts'
import { type Language, languages } from '../../contract/languages.ts'
import { blocksOf, textOf, tokensOf } from './markdown.ts'

const ours = join(import.meta.dirname, 'pages')
const longestFile = 200_000
const mostFiles = 100

/** A category before anybody has said anything of its answers. */
export type Category = Omit<FaqCategory, 'questions'> & {
  questions: Omit<FaqCategory['questions'][number], 'helpful'>[]
}

/**
 * The questions and answers in a language, by the names of their files. A file of the operator's comes before one of the
 * same name that is shipped, an empty one takes it away; what the operator has written in another language only is shown
 * in that one, in English first. Files are read each time, so that what is edited shows at once.
 */
export async function categoriesIn(language: Language, folder: string | undefined): Promise<Category[]> {
  const [own, shipped] = await Promise.all([namesIn(folder), namesIn(ours)])
  const names = [...new Set([...own.values(), ...shipped.values()].flat())].toSorted()
  const found = await Promise.all(
    names.map((name) => {
      const has = (files: Map<Language, string[]>) => (one: Language) => files.get(one)?.includes(name)
      const wanted = [language, 'en' as const, ...languages]
      if (folder !== undefined && has(own)(language)) return read(folder, language, name)
      if (has(shipped)(language)) return read(ours, language, name)
      const other = wanted.find(has(own))
      return folder !== undefined && other ? read(folder, other, name) : undefined
    }),
  )
  return found.filter((category) => category !== undefined && category.questions.length > 0) as Category[]
}

/** The files of a folder by language; none where there is no folder. */
async function namesIn(folder: string | undefined): Promise<Map<Language, string[]>> {
  const listed = await Promise.all(
    languages.map(async (language): Promise<[Language, string[]]> => {
      const names = folder === undefined ? [] : await readdir(join(folder, language)).catch(noFolder)
      return [language, names.filter((name) => /^[a-z0-9-]{1,80}\.md$/.test(name)).slice(0, mostFiles)]
    }),
  )
  return new Map(listed)
}

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}

async function read(folder: string, language: Language, name: string): Promise<Category | undefined> {
  const path = join(folder, language, name)
  // A file that is not text of a sensible length is none of ours.
  if ((await stat(path)).size > longestFile) return undefined
  return categoryOf(name.replace(/\.md$/, ''), language, await readFile(path, 'utf8'))
}

/**
 * A category: its title is the heading of the first level, each heading of the second a question with what stands under
 * it. `{#name}` at a question's end names it, so that what people say of it outlives another wording.
 */
function categoryOf(id: string, language: Language, markdown: string): Category {
  const category: Category = { id, title: id, language, questions: [] }
  for (const token of tokensOf(markdown)) {
    const depth = token.type === 'heading' ? (token as { depth: number }).depth : 0
    const words = depth === 1 || depth === 2 ? textOf(token.type === 'heading' ? token.tokens : []) : ''
    if (depth === 1) category.title = words
    else if (depth === 2) {
      const [, question = words, name] = /^(.*?)\s*(?:\{#([\p{L}\p{N}-]+)\})?$/u.exec(words) ?? []
      category.questions.push({ id: `${id}.${name ?? slugOf(question)}`, question, answer: [] })
    } else category.questions.at(-1)?.answer.push(...blocksOf([token]))
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
