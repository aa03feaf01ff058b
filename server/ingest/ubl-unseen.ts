import type { IngestDocument } from '../../contract/ingest.ts'
import { explanationOf } from './ubl-explained.ts'
import { elementsAt } from './ubl-fields.ts'
import { lineMappings } from './ubl-lines.ts'
import { readUbl, type UblMessage } from './ubl-read.ts'
import { parseXml, type XmlElement, xpathOf } from './ubl-xml.ts'

/*
 * Which values of a UBL document stand nowhere on its page. All that the portal keeps of a document is shown (a test in a
 * browser holds that), so a value is looked for among what was kept: a line's values in that line or in the header, the header's in the
 * header. Numbers, days and times are compared by what they mean.
 */

/** A value of a document: where it stands, its path without places, and what it says. */
export type Value = { xpath: string; path: string; value: string }

/** The values that its page shows, those that no reader needs, and those that stand nowhere. */
export type Looked = { refused: string } | { seen: Value[]; explained: (Value & { why: string })[]; unseen: Value[] }

/** Looks for every value of a UBL document on its page. Tells why instead when the document cannot be read. */
export async function lookForValues(content: Uint8Array): Promise<Looked> {
  const read = await readUbl(content)
  if ('problems' in read) return { refused: read.problems[0]?.message ?? 'It cannot be read.' }
  const { element: root } = await parseXml(content)
  const { message } = read
  const pages = pagesOf(root, message)
  const looked = { seen: [] as Value[], explained: [] as (Value & { why: string })[], unseen: [] as Value[] }
  for (const leaf of leavesOf(root)) {
    const value = plain(leaf.text)
    const path = pathOf(leaf)
    const found = { xpath: xpathOf(leaf), path, value }
    const isSeen = (pages.get(lineAbove(leaf, pages) ?? root) ?? []).some((page) => page.has(value))
    const why = isSeen ? undefined : explanationOf(path, value)
    if (isSeen) looked.seen.push(found)
    else if (why === undefined) looked.unseen.push(found)
    else looked.explained.push({ ...found, why })
  }
  return looked
}

type Page = { has: (value: string) => boolean }

/** What is shown, by the element that it belongs to: each line, and the root for all else. */
function pagesOf(root: XmlElement, { kind, document }: UblMessage): Map<XmlElement, Page[]> {
  const { lines = [], ...header } = document
  const charges = lines.filter((line) => line.kind === 'charge')
  const top = pageOf([header, charges, document.type === 'invoices' ? invoiceWords(document) : []])
  const pages = new Map<XmlElement, Page[]>([[root, [top]]])
  const elements = elementsAt(root, lineMappings[kind]?.path ?? 'cac:NoLine')
  const items = lines.filter((line) => !charges.includes(line) || elements.length > 0)
  for (const [index, element] of elements.entries()) {
    const numbers = ['cbc:ID', 'cac:LineItem/cbc:ID', 'cac:OrderLineReference/cbc:LineID'].flatMap((path) =>
      elementsAt(element, path).map((one) => plain(one.text)),
    )
    const own = items.filter((line, place) => numbers.includes(line.line) || (numbers.length === 0 && place === index))
    pages.set(element, [pageOf(own), top])
  }
  return pages
}

/** The kinds of invoice are shown in words. */
const invoiceWords = ({ invoiceKind }: Pick<IngestDocument, 'invoiceKind'>) => [invoiceKind ?? '']

function lineAbove(leaf: XmlElement, pages: ReadonlyMap<XmlElement, unknown>): XmlElement | undefined {
  for (let at: XmlElement | null = leaf; at; at = at.parent) if (pages.has(at) && at.parent) return at
  return undefined
}

/** Texts that a page holds: whole, within a longer one, or as the number, day or time that it is. */
function pageOf(content: unknown): Page {
  const texts = textsOf(content).map(plain)
  const whole = new Set(texts.flatMap((text) => [text, meant(text)]))
  const words = new Set(texts.flatMap((text) => text.split(/[\s,;:()·–]+/).map(meant)))
  const all = texts.join('\n')
  return {
    has: (value) => {
      const meaning = meant(value)
      if (whole.has(value) || whole.has(meaning) || words.has(meaning)) return true
      return value.length >= 3 && !/^[\d.,+-]+$/.test(value) && (all.includes(value) || all.includes(meaning))
    },
  }
}

/** What is kept but not shown: when it was changed, and the bytes of papers. */
const hidden = new Set(['modifiedAt', 'contentBase64', 'mimeType'])
/** Codes of taxes and packages, which are shown in words. */
const isCode = (name: string, value: unknown) =>
  (name === 'category' || name === 'type') && typeof value === 'string' && /^[A-Z0-9]{1,2}$/.test(value)

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([name, inner]) =>
    hidden.has(name) || isCode(name, inner) ? [] : textsOf(inner),
  )
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A number without its sign and idle zeros, a day without its zone, a time to the minute, an SSCC alone, other texts in small letters. */
function meant(text: string): string {
  const [, whole, fraction = ''] = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole !== undefined) return `${whole.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.0*$|(\.\d*?)0+$/, '$1')
  const day = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[1]
  const time = /^(\d\d:\d\d):\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text)?.[1]
  const unit = /^\(00\)\s*(\d{18})$/.exec(text)?.[1]
  return (day ?? time ?? unit ?? text).toLowerCase()
}

function leavesOf(at: XmlElement): XmlElement[] {
  if (at.children.length > 0) return at.children.flatMap(leavesOf)
  return at.text.trim() === '' || at.name === 'cbc:EmbeddedDocumentBinaryObject' ? [] : [at]
}

/** The path of an element without places and prefixes: "Invoice/Delivery/ActualDeliveryDate". */
function pathOf({ name, parent }: XmlElement): string {
  const own = name.replace(/^c[ab]c:/, '')
  return parent ? `${pathOf(parent)}/${own}` : own
}
