import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** What a page does with theme.js, which chooses theme, language and direction before the first paint. */
type PageTheme = {
  /** The folder of the web's sources. */
  root: string
  /** The page in the build, and the folder of its files there. */
  page: string
  folder: string
  /** Where the build is served, with a slash at the end. */
  base?: string
  /** Changes the script for the page. */
  edit?: (script: string) => string
}

/**
 * Minifies theme.js and gives it a name with a hash: the browser waits for that script before it paints, so on a second
 * visit it should not have to ask whether it has changed.
 */
export function hashedTheme({ root, page: name, folder, base = '/', edit = (script) => script }: PageTheme): Plugin {
  return {
    name: 'hashed-theme',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle[name]
      if (page?.type !== 'asset') throw new Error(`The build has no ${name}`)
      const html = String(page.source)
      if (!html.includes('"/theme.js"')) throw new Error(`${name} does not name theme.js`)
      const { code: source } = minifySync('theme.js', edit(readFileSync(join(root, 'public/theme.js'), 'utf8')))
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const fileName = `${folder}/theme-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      page.source = html.replace('"/theme.js"', `"${base}${fileName}"`)
    },
    // The copy that the folder of public files brings along.
    writeBundle({ dir = '' }) {
      rmSync(join(dir, 'theme.js'), { force: true })
    },
  }
}
