import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '../../contract/languages.ts'

const maxLength = 200_000

/** The terms of use and their version; `texts` where they are written in a language, `text` in every other. */
export type TermsOfUse = { version: string; text: string; texts: Partial<Record<Language, string>> }

/**
 * The terms of use: those of the operator in `terms.md` of the data folder, else those that come with the portal; beside
 * them, as `terms.de.md`, what they say in another language. The version follows from all of it: who has accepted one
 * text has not accepted another. Raises RangeError when the operator's are empty or longer than 200 000 characters.
 */
export async function readTerms(dataDir: string | undefined): Promise<TermsOfUse> {
  const operatorTerms = dataDir === undefined ? undefined : await readIfExists(join(dataDir, 'terms.md'))
  const folder = operatorTerms === undefined || dataDir === undefined ? import.meta.dirname : dataDir
  const text = normaliseTerms('terms.md', operatorTerms ?? (await readFile(join(folder, 'terms.md'), 'utf8')))
  const texts: TermsOfUse['texts'] = {}
  for (const language of languages) {
    const name = `terms.${language}.md`
    const content = await readIfExists(join(folder, name))
    if (content !== undefined) texts[language] = normaliseTerms(name, content)
  }
  return { version: hash('sha256', [text, ...Object.values(texts)].join('\n\n')).slice(0, 16), text, texts }
}

function normaliseTerms(name: string, content: string): string {
  const text = content.replaceAll('\r\n', '\n').trim()
  if (text !== '' && text.length <= maxLength) return text
  throw new RangeError(`${name} in DATA_DIR must have 1 to ${maxLength} characters; it has ${text.length}.`)
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
