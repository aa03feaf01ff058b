import { dirname, join, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }

/*
 * The server in few files, as `npm start` and a release run it: a third of the memory of a portal at rest were the sources
 * of 1,800 modules (docs/decisions/0106-the-server-runs-from-few-files.md), and a command takes a quarter of a second
 * instead of more than half. What the server starts beside itself, the intake's thread and the processes for papers,
 * is built too; tests and `npm run dev` run from the sources.
 */

const root = import.meta.dirname
const output = join(root, 'dist/server')

/** Leads the built code to the files that a module has beside its source. */
function sourceFolders(): Plugin {
  return {
    name: 'source-folders',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.dirname')) return null
      const folder = relative(output, dirname(id)).split(sep).join('/')
      return code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
    },
  }
}

/** Writes all signs outside of ASCII as escapes: for one of them Node would hold the whole file in two bytes a sign. */
function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        file.code = file.code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
    },
  }
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [sourceFolders(), onlyAscii()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: output,
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      // Packages that are programs, data, or load programs that are built where they are installed.
      external: manifest.unbundledDependencies,
      input: {
        main: join(root, 'server/main.ts'),
        cli: join(root, 'server/cli.ts'),
        health: join(root, 'server/health.ts'),
        'intake-thread': join(root, 'server/intake-thread.ts'),
        'pdf-worker': join(root, 'server/papers/pdf-worker.ts'),
      },
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Names stay, so that a stack still says where an error came from.
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        comments: { legal: false, annotation: false, jsdoc: false },
      },
    },
  },
})
