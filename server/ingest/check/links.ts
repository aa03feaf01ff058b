import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'

/** A stored reference: position 0 is the document's own, any other that of a line; `toLine` '' names no line. */
export type Link = {
  position: number
  toType: DocumentType
  toNumber: string
  toLine: string
  quantity: string | null
}

/**
 * The links of a document. Those at position 0 are all that it or one of its lines refers to, each once; a quote refers
 * to the quote that it supersedes. When a shipment or an invoice refers to only one order and its lines refer to no
 * order or shipment, its lines belong to that order too and are matched by SKU.
 *
 * A line that refers to several lines of one type of document is linked to all, but nobody knows how its quantity is
 * split: all of it counts for the first reference, so that no piece counts twice.
 */
export function linksOf(document: IngestDocument): Link[] {
  const documentLinks = new Map<string, Link>()
  const lineLinks: Link[] = []
  const addReference = (toType: DocumentType, toNumber: string) => {
    documentLinks.set(`${toType}/${toNumber}`, { position: 0, toType, toNumber, toLine: '', quantity: null })
  }
  for (const reference of document.references ?? []) addReference(reference.type, reference.number)
  if (document.type === 'quotes' && document.details?.supersedes) addReference('quotes', document.details.supersedes)
  for (const [index, line] of (document.lines ?? []).entries()) {
    const linksOfLine = new Map<string, Link>()
    for (const { type, number, line: toLine = '' } of line.references ?? []) {
      addReference(type, number)
      const link = { position: index + 1, toType: type, toNumber: number, toLine, quantity: line.quantity ?? null }
      linksOfLine.set(`${type}/${number}/${toLine}`, link)
    }
    const countedTypes = new Set<DocumentType>()
    for (const link of linksOfLine.values()) {
      // A second reference to the document without the line adds nothing, and would count the quantity twice.
      const namesLineOfSame = (other: Link) =>
        other.toLine !== '' && other.toType === link.toType && other.toNumber === link.toNumber
      if (link.toLine === '' && linksOfLine.values().some(namesLineOfSame)) continue
      lineLinks.push(countedTypes.has(link.toType) ? { ...link, quantity: null } : link)
      countedTypes.add(link.toType)
    }
  }
  return [...documentLinks.values(), ...lineLinks, ...linksBySku(document, [...documentLinks.values()], lineLinks)]
}

function linksBySku(document: IngestDocument, documentLinks: readonly Link[], lineLinks: readonly Link[]): Link[] {
  if (document.type !== 'shipments' && document.type !== 'invoices') return []
  const orders = documentLinks.filter((link) => link.toType === 'orders')
  const [order] = orders
  if (!order || orders.length > 1) return []
  if (lineLinks.some((link) => link.toType === 'orders' || link.toType === 'shipments')) return []
  return (document.lines ?? []).flatMap((line, index) =>
    line.sku === undefined || line.quantity === undefined || (line.kind ?? 'item') !== 'item'
      ? []
      : [{ ...order, position: index + 1, quantity: line.quantity }],
  )
}
