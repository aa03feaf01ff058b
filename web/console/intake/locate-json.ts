import type { TextRange } from './text-range.ts'

const space = /\s*/y
const string = /"(?:[^"\\]|\\.)*"/y
const scalar = /[^\s,\]}]+/y

/** A walk through a JSON text along the steps of a path; `best` is the innermost value on the way that was read so far. */
type Walk = {
  text: string
  steps: readonly (string | number)[]
  at: number
  best: TextRange | undefined
  bestDepth: number
}

/** The place of the value at a JSON path; of the innermost value around it, the beginning. */
export function rangeInJson(text: string, path: string): TextRange | undefined {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  const walk: Walk = { text, steps, at: 0, best: undefined, bestDepth: -1 }
  readValue(walk, 0)
  return walk.best
}

function match(walk: Walk, pattern: RegExp): string {
  pattern.lastIndex = walk.at
  const found = pattern.exec(walk.text)?.[0] ?? ''
  walk.at += found.length
  return found
}

/** Reads one value; `depth` is how many steps lead to it, -1 when it is beside the way. False when there is none. */
function readValue(walk: Walk, depth: number): boolean {
  match(walk, space)
  const from = walk.at
  const opening = walk.text[from]
  const isRead =
    opening === '{' || opening === '['
      ? readContainer(walk, depth, opening === '{')
      : match(walk, opening === '"' ? string : scalar) !== ''
  if (isRead && depth > walk.bestDepth) {
    walk.bestDepth = depth
    walk.best = { from, to: depth === walk.steps.length ? walk.at : from + 1 }
  }
  return isRead
}

function readContainer(walk: Walk, depth: number, isObject: boolean): boolean {
  walk.at++
  for (let index = 0; ; index++) {
    match(walk, space)
    if (walk.text[walk.at] === '}' || walk.text[walk.at] === ']') return ++walk.at > 0
    if (index > 0 && !skip(walk, ',')) return false
    const step = isObject ? readName(walk) : index
    if (step === undefined) return false
    const isOnWay = depth >= 0 && walk.steps[depth] === step
    if (!readValue(walk, isOnWay ? depth + 1 : -1)) return false
  }
}

/** The name of a member, with the colon after it. */
function readName(walk: Walk): string | undefined {
  match(walk, space)
  const name = match(walk, string)
  match(walk, space)
  return name !== '' && skip(walk, ':') ? (JSON.parse(name) as string) : undefined
}

function skip(walk: Walk, sign: string): boolean {
  if (walk.text[walk.at] !== sign) return false
  walk.at++
  return true
}
