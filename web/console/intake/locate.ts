/** From which character to which: the place of a problem in a text. */
export type Place = { from: number; to: number }

/**
 * The place in a text of which a problem speaks, by its path (a JSON path or an XPath) or the column that its words name;
 * the nearest place around it where what it names is missing; undefined when nothing can be told.
 */
export function placeOf(text: string, { path, message }: { path: string; message: string }): Place | undefined {
  const column = /column (\d+)/.exec(message)?.[1]
  if (column !== undefined && !text.includes('\n')) {
    const from = Math.min(Number(column) - 1, text.length)
    return { from, to: Math.min(from + 1, text.length) }
  }
  return path.startsWith('$') ? placeInJson(text, path) : placeInXml(text, path)
}

/** A JSON text with each value on a line of its own; what is written in it stays as it is. Other texts stay unchanged. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let depth = 0
  let result = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++
      result += token + line()
    } else if (token === '}' || token === ']') {
      depth--
      const isEmpty = /[{[]\s*$/.test(result)
      result = isEmpty ? result.trimEnd() + token : result + line() + token
    } else if (token === ',') result += token + line()
    else result += token === ':' ? ': ' : token
  }
  return result
}

/** The place of the value at a JSON path, or of the innermost value around it. */
function placeInJson(text: string, path: string): Place | undefined {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  const space = /\s*/y
  const string = /"(?:[^"\\]|\\.)*"/y
  const scalar = /[^\s,\]}]+/y
  let at = 0
  let best: Place | undefined
  let bestDepth = -1

  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  /** Reads one value; `depth` is how many steps lead to it, -1 when it is beside the way. */
  const value = (depth: number): boolean => {
    match(space)
    const from = at
    const opening = text[at]
    const isRead =
      opening === '{' || opening === '[' ? container(depth, opening) : match(opening === '"' ? string : scalar) !== ''
    if (isRead && depth > bestDepth) {
      bestDepth = depth
      // Of what is around the place only the beginning is marked.
      best = { from, to: depth === steps.length ? at : from + 1 }
    }
    return isRead
  }
  const container = (depth: number, opening: string): boolean => {
    at++
    for (let index = 0; ; index++) {
      match(space)
      if (text[at] === '}' || text[at] === ']') return ++at > 0
      if (index > 0) {
        if (text[at] !== ',') return false
        at++
        match(space)
      }
      let step: string | number = index
      if (opening === '{') {
        const name = match(string)
        match(space)
        if (name === '' || text[at] !== ':') return false
        at++
        step = JSON.parse(name) as string
      }
      if (!value(depth >= 0 && steps[depth] === step ? depth + 1 : -1)) return false
    }
  }
  value(0)
  return best
}

/** The place of the element at an XPath, by local names and positions, or of the innermost element around it. */
function placeInXml(text: string, path: string): Place | undefined {
  const steps = path
    .split('/')
    .filter(Boolean)
    .map((step) => /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/.exec(step))
    .map((step) => ({ name: step?.[1] ?? '', index: Number(step?.[2] ?? 1) }))
  const tag =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:"[^"]*"|'[^']*'|[^"'>])*?(\/?)>/g
  type Open = { depth: number; from: number; seen: Map<string, number> }
  const open: Open[] = [{ depth: 0, from: 0, seen: new Map() }]
  let best: Place | undefined
  let bestDepth = 0
  for (const found of text.matchAll(tag)) {
    const [whole, closes, name, isEmpty] = found
    if (name === undefined) continue
    if (closes) {
      const element = open.length > 1 ? open.pop() : undefined
      if (element && element.depth === steps.length && element.depth === bestDepth && best?.from === element.from)
        best = { from: element.from, to: found.index + whole.length }
      continue
    }
    const parent = open.at(-1)
    if (!parent) return best
    const index = (parent.seen.get(name) ?? 0) + 1
    parent.seen.set(name, index)
    const step = parent.depth >= 0 ? steps[parent.depth] : undefined
    const depth = step?.name === name && step.index === index ? parent.depth + 1 : -1
    if (depth > bestDepth) {
      bestDepth = depth
      best = { from: found.index, to: found.index + whole.length }
    }
    if (!isEmpty) open.push({ depth, from: found.index, seen: new Map() })
  }
  return best
}
