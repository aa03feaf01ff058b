import { rangeInJson } from './locate-json.ts'
import { rangeInXml } from './locate-xml.ts'
import type { TextRange } from './text-range.ts'

/**
 * The place in a text of which a problem speaks, by its path (a JSON path or an XPath) or the column that its words name;
 * the nearest place around it where what it names is missing; undefined when nothing can be told.
 */
export function placeOf(text: string, { path, message }: { path: string; message: string }): TextRange | undefined {
  const column = /column (\d+)/.exec(message)?.[1]
  if (column !== undefined && !text.includes('\n')) {
    const from = Math.min(Number(column) - 1, text.length)
    return { from, to: Math.min(from + 1, text.length) }
  }
  return path.startsWith('$') ? rangeInJson(text, path) : rangeInXml(text, path)
}

/** A JSON text with each value on a line of its own; what is written in it stays as it is. Other texts stay unchanged. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    // As it was sent: the problem says what is wrong with it.
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
