import type { IngestLine } from '../../contract/ingest.ts'
import { elementsAt, wordsOf } from './ubl-fields.ts'
import type { XmlElement } from './ubl-xml.ts'

/* What UBL has no element for and the portal writes as properties of a line's item: see server/ubl/lines.ts. */

/** The properties that tell of the line, not of the item. */
export const ownProperties: readonly string[] = ['LineKind', 'LineAmount', 'LineOption']

const ids = ['cbc:ID', 'cac:LineItem/cbc:ID']

/** Whether a line stands only because UBL wants one: it has no number ("NA") and tells of no item. */
export function isPlaceholder(element: XmlElement, fields: Partial<IngestLine>): boolean {
  const named = ids.flatMap((path) => elementsAt(element, path).map(wordsOf))
  if (named.length === 0 || !named.every((text) => text === 'NA')) return false
  return !['sku', 'name', 'quantity', 'unitPrice', 'gtin', 'customerSku'].some((field) => field in fields)
}

/** A line that its item's properties call a charge or a text, or whose amount they say is not known. */
export function asItsItemSays(element: XmlElement, fields: Partial<IngestLine>): Partial<IngestLine> {
  const item = itemOf(element)
  if (!item) return fields
  const told = (name: string) => propertyOf(item, name)
  const { amount, ...known } = fields
  const { name, description = name, ...rest } = known
  const kind = told('LineKind')
  // A text needs no name: what would stand for one is the text itself.
  const isBare = kind === 'text' && elementsAt(item, 'cbc:Name').length === 0
  return {
    ...(isBare ? { ...rest, ...(description === undefined ? {} : { description }) } : known),
    ...(amount === undefined || told('LineAmount') === 'NA' ? {} : { amount }),
    ...(kind === 'charge' || kind === 'text' ? { kind } : {}),
  }
}

/** Whether the item of a quote's line says that the line need not be ordered, or may be instead of another. */
export function optionOf(element: XmlElement): Pick<IngestLine, 'option'> {
  const item = itemOf(element)
  const option = item && propertyOf(item, 'LineOption')
  return option === 'optional' || option === 'alternative' ? { option } : {}
}

function itemOf(element: XmlElement): XmlElement | undefined {
  return ['cac:Item', 'cac:LineItem/cac:Item'].flatMap((path) => elementsAt(element, path))[0]
}

function propertyOf(item: XmlElement, name: string): string | undefined {
  const properties = elementsAt(item, 'cac:AdditionalItemProperty')
  const found = properties.find((one) => elementsAt(one, 'cbc:Name').some((at) => wordsOf(at) === name))
  return found && elementsAt(found, 'cbc:Value').map(wordsOf)[0]
}
