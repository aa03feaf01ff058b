import { createHash } from 'node:crypto'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageTexts } from './web/ui/page-texts.ts'
import { chunkOf } from './web-chunks.ts'
import { firstFiles } from './web-first-files.ts'
import { precompressed } from './web-precompressed.ts'
import { webAliases, webSources } from './web-sources.ts'
import { hashedTheme } from './web-theme.ts'

const root = join(import.meta.dirname, 'web')

/** Writes a hash of the build's file names into the worker, so that browsers notice a new version. */
function stampedWorker(): Plugin {
  return {
    name: 'stamped-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const worker = bundle['worker.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no worker')
      const names = Object.keys(bundle).toSorted().join()
      const build = createHash('sha256').update(names).digest('hex').slice(0, 16)
      worker.code = worker.code.replaceAll('__BUILD__', JSON.stringify(build))
    },
  }
}

/** Which files each page needs first. */
const pages = firstFiles({
  ...{ root, page: 'index.html', output: '.vite/first-files.json', calls: 'app/first-calls.ts', pageTexts },
  pages: {
    signedOut: ['app/SignedOut.tsx', 'SignedOut'],
    shell: ['app/SignedIn.tsx', 'SignedIn'],
    dashboard: ['dashboard/DashboardPage.tsx', 'DashboardPage'],
    list: ['documents/list/DocumentListPage.tsx', 'DocumentListPage'],
    table: ['documents/list/rows/ListTable.tsx', 'ListTable'],
    cards: ['documents/list/rows/ListCards.tsx', 'ListCards'],
    detail: ['documents/detail/DocumentPage.tsx', 'DocumentPage'],
  },
  textsModule: (language) => `ui/texts/${language}.ts`,
})

const theme = hashedTheme({ root, page: 'index.html', folder: 'assets' })

export default defineConfig({
  root,
  plugins: [webSources(), react(), tailwind(), stampedWorker(), pages, theme, precompressed({ smallest: true })],
  resolve: {
    alias: [...webAliases],
  },
  // Pages are loaded when they are opened: found only then, a package would have the open page load anew.
  optimizeDeps: { entries: ['index.html', '**/*.tsx'], exclude: ['lucide-react'] },
  server: {
    fs: { allow: [import.meta.dirname] },
    // The web's own folder web/api is served from its sources.
    proxy: {
      '/api': {
        target: process.env.PORTAL_URL ?? 'http://localhost:3000',
        bypass: ({ url }) => (/\.tsx?(\?|$)/.test(url ?? '') ? url : undefined),
      },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17.2'],
    modulePreload: {
      polyfill: false,
      // A browser that loads a page already has these files.
      resolveDependencies: (_, needed, { hostId, hostType }) =>
        hostType === 'js'
          ? needed.filter(
              (file) =>
                !/\/(app|session|rolldown-runtime)-[^/]*$/.test(file) &&
                !(/\/portal-/.test(file) && /\/(portal|list)-/.test(hostId)),
            )
          : needed,
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      input: { index: join(root, 'index.html'), worker: join(root, 'worker/worker.ts') },
      // Declaring an endpoint has no side effects: endpoints that no page calls are left out.
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
        // No module of ours or of a package relies on a getter being called for what it does beside giving a value.
        propertyReadSideEffects: false,
      },
      output: {
        // The browser requests the service worker by this fixed name, and checks it for changes.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash:7].js'),
        // Forty-two bits tell versions of one file apart. The first load names each file, and nothing in a name compresses.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [{ debugName: 'app and portal', name: chunkOf(root) }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
