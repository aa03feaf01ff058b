import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkOf, directIcons, endpointsWithoutSchemas } from './web-chunks.ts'

const root = join(import.meta.dirname, 'web')

/**
 * Parses messages at build time, so that the browser needs no parser: a text with arguments becomes its syntax tree.
 */
function parsedMessages(): Plugin {
  const compile = (message: string) => (message.includes('{') ? parse(message, { captureLocation: false }) : message)
  return {
    name: 'parsed-messages',
    async load(id) {
      if (!/\/contract\/messages\/.+\.ts$/.test(id)) return null
      const exported = (await import(`${pathToFileURL(id).href}?${Date.now()}`)) as Record<string, unknown>
      return Object.entries(exported)
        .map(([name, value]) => {
          const texts = Object.entries(value as Record<string, string>).map(([key, text]) => [key, compile(text)])
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(texts))}`
        })
        .join('\n')
    },
  }
}

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

/** Writes a brotli and a gzip file beside every text file of the build; the server sends them as they are. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let folder = ''
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const theme = join(folder, 'theme.js')
      // This file is served without minification, so its comments and indentation are removed here.
      await writeFile(theme, (await readFile(theme, 'utf8')).replaceAll(/^\s*\/\/.*\n|^\s+/gm, ''))
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file))
          .map(async (file) => {
            const content = await readFile(join(folder, file))
            const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
            await writeFile(join(folder, `${file}.br`), await brotli(content, brotliOptions))
            await writeFile(join(folder, `${file}.gz`), await zip(content, { level: 9 }))
          }),
      )
    },
  }
}

export default defineConfig({
  root,
  plugins: [
    parsedMessages(),
    directIcons(join(root, 'ui/icon.ts')),
    endpointsWithoutSchemas(),
    react(),
    tailwind(),
    stampedWorker(),
    precompressed(),
  ],
  resolve: {
    alias: [
      // React has this function since version 18, so the shim for older versions is left out.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      // Only the server validates. Without the schemas the first load is a sixth smaller.
      { find: /^typebox$/, replacement: join(root, 'api/without-schemas.ts') },
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
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
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !/\/(app|rolldown-runtime)-[^/]*$/.test(file)) : needed,
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
      },
      output: {
        // The browser requests the service worker by this fixed name, and checks it for changes.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [{ debugName: 'app and portal', name: chunkOf(root) }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
