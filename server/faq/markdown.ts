import { Lexer, type Token, type Tokens } from 'marked'
import type { Block, Run } from '../../contract/faq.ts'

type Style = Omit<Run, 'text'>
const plain: Style = { strong: false, emphasis: false, code: false, href: null }

/**
 * Reads Markdown into pieces of text. Markup of HTML is left out, a picture becomes its description, and a link that
 * leads elsewhere than to a page, a mailbox, a telephone or the portal itself becomes plain text.
 */
export function blocksOf(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token) => blockOf(token, 0))
}

/** The parts of a Markdown text, as its library tells them apart. */
export function tokensOf(markdown: string): Token[] {
  return new Lexer({ gfm: true }).lex(markdown)
}

/** What a heading says, without its style. */
export function textOf(tokens: readonly Token[] | undefined): string {
  return runsOf(tokens, plain)
    .map(({ text }) => text)
    .join('')
    .trim()
}

function block(kind: Block['kind'], runs: Run[], more: Partial<Pick<Block, 'level' | 'ordered'>> = {}): Block[] {
  return runs.some(({ text }) => text.trim() !== '') ? [{ kind, level: 0, ordered: false, ...more, runs }] : []
}

function blockOf(token: Token, level: number): Block[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return block('paragraph', runsOf(token.tokens ?? [token], plain))
    case 'heading':
      return block('heading', runsOf(token.tokens, plain))
    case 'code':
      return block('code', [{ ...plain, code: true, text: token.text }])
    case 'blockquote':
      return blocksOf(token.tokens ?? [])
    case 'list':
      return (token as Tokens.List).items.flatMap((item) => itemBlocks(item, level, (token as Tokens.List).ordered))
    case 'table':
      return tableBlocks(token as Tokens.Table)
    default:
      return []
  }
}

function itemBlocks(item: Tokens.ListItem, level: number, ordered: boolean): Block[] {
  const lists = item.tokens.filter(({ type }) => type === 'list')
  const words = item.tokens.filter(({ type }) => type !== 'list')
  const runs = words.flatMap((one) => runsOf('tokens' in one ? (one.tokens ?? [one]) : [one], plain))
  return [...block('item', runs, { level, ordered }), ...lists.flatMap((list) => blockOf(list, level + 1))]
}

/** A line for each row: tables are rare here, and a phone has no room for them. */
function tableBlocks({ header, rows }: Tokens.Table): Block[] {
  return [header, ...rows].flatMap((cells, row) => {
    const between = { ...plain, text: ' · ' }
    const style = { ...plain, strong: row === 0 }
    return block(
      'paragraph',
      cells.flatMap((cell, at) => [...(at > 0 ? [between] : []), ...runsOf(cell.tokens, style)]),
    )
  })
}

function runsOf(tokens: readonly Token[] | undefined, style: Style): Run[] {
  return (tokens ?? []).flatMap((token) => {
    switch (token.type) {
      case 'strong':
        return runsOf(token.tokens, { ...style, strong: true })
      case 'em':
        return runsOf(token.tokens, { ...style, emphasis: true })
      case 'link':
        return runsOf(token.tokens, { ...style, href: safe(token.href) ?? style.href })
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
        if (token.type !== 'escape' && 'tokens' in token && token.tokens) return runsOf(token.tokens, style)
        return 'text' in token ? [{ ...style, text: unescaped(String(token.text)) }] : []
    }
  })
}

/** An address that can be followed without harm; undefined for any other. */
function safe(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return href
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) ? href : undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** The characters that Markdown allows to be written by name; a line that merely ends goes on after a blank. */
function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all).replaceAll(/\s*\n/g, ' ')
}
