import { readFile } from 'node:fs/promises'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

/**
 * Topics whose texts are in the same file of the web as another's: everyone who is signed in needs those of `shell`,
 * everyone who is not those of `auth`. One file compresses better than five, and is one request.
 */
export const bundledTopics: Readonly<Record<string, readonly string[]>> = {
  shell: ['trouble', 'general', 'documents', 'list'],
  auth: ['trouble', 'general'],
}

/**
 * Reads catalogues as the web needs them (`?parsed`): a text with arguments as its syntax tree, so that the browser needs
 * no parser. The build, the development server and the tests of the web read catalogues through it alike; everything
 * else reads the files as they are.
 */
export function parsedCatalogues(): Plugin {
  return {
    name: 'parsed-catalogues',
    enforce: 'pre',
    async load(id) {
      const [, folder, topic = ''] = /^(.*\/contract\/messages\/\w+\/)([\w-]+)\.json\?parsed$/.exec(id) ?? []
      if (folder === undefined) return null
      // The program itself has these in English (web/ui/text.ts).
      const isThere = (name: string) => name === 'trouble' && folder.endsWith('/en/')
      const topics = [topic, ...(bundledTopics[topic] ?? [])].filter((name) => !isThere(name))
      const files = topics.map((name) => `${folder}${name}.json`)
      for (const file of files) this.addWatchFile(file)
      const catalogues = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      return { code: `export default ${JSON.stringify(parsedTexts(catalogues))}`, moduleType: 'js' }
    },
  }
}

/** The texts of some catalogues (JSON), those with arguments parsed. Throws when one is not ICU MessageFormat. */
export function parsedTexts(catalogues: readonly string[]): Record<string, unknown> {
  const texts = catalogues.flatMap((json) => Object.entries(JSON.parse(json) as Readonly<Record<string, string>>))
  return Object.fromEntries(
    texts.map(([key, text]) => [key, text.includes('{') ? parse(text, { captureLocation: false }) : text]),
  )
}
