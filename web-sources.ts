import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { parsedCatalogues } from './web-texts.ts'

/*
 * How the sources of the web are read, in the build, in development and in the tests of the web alike
 * (docs/decisions/0039-what-the-build-does-for-the-first-load.md). Each of these throws when what it reads is no longer
 * written as it expects.
 */

const web = join(import.meta.dirname, 'web')

/** The plugins through which sources are read. */
export const webSources = (): Plugin[] => [
  parsedCatalogues(),
  directIcons(join(web, 'ui/icon.ts')),
  endpointsWithoutSchemas(),
]

/** What stands for a package. Only the server validates, so the web has no schema library. */
export const webAliases = [
  { find: /^typebox$/, replacement: join(web, 'api/without-schemas.ts') },
  // React has had the hook itself since version 18; the shim brings another copy of it along.
  {
    find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
] as const

const iconImport = /import \{([^}]*)\} from 'lucide-react'/g
type IconData = { node?: readonly (readonly [string, Record<string, string>])[] }

/**
 * Imports each icon from its own file, because through the package's index every page would seem to need every icon; and
 * takes of that file the shape alone. `iconModule` draws it: the package's own code for that is larger than all the
 * icons of a list, and an icon's file holds a name, a size and keys that no minifier can shorten.
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
    async load(id) {
      const [file = ''] = id.split('?')
      if (!/\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/.test(file)) return null
      const { __iconData } = (await import(pathToFileURL(file).href)) as { __iconData?: IconData }
      const shape = JSON.stringify(iconShape(file, __iconData))
      return `import { drawn } from ${JSON.stringify(iconModule)}\nexport default drawn(${shape})`
    },
    transform: (code, id) => {
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

/** The elements of an icon without React's keys. Throws when the package no longer says them as it does now. */
export function iconShape(file: string, data: IconData | undefined): [string, Record<string, string>][] {
  if (!data?.node?.length) throw new Error(`${file} has no shape: lucide-react writes its icons another way now`)
  return data.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes])
}

const serverOnlyFields = new Set(['summary', 'params', 'query', 'body', 'reply', 'reads', 'personal'])

/** Keeps of an endpoint only what a caller needs: method, path and access. The server validates inputs and replies. */
function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    transform(code, id) {
      if (id.endsWith('/contract/endpoint.ts')) return { code: withoutEmptySchemas(code), map: null }
      if (!/\/contract\/(?!endpoint\.ts).*\.ts$/.test(id) || !/\bendpoint\b.* from /.test(code)) return null
      return { code: withoutSchemas(code, this.parse(code), id), map: null }
    },
  }
}

/** The code of `endpoint` itself, without the schemas that stand for those which are left out. Throws when it has none. */
export function withoutEmptySchemas(code: string): string {
  const without = code.replace(/\.\.\.\{\s*params: emptyObject,\s*query: emptyObject,\s*body: emptyObject,?\s*\},/, '')
  if (without === code) throw new Error('contract/endpoint.ts stands in for schemas in another way now')
  return without
}

/** Code that declares endpoints, without their schemas. Throws when an endpoint is declared in another way. */
export function withoutSchemas(code: string, tree: unknown, file: string): string {
  const ranges: [number, number][] = []
  let calls = 0
  let declarations = 0
  visitNodes(tree, (node) => {
    if (node.type !== 'CallExpression' || node.callee?.name !== 'endpoint') return
    calls += 1
    const { properties } = node.arguments?.[3] ?? {}
    if (properties === undefined) return
    declarations += 1
    for (const property of properties)
      if (serverOnlyFields.has(property.key?.name ?? '')) ranges.push([property.start, property.end])
  })
  if (declarations === 0 || declarations !== calls || /\bendpoint as\b/.test(code))
    throw new Error(
      `${file}: declare each endpoint as endpoint(method, path, access, { … }), so that a browser need not load its schemas`,
    )
  return removeUnusedImports(removeRanges(code, ranges))
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
