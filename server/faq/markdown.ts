import { Lexer, type Token, type Tokens } from 'marked'
import type { TextBlock, TextRun } from '#contract/faq.ts'

type Style = Omit<TextRun, 'text'>
const plainStyle: Style = { strong: false, emphasis: false, code: false, href: null }

/**
 * Converts parsed Markdown to text blocks. HTML is left out, a picture becomes its description, and a link to anything
 * but a web page, a mailbox, a telephone number or the portal itself becomes plain text.
 */
export function toBlocks(tokens: readonly Token[]): TextBlock[] {
  return tokens.flatMap((token) => tokenBlocks(token, 0))
}

/** Parses a Markdown text into tokens. */
export function lexMarkdown(markdown: string): Token[] {
  return new Lexer({ gfm: true }).lex(markdown)
}

/** The text of a heading, without its style. */
export function plainText(tokens: readonly Token[] | undefined): string {
  return toRuns(tokens, plainStyle)
    .map(({ text }) => text)
    .join('')
    .trim()
}

function nonEmptyBlocks(
  kind: TextBlock['kind'],
  runs: TextRun[],
  more: Partial<Pick<TextBlock, 'level' | 'ordered'>> = {},
): TextBlock[] {
  return runs.some(({ text }) => text.trim() !== '') ? [{ kind, level: 0, ordered: false, ...more, runs }] : []
}

function tokenBlocks(token: Token, level: number): TextBlock[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return nonEmptyBlocks('paragraph', toRuns(token.tokens ?? [token], plainStyle))
    case 'heading':
      return nonEmptyBlocks('heading', toRuns(token.tokens, plainStyle))
    case 'code':
      return nonEmptyBlocks('code', [{ ...plainStyle, code: true, text: token.text }])
    case 'blockquote':
      return toBlocks(token.tokens ?? [])
    case 'list':
      return (token as Tokens.List).items.flatMap((item) => itemBlocks(item, level, (token as Tokens.List).ordered))
    case 'table':
      return tableBlocks(token as Tokens.Table)
    default:
      return []
  }
}

function itemBlocks(item: Tokens.ListItem, level: number, ordered: boolean): TextBlock[] {
  const lists = item.tokens.filter(({ type }) => type === 'list')
  const inlineTokens = item.tokens.filter(({ type }) => type !== 'list')
  const runs = inlineTokens.flatMap((token) =>
    toRuns('tokens' in token ? (token.tokens ?? [token]) : [token], plainStyle),
  )
  return [...nonEmptyBlocks('item', runs, { level, ordered }), ...lists.flatMap((list) => tokenBlocks(list, level + 1))]
}

/** One line for each row: tables are rare in the FAQ, and a phone has no room for them. */
function tableBlocks({ header, rows }: Tokens.Table): TextBlock[] {
  return [header, ...rows].flatMap((cells, row) => {
    const separator = { ...plainStyle, text: ' · ' }
    const style = { ...plainStyle, strong: row === 0 }
    return nonEmptyBlocks(
      'paragraph',
      cells.flatMap((cell, index) => [...(index > 0 ? [separator] : []), ...toRuns(cell.tokens, style)]),
    )
  })
}

function toRuns(tokens: readonly Token[] | undefined, style: Style): TextRun[] {
  return (tokens ?? []).flatMap((token) => {
    switch (token.type) {
      case 'strong':
        return toRuns(token.tokens, { ...style, strong: true })
      case 'em':
        return toRuns(token.tokens, { ...style, emphasis: true })
      case 'link':
        return toRuns(token.tokens, { ...style, href: safeHref(token.href) ?? style.href })
      case 'codespan':
        return [{ ...style, code: true, text: token.text }]
      case 'br':
        return [{ ...style, text: '\n' }]
      case 'html':
      case 'checkbox':
        return []
      case 'image':
        return [{ ...style, text: token.text }]
      default:
        if (token.type !== 'escape' && 'tokens' in token && token.tokens) return toRuns(token.tokens, style)
        return 'text' in token ? [{ ...style, text: unescapeEntities(String(token.text)) }] : []
    }
  })
}

/** The address if it is safe to follow; undefined for any other. */
function safeHref(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return href
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) ? href : undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** Replaces named HTML entities, and single line breaks by blanks. */
function unescapeEntities(text: string): string {
  return text.replace(/&(\w+);/g, (match, name: string) => entities[name] ?? match).replaceAll(/\s*\n/g, ' ')
}
