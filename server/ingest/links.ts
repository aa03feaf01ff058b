import type { IngestDocument } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'

/** A reference as it is stored: position 0 is the document itself, otherwise its line; toLine '' names no line. */
export type Link = {
  position: number
  toType: DocumentType
  toNumber: string
  toLine: string
  quantity: string | null
}

/**
 * The links of a document. Its own are all that it or one of its lines refers to, each once; a quote refers to the one
 * that it supersedes. When a shipment or an invoice names one order alone and its lines name nothing that leads there,
 * its lines belong to that order too and are matched by their SKU.
 *
 * A line that refers to several lines of one type of document is linked to all, but nobody says how its quantity falls to
 * them: all of it counts for the first one named, so that no piece counts twice.
 */
export function linksOf(document: IngestDocument): Link[] {
  const own = new Map<string, Link>()
  const ofLines: Link[] = []
  const refer = (toType: DocumentType, toNumber: string) => {
    own.set(`${toType}/${toNumber}`, { position: 0, toType, toNumber, toLine: '', quantity: null })
  }
  for (const reference of document.references ?? []) refer(reference.type, reference.number)
  if (document.type === 'quotes' && document.details?.supersedes) refer('quotes', document.details.supersedes)
  for (const [index, line] of (document.lines ?? []).entries()) {
    const named = new Map<string, Link>()
    for (const { type, number, line: toLine = '' } of line.references ?? []) {
      refer(type, number)
      const link = { position: index + 1, toType: type, toNumber: number, toLine, quantity: line.quantity ?? null }
      named.set(`${type}/${number}/${toLine}`, link)
    }
    const counted = new Set<DocumentType>()
    for (const link of named.values()) {
      // Naming the document beside its line says nothing more, and would count the quantity twice.
      const again = (other: Link) =>
        other.toLine !== '' && other.toType === link.toType && other.toNumber === link.toNumber
      if (link.toLine === '' && named.values().some(again)) continue
      ofLines.push(counted.has(link.toType) ? { ...link, quantity: null } : link)
      counted.add(link.toType)
    }
  }
  return [...own.values(), ...ofLines, ...linksBySku(document, [...own.values()], ofLines)]
}

function linksBySku(document: IngestDocument, own: readonly Link[], ofLines: readonly Link[]): Link[] {
  if (document.type !== 'shipments' && document.type !== 'invoices') return []
  const orders = own.filter((link) => link.toType === 'orders')
  const [order] = orders
  if (!order || orders.length > 1) return []
  if (ofLines.some((link) => link.toType === 'orders' || link.toType === 'shipments')) return []
  return (document.lines ?? []).flatMap((line, index) =>
    line.sku === undefined || line.quantity === undefined || (line.kind ?? 'item') !== 'item'
      ? []
      : [{ ...order, position: index + 1, quantity: line.quantity }],
  )
}
