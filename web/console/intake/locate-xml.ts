import type { TextRange } from './text-range.ts'

const tag =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:"[^"]*"|'[^']*'|[^"'>])*?(\/?)>/g

/** An element that is not closed yet; `depth` is how many steps lead to it, -1 when it is beside the way. */
type Open = { depth: number; from: number; seen: Map<string, number> }
type Step = { name: string; index: number }

/** The place of the element at an XPath, by local names and positions; of the innermost element around it, the beginning. */
export function rangeInXml(text: string, path: string): TextRange | undefined {
  const steps = path.split('/').filter(Boolean).map(stepOf)
  const open: Open[] = [{ depth: 0, from: 0, seen: new Map() }]
  let best: TextRange | undefined
  let bestDepth = 0
  for (const { 0: whole, 1: closing, 2: name, 3: isEmpty, index: from } of text.matchAll(tag)) {
    if (name === undefined) continue
    const to = from + whole.length
    if (closing) {
      const element = open.length > 1 ? open.pop() : undefined
      if (element?.depth === steps.length && best?.from === element.from) best = { from: element.from, to }
      continue
    }
    const depth = depthOf(open.at(-1), name, steps)
    if (depth > bestDepth) {
      bestDepth = depth
      best = { from, to }
    }
    if (!isEmpty) open.push({ depth, from, seen: new Map() })
  }
  return best
}

function stepOf(text: string): Step {
  const [, name = '', index] = /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/.exec(text) ?? []
  return { name, index: Number(index ?? 1) }
}

/** How many steps lead to a child of an element, which is counted. */
function depthOf(parent: Open | undefined, name: string, steps: readonly Step[]): number {
  if (!parent) return -1
  const index = (parent.seen.get(name) ?? 0) + 1
  parent.seen.set(name, index)
  const step = parent.depth < 0 ? undefined : steps[parent.depth]
  return step?.name === name && step.index === index ? parent.depth + 1 : -1
}
