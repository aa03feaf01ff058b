import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { viewingKey, viewingPath } from './contract/console/viewing.ts'
import { precompressed } from './web-precompressed.ts'
import { webAliases, webSources } from './web-sources.ts'
import { hashedTheme } from './web-theme.ts'

/*
 * The portal of the customers for staff who see it as one of its people sees it: built from the same sources by itself,
 * below an address of the console, with other ways to know the person and to store things
 * (docs/decisions/0082-staff-see-the-portal-as-one-of-its-people.md).
 */

const root = join(import.meta.dirname, 'web')
const own = (name: string) => join(root, 'viewing', name)

/** What stands in the place of modules of the portal. */
const replaced: Readonly<Record<string, string>> = {
  'api/browser-session.ts': 'session.ts',
  'api/push.ts': 'push.ts',
  'api/save-preferences.ts': 'save-preferences.ts',
  'app/start-worker.ts': 'start-worker.ts',
  'app/page-views.ts': 'page-views.ts',
}

/** Puts modules in the place of others. Throws when one of those is not part of the portal any more. */
function replacements(): Plugin {
  const used = new Set<string>()
  return {
    name: 'replacements',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const name = found?.id.startsWith(`${root}/`) ? found.id.slice(root.length + 1) : ''
      const replacement = replaced[name]
      if (replacement === undefined) return null
      used.add(name)
      return own(replacement)
    },
    buildEnd(error) {
      const unused = Object.keys(replaced).filter((name) => !used.has(name))
      if (!error && unused.length > 0) throw new Error(`Nothing imports ${unused.join(', ')}`)
    },
  }
}

/** The script that runs before the first paint, reading what this tab alone has stored. */
const theme = hashedTheme({
  ...{ root, page: 'viewing/index.html', folder: 'viewing/assets', base: `${viewingPath}/` },
  edit: (script) => {
    const edited = script.replaceAll('localStorage.getItem(key)', `sessionStorage.getItem('${viewingKey}.'+key)`)
    if (edited.includes('localStorage')) throw new Error('theme.js reads its storage in a new way')
    return edited
  },
})

export default defineConfig({
  root,
  base: `${viewingPath}/`,
  publicDir: false,
  plugins: [replacements(), webSources(), react(), tailwind(), theme, precompressed({ within: 'viewing' })],
  resolve: { alias: [...webAliases] },
  define: { 'navigator.serviceWorker': 'undefined', 'navigator.locks': 'undefined' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    assetsDir: 'viewing/assets',
    target: ['chrome120', 'firefox121', 'safari17.2'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { viewing: own('index.html') },
      transform: {
        inject: {
          localStorage: [own('tab-storage.ts'), 'tabStorage'],
          sessionStorage: [own('tab-storage.ts'), 'tabStorage'],
          BroadcastChannel: [own('tab-storage.ts'), 'SilentChannel'],
        },
      },
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
