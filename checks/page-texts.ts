import { posix } from 'node:path'
import type { SourceFile } from './rules/project-files.ts'
import { keyReaders } from './rules/texts.ts'

/** The topic (file) of each key of the English catalogues. */
export type TopicsByKey = ReadonlyMap<string, string>

/** A dynamic import: where it stands, what it loads, and which export of that, when the texts are loaded with it. */
type Site = { from: string; to: string; name: string | undefined }
/** Topics whose file holds the texts of others too. */
type Bundles = Readonly<Record<string, readonly string[]>>
type Module = { imports: readonly string[]; sites: readonly Site[]; topics: ReadonlySet<string> }

const source = /^(web|contract)\/.+\.tsx?$/
const staticImport = /^(?:import|export) (?!type\b)([^'";]*?)from '((?:\.|#web\/)[^']+\.tsx?)'/gm
const dynamicImport = /import\(\s*'((?:\.|#web\/)[^']+\.tsx?)'\s*\)(?:,\s*'(\w+)')?/g

const importsValues = (names: string) =>
  !names.includes('{') ||
  names
    .replaceAll(/[{}\s]/g, '')
    .split(',')
    .some((name) => name !== '' && !/^type[A-Z]/.test(name))

function readModules(files: readonly SourceFile[], topicsByKey: TopicsByKey): Map<string, Module> {
  const sources = files.filter(({ path }) => source.test(path) && !/\.test\.tsx?$|page-texts\.ts$/.test(path))
  const keys = [...topicsByKey.keys()]
  return new Map(
    sources.map(({ path, text }) => {
      const resolve = (target: string) =>
        target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target)
      const imports = [...text.matchAll(staticImport)].filter(([, names = '']) => importsValues(names))
      // Names in the contract, such as permissions, may look like keys; only the web makes keys of them.
      const { literals, shapes } = keyReaders(path.startsWith('web/') ? [text] : [])
      const composed = shapes.length === 0 ? [] : keys.filter((key) => shapes.some((shape) => shape.test(key)))
      const topics = [...literals, ...composed].flatMap((key) => topicsByKey.get(key) ?? [])
      return [
        path,
        {
          imports: imports.map(([, , target = '']) => resolve(target)),
          sites: [...text.matchAll(dynamicImport)].map(([, target = '', name]) => ({
            from: path,
            to: resolve(target),
            name,
          })),
          topics: new Set(topics),
        },
      ]
    }),
  )
}

/** A module and all that it imports, directly or not. */
function reachable(modules: ReadonlyMap<string, Module>, start: string): Set<string> {
  const reached = new Set([start])
  for (const path of reached) for (const imported of modules.get(path)?.imports ?? []) reached.add(imported)
  return reached
}

/** The portal of the customers, and the console of the supplier's staff. */
const entries = ['web/main.tsx', 'web/console/main.tsx']

/**
 * Topics that a page and what it opens do not need, although they put keys of their form together: a list labels only
 * the fields that lists show, and their labels are in its own topic (web/documents/columns/columns.test.ts proves it). Lists
 * are what most people load first.
 */
const unneeded: readonly { page: string; topic: string }[] = [
  { page: 'web/documents/list/DocumentListPage.tsx', topic: 'fields' },
]
const unneededOn = (path: string) => unneeded.filter(({ page }) => page === path).map(({ topic }) => topic)

/** The files that bring these topics: a bundle serves for all that it holds. */
function filesFor(topics: ReadonlySet<string>, bundles: Bundles): string[] {
  const [bundle] = Object.keys(bundles).filter((name) => topics.has(name))
  if (bundle === undefined) return [...topics].sort()
  return [bundle, ...topics.difference(new Set([bundle, ...(bundles[bundle] ?? [])]))].sort()
}

/**
 * The topics that must be loaded with each page and component that is loaded by itself: those whose keys it or what it
 * imports names, except those that are loaded whenever it can be shown. `missing` names what would be shown without its
 * texts.
 */
export function textsOfPages(
  files: readonly SourceFile[],
  topicsByKey: TopicsByKey,
  bundles: Bundles,
): { pages: Map<string, string[]>; consolePages: Map<string, string[]>; missing: string[] } {
  const modules = readModules(files, topicsByKey)
  const reach = new Map([...modules.keys()].map((path) => [path, reachable(modules, path)]))
  const topicsOf = (path: string) =>
    new Set([...(reach.get(path) ?? [])].flatMap((reached) => [...(modules.get(reached)?.topics ?? [])]))
  // What stands above the portal when staff see it as somebody sees it has no texts of its own.
  const sites = [...modules.values()]
    .flatMap((module) => module.sites)
    .filter(({ from, to }) => modules.has(to) && !from.startsWith('web/viewing/'))
  const starts = [...new Set(sites.map(({ to }) => to))]
  const shownBy = (path: string) => [...entries, ...starts].filter((start) => reach.get(start)?.has(path))

  const needs = new Map(
    starts.map((path) => {
      const topics = topicsOf(path).difference(new Set(unneededOn(path)))
      const owners = entries.filter((entry) => sites.some(({ from, to }) => to === path && reach.get(entry)?.has(from)))
      if (owners.length === 0) return [path, topics]
      const entryTopics = new Set(owners.flatMap((entry) => [...topicsOf(entry)]))
      // The entry shows one of its large parts first, which brings the entry's own texts too.
      return [path, topics.isSubsetOf(entryTopics) ? new Set<string>() : topics.union(entryTopics)]
    }),
  )
  const withBundled = (topics: ReadonlySet<string>) =>
    new Set([...topics].flatMap((topic) => [topic, ...(bundles[topic] ?? [])]))
  // Begins with everything and takes away what is not certain to be there, until nothing changes.
  const all = new Set(topicsByKey.values())
  const there = new Map([
    ...entries.map((entry): [string, Set<string>] => [entry, new Set()]),
    ...starts.map((path): [string, Set<string>] => [path, all]),
  ])
  const before = (path: string) =>
    sites
      .filter(({ to }) => to === path)
      .flatMap(({ from }) => shownBy(from))
      .map((start) => there.get(start) ?? new Set<string>())
      .reduce((common, topics) => common.intersection(topics))
  for (let changed = true; changed; ) {
    changed = false
    for (const path of starts) {
      const loaded = before(path)
        .union(withBundled(needs.get(path) ?? new Set()))
        .union(new Set(unneededOn(path)))
      changed ||= loaded.size !== there.get(path)?.size
      there.set(path, loaded)
    }
  }

  const pages = new Map<string, string[]>()
  /** Apart, so that the customers' first load does not name what it never loads. */
  const consolePages = new Map<string, string[]>()
  const missing: string[] = []
  for (const { from, to, name } of sites) {
    const own = filesFor((needs.get(to) ?? new Set<string>()).difference(before(to)), bundles)
    // The console has no file `shell`: what that bundles, it loads topic by topic (web/console/load-texts.ts).
    const near = from.startsWith('web/console/') ? [bundles.auth ?? []] : Object.values(bundles)
    const nowhere = own.filter((topic) => near.some((bundled) => bundled.includes(topic)))
    if (nowhere.length > 0) missing.push(`${to}: shows texts of ${nowhere.join(', ')}, which have no file of their own`)
    else if (own.length > 0 && name === undefined)
      missing.push(`${from}: loads ${to} without its texts (${own.join(', ')}): use lazyComponent or loadWithTexts`)
    else if (own.length > 0 && name !== undefined)
      (from.startsWith('web/console/') ? consolePages : pages).set(name, own)
  }
  const sorted = (map: Map<string, string[]>) => new Map([...map].sort(([a], [b]) => a.localeCompare(b, 'en')))
  return { pages: sorted(pages), consolePages: sorted(consolePages), missing }
}
