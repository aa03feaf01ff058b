import type { GuessChoices, GuessPlace } from '#contract/imports/guess.ts'
import { nodesAt } from '../map/columns.ts'
import type { TreeNode } from '../read/rows.ts'
import type { SampleTree } from './tree.ts'

/* Where in XML or JSON the documents may stand, and inside them their lines. */

/** Elements that may be the rows, or lines inside them: their path, and those of them in the sample. */
export type Repeated = { path: string[]; nodes: TreeNode[] }

/** How many places are tried by a guess, and how many are offered to a person. */
const mostTried = 8
const mostOffered = 40

const hasParts = ({ children }: TreeNode) => Object.keys(children ?? {}).length > 0

/** The places below nodes at which elements with parts stand, the outermost first, as far as they are wanted. */
export function placesBelow(
  nodes: readonly TreeNode[],
  isWanted: (nodes: TreeNode[], each: number) => boolean,
  most = mostTried,
): Repeated[] {
  const places: Repeated[] = []
  const queue: Repeated[] = [{ path: [], nodes: [...nodes] }]
  for (let place = queue.shift(); place && places.length < most; place = queue.shift()) {
    const names = new Set(place.nodes.flatMap(({ children }) => Object.keys(children ?? {})))
    for (const name of names) {
      const inner = place.nodes.flatMap(({ children }) => children?.[name] ?? []).filter(hasParts)
      const each = Math.max(...place.nodes.map(({ children }) => children?.[name]?.length ?? 0))
      if (inner.length === 0) continue
      const next = { path: [...place.path, name], nodes: inner }
      if (isWanted(inner, each)) places.push(next)
      queue.push(next)
    }
  }
  return places
}

/**
 * A path as a person writes it, in the profile's form: `/Orders/Order`, `//Order` and `e:Order` of XML and `$.data.orders[*]`
 * of JSON are understood.
 */
function writtenPath(written: string, { as, counts }: SampleTree): string[] {
  const text = written.trim().replaceAll('[*]', '')
  const slashed = text.startsWith('$') ? text.slice(1).replaceAll('.', '/') : text
  const steps = slashed.split('/').filter((step) => step !== '' && step !== '.')
  const path = as === 'xml' ? steps.map((step) => step.replace(/^[^:@]*:/, '')) : steps
  if (!slashed.startsWith('//')) return path
  const end = `/${path.join('/')}`
  return [...counts.keys()].find((known) => `/${known}`.endsWith(end))?.split('/') ?? path
}

/** The elements that somebody has chosen as the rows; undefined when nobody has. */
export function chosenRows(tree: SampleTree, { rows }: GuessChoices): Repeated | undefined {
  if (rows === undefined) return undefined
  const path = writtenPath(rows, tree)
  // The root of XML is an element with a name; '' is that element.
  const named = tree.as === 'xml' && path.length === 0 ? Object.keys(tree.top[0]?.children ?? {}).slice(0, 1) : path
  return { path: named, nodes: tree.top.flatMap((node) => nodesAt(node, named)) }
}

/** The elements inside the rows that somebody has chosen as lines: `null` for none, undefined when nobody has chosen. */
export function chosenLines(tree: SampleTree, rows: Repeated, { lines }: GuessChoices): Repeated | null | undefined {
  if (lines === undefined) return undefined
  const path = writtenPath(lines, { ...tree, counts: countsBelow(tree, rows.path) })
  return path.length === 0 ? null : { path, nodes: rows.nodes.flatMap((node) => nodesAt(node, path)) }
}

function countsBelow({ counts }: SampleTree, rows: readonly string[]): Map<string, number> {
  const start = rows.map((step) => `${step}/`).join('')
  const inside = [...counts].filter(([path]) => path.startsWith(start) && path.length > start.length)
  return new Map(inside.map(([path, count]) => [path.slice(start.length), count]))
}

/** The places that can be chosen as rows, and inside the rows as lines, each with how many elements stand there. */
export function placesToChoose(tree: SampleTree, rows: Repeated): { rows: GuessPlace[]; lines: GuessPlace[] } {
  const counted = (counts: ReadonlyMap<string, number>) => (place: Repeated) => {
    const path = place.path.join('/')
    return { path, count: counts.get(path) ?? place.nodes.length, isWhole: tree.isWhole }
  }
  const top = tree.as === 'json' ? [{ path: [], nodes: tree.top }] : []
  return {
    rows: [...top, ...placesBelow(tree.top, () => true, mostOffered)].map(counted(tree.counts)),
    lines: placesBelow(rows.nodes, () => true, mostOffered).map(counted(countsBelow(tree, rows.path))),
  }
}
