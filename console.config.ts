import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageTexts } from './web/console/page-texts.ts'
import { consoleChunkOf } from './web-chunks.ts'
import { firstFiles } from './web-first-files.ts'
import { precompressed } from './web-precompressed.ts'
import { webAliases, webSources } from './web-sources.ts'
import { hashedTheme } from './web-theme.ts'

/*
 * The console of the supplier's staff is built by itself, into a folder of its own: nothing of it can change what the
 * customers' first load is made of (docs/decisions/0073-the-console-is-built-by-itself.md).
 */

const root = join(import.meta.dirname, 'web')

/** Which files each page needs first. */
const pages = firstFiles({
  ...{ root, page: 'console/index.html', output: '.vite/console-first-files.json', pageTexts },
  calls: 'console/first-calls.ts',
  pages: { shell: ['console/ConsoleApp.tsx', 'ConsoleApp'], today: ['console/today/TodayPage.tsx', 'TodayPage'] },
})

const theme = hashedTheme({ root, page: 'console/index.html', folder: 'console/assets' })

export default defineConfig({
  root,
  publicDir: false,
  plugins: [webSources(), react(), tailwind(), pages, theme, precompressed({ within: 'console' })],
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
      output: {
        codeSplitting: {
          groups: [{ debugName: 'calls, entry and shell', name: consoleChunkOf(root) }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
