/** A piece of a text in the small part of Markdown that terms are written in. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string }

const heading = /^(#{1,6})\s+(.+?)\s*#*$/
const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/

/**
 * The headings, lists and paragraphs of a Markdown text. The first heading of the first level is the page's own title
 * and is left out; whatever else Markdown knows stays as it is written.
 */
export function termsBlocks(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const body = /^#\s/.test(lines[first] ?? '') ? lines.slice(first + 1) : lines
  return body
    .join('\n')
    .split(/\n{2,}|\n(?=#{1,6}\s)|(?<=^#{1,6}\s.*)\n/m)
    .filter((part) => part.trim() !== '')
    .flatMap(blocksOf)
}

function blocksOf(part: string): Block[] {
  const title = heading.exec(part.trim())
  if (title?.[2]) return [{ kind: 'heading', level: (title[1]?.length ?? 1) <= 2 ? 2 : 3, text: title[2] }]
  const lines = part.split('\n').filter((line) => line.trim() !== '')
  const begins = lines.findIndex((line) => item.test(line))
  if (begins === -1) return [{ kind: 'paragraph', text: joined(lines) }]
  const before: Block[] = begins > 0 ? [{ kind: 'paragraph', text: joined(lines.slice(0, begins)) }] : []
  return [...before, listOf(lines.slice(begins))]
}

function listOf(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const begun = item.exec(line)
    if (begun) items.push(begun[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: item.exec(lines[0] ?? '')?.[1] !== undefined, items }
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ')
