import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { TradeMessage } from '#server/formats/message.ts'
import { elementsAt } from './fields.ts'
import { lineMappings } from './lines.ts'
import { readUbl } from './read-ubl.ts'
import { explanationOf } from './unseen-reasons.ts'
import { parseXml, type XmlElement, xpathOf } from './xml.ts'

/*
 * Finds the values of a UBL document that its page does not show. The page shows everything that the portal stores (a
 * browser test checks that), so values are searched in the stored document: a line's values in that line or the header,
 * the header's in the header. Numbers, days and times are compared by their meaning.
 */

/** A value of a document, with its XPath and its path without positions. */
export type UblValue = { xpath: string; path: string; value: string }

/** The values that the page shows, those that no reader needs, and those that are missing. */
export type ClassifiedValues =
  | { refused: string }
  | { seen: UblValue[]; explained: (UblValue & { why: string })[]; unseen: UblValue[] }

/** Classifies all values of a UBL document; or returns why the document cannot be read. */
export async function classifyValues(content: Uint8Array): Promise<ClassifiedValues> {
  const read = await readUbl(content)
  if ('problems' in read) return { refused: read.problems[0]?.message ?? 'It cannot be read.' }
  const { element: root } = await parseXml(content)
  const { message } = read
  const shownByElement = shownTextsByElement(root, message)
  const classified = {
    seen: [] as UblValue[],
    explained: [] as (UblValue & { why: string })[],
    unseen: [] as UblValue[],
  }
  for (const leaf of leavesOf(root)) {
    const value = collapseSpaces(leaf.text)
    const path = pathOf(leaf)
    const entry = { xpath: xpathOf(leaf), path, value }
    const isSeen = (shownByElement.get(enclosingLine(leaf, shownByElement) ?? root) ?? []).some((shown) =>
      shown.has(value),
    )
    const why = isSeen ? undefined : explanationOf(path, value)
    if (isSeen) classified.seen.push(entry)
    else if (why === undefined) classified.unseen.push(entry)
    else classified.explained.push({ ...entry, why })
  }
  return classified
}

type ShownTexts = { has: (value: string) => boolean }

/** The shown texts by the element that they belong to: each line, and the root for the rest. */
function shownTextsByElement(root: XmlElement, { kind, document }: TradeMessage): Map<XmlElement, ShownTexts[]> {
  const { lines = [], ...header } = document
  const charges = lines.filter((line) => line.kind === 'charge')
  const headerTexts = shownTextsOf([header, charges, document.type === 'invoices' ? invoiceWords(document) : []])
  const shownByElement = new Map<XmlElement, ShownTexts[]>([[root, [headerTexts]]])
  const elements = elementsAt(root, lineMappings[kind]?.path ?? 'cac:NoLine')
  const items = lines.filter((line) => !charges.includes(line) || elements.length > 0)
  for (const [index, element] of elements.entries()) {
    const numbers = ['cbc:ID', 'cac:LineItem/cbc:ID', 'cac:OrderLineReference/cbc:LineID'].flatMap((path) =>
      elementsAt(element, path).map((idElement) => collapseSpaces(idElement.text)),
    )
    const own = items.filter(
      (line, lineIndex) => numbers.includes(line.line) || (numbers.length === 0 && lineIndex === index),
    )
    shownByElement.set(element, [shownTextsOf(own), headerTexts])
  }
  return shownByElement
}

/** The code of the invoice's kind, which the page shows in words. */
const invoiceWords = ({ invoiceKind }: Pick<IngestDocument, 'invoiceKind'>) => [invoiceKind ?? '']

function enclosingLine(leaf: XmlElement, shownByElement: ReadonlyMap<XmlElement, unknown>): XmlElement | undefined {
  for (let element: XmlElement | null = leaf; element; element = element.parent)
    if (shownByElement.has(element) && element.parent) return element
  return undefined
}

/** Texts that a page shows. A value may be a whole text, a part of one, or the same number, day or time. */
function shownTextsOf(content: unknown): ShownTexts {
  const texts = textsOf(content).map(collapseSpaces)
  const wholeTexts = new Set(texts.flatMap((text) => [text, normalise(text)]))
  const wordSet = new Set(texts.flatMap((text) => text.split(/[\s,;:()·–]+/).map(normalise)))
  const joined = texts.join('\n')
  return {
    has: (value) => {
      const normalised = normalise(value)
      if (wholeTexts.has(value) || wholeTexts.has(normalised) || wordSet.has(normalised)) return true
      return value.length >= 3 && !/^[\d.,+-]+$/.test(value) && (joined.includes(value) || joined.includes(normalised))
    },
  }
}

/** Stored fields that are not shown: the time of change, and the content of attachments. */
const hiddenFields = new Set(['modifiedAt', 'contentBase64', 'mimeType'])
/** Codes of taxes and packages, which are shown in words. */
const isCode = (name: string, value: unknown) =>
  (name === 'category' || name === 'type') && typeof value === 'string' && /^[A-Z0-9]{1,2}$/.test(value)

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([name, inner]) =>
    hiddenFields.has(name) || isCode(name, inner) ? [] : textsOf(inner),
  )
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * A number without sign and superfluous zeros, a day without its zone, a time to the minute, an SSCC without its
 * identifier, other texts in lower case.
 */
function normalise(text: string): string {
  const [, integer, fraction = ''] = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (integer !== undefined) return `${integer.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.0*$|(\.\d*?)0+$/, '$1')
  const day = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[1]
  const time = /^(\d\d:\d\d):\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text)?.[1]
  const unit = /^\(00\)\s*(\d{18})$/.exec(text)?.[1]
  return (day ?? time ?? unit ?? text).toLowerCase()
}

function leavesOf(node: XmlElement): XmlElement[] {
  if (node.children.length > 0) return node.children.flatMap(leavesOf)
  return node.text.trim() === '' || node.name === 'cbc:EmbeddedDocumentBinaryObject' ? [] : [node]
}

/** The path of an element without positions and prefixes: "Invoice/Delivery/ActualDeliveryDate". */
function pathOf({ name, parent }: XmlElement): string {
  const own = name.replace(/^c[ab]c:/, '')
  return parent ? `${pathOf(parent)}/${own}` : own
}
