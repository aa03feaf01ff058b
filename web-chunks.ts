import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/* Which modules of the web are bundled together, and which code a browser never needs. */

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }

/** Needed by the signed-in pages but not by a list, although the package's index imports it for both. */
const notInSharedChunks = /react-query\/.*\/useMutation\.js$|query-core\/.*\/mutationObserver\.js$/

/**
 * Small modules that several pages share: icons and components. Not menus, which bring a library along, nor toasts and
 * high contrast, which are loaded by themselves.
 */
const kitModules =
  /\/web\/(ui\/(?!MenuPopup|menu-|forced|Toasts|toast-place|free-place)|api\/)[\w-]+\.|\/contract\/(?!messages)[\w/-]+\.ts$|\/lucide-react\/.*\/icons\//

/**
 * Puts modules that are always loaded together into one file, which compresses better than thirty: `app` for everybody,
 * `portal` for the signed-in pages and for what a list shares with other pages, `list` for what only lists need, `kit`
 * for what other pages share, because the first load would name each small file. Every other module stays with its
 * page.
 */
export function chunkOf(root: string): (id: string, modules: ModuleGraph) => string | null {
  let chunks: { app: Set<string>; portal: Set<string>; list: Set<string>; early: Set<string> } | undefined
  const entryFile = join(root, 'main.tsx')
  return (id, modules) => {
    if (!chunks) {
      const load = (path: string) => reachableModules(modules, join(root, path))
      const signedIn = load('app/SignedIn.tsx')
      const [table, cards] = [load('documents/ListTable.tsx'), load('documents/ListCards.tsx')]
      const page = load('documents/DocumentListPage.tsx')
      const list = page.union(table).union(cards)
      const others = load('documents/DocumentPage.tsx').union(load('dashboard/DashboardPage.tsx'))
      const signedOut = load('app/SignedOut.tsx')
      const app = load('main.tsx').union(signedOut.intersection(signedIn.union(list)))
      chunks = {
        early: reachableModules(modules, join(root, 'app/SignedOut.tsx'), true).union(list),
        app,
        portal: signedIn.union(list.intersection(others)),
        list: page.union(table.intersection(cards)),
      }
    }
    if (id === entryFile || notInSharedChunks.test(id)) return null
    // The bundler's own runtime, which many files need.
    if (chunks.app.has(id) || id.includes('rolldown/runtime')) return 'app'
    if (chunks.portal.has(id)) return 'portal'
    if (chunks.list.has(id)) return 'list'
    return kitModules.test(id) && !chunks.early.has(id) ? 'kit' : null
  }
}

/** A module and everything it imports, directly or not; `includeDynamic` adds dynamic imports. */
function reachableModules(modules: ModuleGraph, start: string, includeDynamic = false): Set<string> {
  const reached = new Set([start])
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) reached.add(imported)
    if (includeDynamic) for (const imported of info?.dynamicallyImportedIds ?? []) reached.add(imported)
  }
  return reached
}

const iconImport = /import \{([^}]*)\} from 'lucide-react'/g
const iconFactoryImport = /import createLucideIcon from '[^']+'/
/**
 * The parts of an icon's file besides its shape: a name, a size that all share, and keys that no minifier can shorten.
 */
const unneededIconCode = /\n\s*name: "[^"]*",|\n\s*size: 24,|,\s*key: "[^"]*"|__iconData\.node;/g

/**
 * Imports each icon from its own file: through the package's index every page would seem to need every icon.
 * `iconModule` draws the shapes, because the package's own code for that is larger than all the icons of a list.
 */
export function directIcons(iconModule: string): Plugin {
  const packageIndex = readFileSync(
    createRequire(import.meta.url)
      .resolve('lucide-react/icons')
      .replace('cjs/lucide-react.js', 'esm/lucide-react.mjs'),
    'utf8',
  )
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of packageIndex.matchAll(/export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  const directImport = (name: string) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`)
    return `import ${name} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'direct-icons',
    enforce: 'pre',
    transform: (code, id) => {
      if (/\/lucide-react\/.*\/icons\//.test(id))
        return code
          .replace(unneededIconCode, '')
          .replace(iconFactoryImport, `import { drawn as createLucideIcon } from '${iconModule}'`)
      if (!/\/web\/.*\.tsx?$/.test(id) || !code.includes("'lucide-react'")) return null
      return code.replace(iconImport, (_, names: string) => {
        const values = names.split(',').map((name) => name.trim())
        return values
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(directImport)
          .join(';')
      })
    },
  }
}

const serverOnlyFields = new Set(['summary', 'params', 'query', 'body', 'reply'])

/** Keeps of an endpoint only what a caller needs: method, path and access. The server validates inputs and replies. */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    transform(code, id) {
      if (!/\/contract\/.*\.ts$/.test(id) || !code.includes('endpoint(')) return null
      const ranges: [number, number][] = []
      visitNodes(this.parse(code), (node) => {
        if (node.type !== 'CallExpression' || node.callee?.name !== 'endpoint') return
        for (const property of node.arguments?.[3]?.properties ?? [])
          if (serverOnlyFields.has(property.key?.name ?? '')) ranges.push([property.start, property.end])
      })
      return { code: removeUnusedImports(removeRanges(code, ranges)), map: null }
    },
  }
}

/** Removes ranges of a text, each with the comma after it. */
function removeRanges(code: string, ranges: readonly [number, number][]): string {
  return ranges
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

const importLine = /^import \{([^}]*)\} from [^\n]*\n/gm

/**
 * Removes imports that only the schemas needed: otherwise a page would seem to need the schemas of its whole feature.
 */
function removeUnusedImports(code: string): string {
  const rest = code.replaceAll(importLine, '')
  return code.replaceAll(importLine, (line, names: string) => {
    const locals = names.split(',').map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )
    return locals.some((local) => local !== '' && new RegExp(`\\b${local}\\b`).test(rest)) ? line : ''
  })
}

type SyntaxNode = {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: (SyntaxNode & { key?: { name?: string } })[] }[]
}

/** Calls `onNode` with each node of a syntax tree. */
function visitNodes(tree: unknown, onNode: (node: SyntaxNode) => void): void {
  if (typeof tree !== 'object' || tree === null) return
  if (Array.isArray(tree)) for (const child of tree) visitNodes(child, onNode)
  else {
    if ('type' in tree && typeof tree.type === 'string') onNode(tree as SyntaxNode)
    for (const child of Object.values(tree)) visitNodes(child, onNode)
  }
}
