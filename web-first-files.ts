import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { languages } from './contract/languages.ts'

/*
 * Which files each page needs first, so that the HTML page can name them all at once
 * (docs/decisions/0053-the-page-names-what-it-needs.md). Read by server/http/first-files.ts.
 */

/** A web application, its modules named from the folder of the web's sources. */
type WebApp = {
  root: string
  /** Its page in the build, and the file to write there. */
  page: string
  output: string
  /** The module that sends the first calls. */
  calls: string
  /** The module of each page, and the name under which its texts are listed. */
  pages: Readonly<Record<string, readonly [module: string, name: string]>>
  pageTexts: Readonly<Record<string, string>>
  /** What loads the texts of a language, where that is a module of its own. */
  textsModule?: (language: string) => string
}
type Chunks = readonly Rolldown.OutputChunk[]

/** Writes which files each page of a web application needs first. */
export function firstFiles(app: WebApp): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const page = bundle[app.page]
      if (page?.type !== 'asset') throw new Error(`The build has no ${app.page}`)
      const source = JSON.stringify(readFirstFiles(app, chunks, String(page.source)))
      this.emitFile({ type: 'asset', fileName: app.output, source })
    },
  }
}

/** The files of each page and of its texts in each language, less those that the HTML page names for everybody. */
function readFirstFiles({ root, calls, pages, pageTexts, textsModule }: WebApp, chunks: Chunks, html: string) {
  const addresses = (file: string) => withImports(chunks, file).filter((address) => !html.includes(address))
  const textsOf = (language: string, name: string) => [
    ...(textsModule ? addresses(fileOf(chunks, join(root, textsModule(language)))) : []),
    ...(pageTexts[name]?.split(' ') ?? []).flatMap((topic) =>
      addresses(fileOf(chunks, `/contract/messages/${language}/${topic}.json?parsed`)),
    ),
  ]
  return {
    calls: `/${fileOf(chunks, join(root, calls))}`,
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
