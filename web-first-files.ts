import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { languages } from './contract/languages.ts'
import { pageTexts } from './web/ui/page-texts.ts'
import { themeScript } from './web-theme.ts'

/*
 * Which files each page needs first, so that the HTML page can name them all at once
 * (docs/decisions/0053-the-page-names-what-it-needs.md). Read by server/http/first-files.ts.
 */

/** The module of each page, and the name under which its texts are listed. */
const pages = {
  signedOut: ['app/SignedOut.tsx', 'SignedOut'],
  shell: ['app/SignedIn.tsx', 'SignedIn'],
  dashboard: ['dashboard/DashboardPage.tsx', 'DashboardPage'],
  list: ['documents/list/DocumentListPage.tsx', 'DocumentListPage'],
  table: ['documents/list/ListTable.tsx', 'ListTable'],
  cards: ['documents/list/ListCards.tsx', 'ListCards'],
  detail: ['documents/detail/DocumentPage.tsx', 'DocumentPage'],
} as const
type Chunks = readonly Rolldown.OutputChunk[]

/**
 * Writes `.vite/first-files.json`, and gives theme.js a name with a hash: the browser waits for that script before it
 * paints, so on a second visit it should not have to ask whether it has changed.
 */
export function firstFiles(root: string): Plugin {
  let folder = ''
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page')
      const theme = themeScript(root)
      const hash = createHash('sha256').update(theme).digest('hex').slice(0, 8)
      const themeFile = `assets/theme-${hash}.js`
      this.emitFile({ type: 'asset', fileName: themeFile, source: theme })
      const html = String(page.source)
      if (!html.includes('"/theme.js"')) throw new Error('The page does not name theme.js')
      page.source = html.replace('"/theme.js"', `"/${themeFile}"`)
      const source = JSON.stringify(readFirstFiles(root, chunks, html))
      this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source })
    },
    // The copy from the folder of public files.
    writeBundle() {
      rmSync(join(folder, 'theme.js'))
    },
  }
}

/** The files of each page and of its texts in each language, less those that the HTML page names for everybody. */
function readFirstFiles(root: string, chunks: Chunks, html: string) {
  const addresses = (file: string) => withImports(chunks, file).filter((address) => !html.includes(address))
  const textsOf = (language: string, name: string) => [
    ...addresses(fileOf(chunks, join(root, `ui/texts/${language}.ts`))),
    ...(pageTexts[name]?.split(' ') ?? []).flatMap((topic) =>
      addresses(fileOf(chunks, `/contract/messages/${language}/${topic}.json?parsed`)),
    ),
  ]
  return {
    calls: `/${fileOf(chunks, join(root, 'app/first-calls.ts'))}`,
    pages: Object.fromEntries(
      Object.entries(pages).map(([page, [module]]) => [page, addresses(fileOf(chunks, join(root, module)))]),
    ),
    texts: Object.fromEntries(
      languages.map((language) => [
        language,
        Object.fromEntries(Object.entries(pages).map(([page, [, name]]) => [page, textsOf(language, name)])),
      ]),
    ),
  }
}

/** The file that a module is in, by the end of the module's path. */
function fileOf(chunks: Chunks, module: string): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`${module} is in no file of the build`)
  return chunk.fileName
}

/** The addresses of a file and of all scripts and styles that it imports, directly or not. */
function withImports(chunks: Chunks, file: string): string[] {
  const files = new Set([file])
  for (const name of files) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const imported of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) files.add(imported)
  }
  return [...files].map((name) => `/${name}`)
}
