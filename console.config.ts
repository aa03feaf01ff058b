import { createHash } from 'node:crypto'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { precompressed } from './web-precompressed.ts'
import { webAliases, webSources } from './web-sources.ts'
import { themeScript } from './web-theme.ts'

/*
 * The console of the supplier's staff is built by itself, into a folder of its own: nothing of it can change what the
 * customers' first load is made of (docs/decisions/0073-the-console-is-built-by-itself.md).
 */

const root = join(import.meta.dirname, 'web')

/** Gives theme.js a name with a hash: the browser waits for it before it paints. */
function theme(): Plugin {
  return {
    name: 'theme',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['console/index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page of the console')
      const source = themeScript(root)
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const fileName = `console/assets/theme-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      page.source = String(page.source).replace('"/theme.js"', `"/${fileName}"`)
    },
  }
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [webSources(), react(), tailwind(), theme(), precompressed('console')],
  resolve: { alias: [...webAliases] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    assetsDir: 'console/assets',
    target: ['chrome120', 'firefox121', 'safari17.2'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: join(root, 'console/index.html') },
      treeshake: {
        manualPureFunctions: [
          'endpoint',
          'pageOf',
          'nullable',
          'Type',
          'documentReply',
          'lineReply',
          'comparedLineReply',
        ],
      },
    },
  },
})
