import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#contract/languages.ts'

const maxLength = 200_000

/** The terms of use and their version; `texts` has the translations, `text` is for every other language. */
export type TermsOfUse = {
  version: string
  text: string
  texts: Partial<Record<Language, string>>
  /** Whether they are those of the portal itself or the operator's. */
  source: 'portal' | 'folder'
}

/**
 * Reads the terms of use: the operator's from `terms.md` in the data folder, else those shipped with the portal, and
 * translations beside them, such as `terms.de.md`. The version is a hash of all texts: any change needs to be accepted
 * again. Throws RangeError when the operator's are empty or longer than 200 000 characters.
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
  return { version: versionOf(text, texts), text, texts, source: operatorTerms === undefined ? 'portal' : 'folder' }
}

/** The terms with the texts that the console has saved in place of those of the files. */
export function withSavedTexts(terms: TermsOfUse, saved: TermsOfUse['texts']): TermsOfUse {
  if (Object.keys(saved).length === 0) return terms
  const texts = { ...terms.texts, ...saved }
  return { ...terms, texts, version: versionOf(terms.text, texts) }
}

function versionOf(text: string, texts: TermsOfUse['texts']): string {
  return hash('sha256', [text, ...Object.values(texts)].join('\n\n')).slice(0, 16)
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
