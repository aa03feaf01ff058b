import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/* Which code of the web is loaded together, and what of it a browser never needs. */

type Info = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Modules = { getModuleInfo: (id: string) => Info | null }

/** What the signed-in's pages need and a list does not, though the one door of its package makes it seem so. */
const notForLists = /react-query\/.*\/useMutation\.js$|query-core\/.*\/mutationObserver\.js$/

/** Small parts that several pages share: icons and components; not menus, which bring a library along, nor messages and high contrast, which come by themselves. */
const ofKit =
  /\/web\/(ui\/(?!MenuPopup|menu-|forced|Toasts|toast-place|free-place)|api\/)[\w-]+\.|\/contract\/(?!messages)[\w/-]+\.ts$|\/lucide-react\/.*\/icons\//

/**
 * Puts what is always loaded together into one file, for it is smaller compressed whole than in thirty parts: `app` for
 * everybody, `portal` for the signed-in and for what a list shares with other pages, `list` for what only lists need,
 * `kit` for what other pages share: each part by itself would be named in the first load. Every other module stays
 * with its page.
 */
export function chunkOf(root: string): (id: string, modules: Modules) => string | null {
  let chunks: { app: Set<string>; portal: Set<string>; list: Set<string>; early: Set<string> } | undefined
  const start = join(root, 'main.tsx')
  return (id, modules) => {
    if (!chunks) {
      const load = (path: string) => loadedWith(modules, join(root, path))
      const signedIn = load('app/SignedIn.tsx')
      const [table, cards] = [load('documents/ListTable.tsx'), load('documents/ListCards.tsx')]
      const page = load('documents/DocumentListPage.tsx')
      const list = page.union(table).union(cards)
      const others = load('documents/DocumentPage.tsx').union(load('dashboard/DashboardPage.tsx'))
      const signedOut = load('app/SignedOut.tsx')
      const app = load('main.tsx').union(signedOut.intersection(signedIn.union(list)))
      chunks = {
        early: loadedWith(modules, join(root, 'app/SignedOut.tsx'), true).union(list),
        app,
        portal: signedIn.union(list.intersection(others)),
        list: page.union(table.intersection(cards)),
      }
    }
    if (id === start || notForLists.test(id)) return null
    // What the bundler itself needs in many parts.
    if (chunks.app.has(id) || id.includes('rolldown/runtime')) return 'app'
    if (chunks.portal.has(id)) return 'portal'
    if (chunks.list.has(id)) return 'list'
    return ofKit.test(id) && !chunks.early.has(id) ? 'kit' : null
  }
}

/** A module and all that it imports, and they in turn; with `later`, also what is fetched only when it is needed. */
function loadedWith(modules: Modules, start: string, later = false): Set<string> {
  const found = new Set([start])
  for (const id of found) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) found.add(imported)
    if (later) for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported)
  }
  return found
}

const iconImport = /import \{([^}]*)\} from 'lucide-react'/g
const iconMaker = /import createLucideIcon from '[^']+'/
/** What an icon's file says beside its shape: a name, a size that all have, and keys that no packer can shorten. */
const besideShape = /\n\s*name: "[^"]*",|\n\s*size: 24,|,\s*key: "[^"]*"|__iconData\.node;/g

/**
 * Imports each icon from its own file: through the package's one door every page would seem to need every icon. Their
 * shapes are drawn by `maker`, for the package's own way to draw them is longer than all the icons of a list.
 */
export function directIcons(maker: string): Plugin {
  const door = readFileSync(
    createRequire(import.meta.url)
      .resolve('lucide-react/icons')
      .replace('cjs/lucide-react.js', 'esm/lucide-react.mjs'),
    'utf8',
  )
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of door.matchAll(/export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  const direct = (name: string) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`)
    return `import ${name} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'direct-icons',
    enforce: 'pre',
    transform: (code, id) => {
      if (/\/lucide-react\/.*\/icons\//.test(id))
        return code.replace(besideShape, '').replace(iconMaker, `import { drawn as createLucideIcon } from '${maker}'`)
      if (!/\/web\/.*\.tsx?$/.test(id) || !code.includes("'lucide-react'")) return null
      return code.replace(iconImport, (_, names: string) => {
        const values = names.split(',').map((name) => name.trim())
        return values
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(direct)
          .join(';')
      })
    },
  }
}

const forTheServer = new Set(['summary', 'params', 'query', 'body', 'reply'])

/** Leaves of an endpoint what a caller needs: its method, its path and who may call. What goes in and out, the server checks. */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    transform(code, id) {
      if (!/\/contract\/.*\.ts$/.test(id) || !code.includes('endpoint(')) return null
      const cuts: [number, number][] = []
      visit(this.parse(code), (node) => {
        if (node.type !== 'CallExpression' || node.callee?.name !== 'endpoint') return
        for (const part of node.arguments?.[3]?.properties ?? [])
          if (forTheServer.has(part.key?.name ?? '')) cuts.push([part.start, part.end])
      })
      return { code: withoutIdleImports(without(code, cuts)), map: null }
    },
  }
}

/** A text without some stretches of it, and without the comma behind each. */
function without(code: string, cuts: readonly [number, number][]): string {
  return cuts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

const importLine = /^import \{([^}]*)\} from [^\n]*\n/gm

/** Without what only the schemas needed: else a page would seem to need all that any call of its feature sends. */
function withoutIdleImports(code: string): string {
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

type Node = {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: (Node & { key?: { name?: string } })[] }[]
}

/** Calls `meet` with each node of a syntax tree. */
function visit(tree: unknown, meet: (node: Node) => void): void {
  if (typeof tree !== 'object' || tree === null) return
  if (Array.isArray(tree)) for (const one of tree) visit(one, meet)
  else {
    if ('type' in tree && typeof tree.type === 'string') meet(tree as Node)
    for (const part of Object.values(tree)) visit(part, meet)
  }
}
