/** A block of the terms, which are written in a small subset of Markdown. */
export type TermsBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string }

const heading = /^(#{1,6})\s+(.+?)\s*#*$/
const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/

/**
 * The headings, lists and paragraphs of a Markdown text. A first heading of level 1 is the page's own title and is left
 * out; all other Markdown stays as it is written.
 */
export function termsBlocks(text: string): TermsBlock[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const body = /^#\s/.test(lines[first] ?? '') ? lines.slice(first + 1) : lines
  return body
    .join('\n')
    .split(/\n{2,}|\n(?=#{1,6}\s)|(?<=^#{1,6}\s.*)\n/m)
    .filter((section) => section.trim() !== '')
    .flatMap(blocksOf)
}

function blocksOf(section: string): TermsBlock[] {
  const title = heading.exec(section.trim())
  if (title?.[2]) return [{ kind: 'heading', level: (title[1]?.length ?? 1) <= 2 ? 2 : 3, text: title[2] }]
  const lines = section.split('\n').filter((line) => line.trim() !== '')
  const listStart = lines.findIndex((line) => item.test(line))
  if (listStart === -1) return [{ kind: 'paragraph', text: joinLines(lines) }]
  const before: TermsBlock[] = listStart > 0 ? [{ kind: 'paragraph', text: joinLines(lines.slice(0, listStart)) }] : []
  return [...before, listOf(lines.slice(listStart))]
}

function listOf(lines: readonly string[]): TermsBlock {
  const items: string[] = []
  for (const line of lines) {
    const itemMatch = item.exec(line)
    if (itemMatch) items.push(itemMatch[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: item.exec(lines[0] ?? '')?.[1] !== undefined, items }
}

const joinLines = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ')
