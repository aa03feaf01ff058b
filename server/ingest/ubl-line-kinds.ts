import type { IngestLine } from '../../contract/ingest.ts'
import { elementsAt, textOf } from './ubl-fields.ts'
import type { XmlElement } from './ubl-xml.ts'

/* What UBL has no element for and the portal writes as properties of a line's item: see server/ubl/lines.ts. */

/** The properties that tell of the line, not of the item. */
export const linePropertyNames: readonly string[] = ['LineKind', 'LineAmount', 'LineOption']

const idPaths = ['cbc:ID', 'cac:LineItem/cbc:ID']

/** Whether a line stands only because UBL wants one: it has no number ("NA") and tells of no item. */
export function isPlaceholder(element: XmlElement, fields: Partial<IngestLine>): boolean {
  const lineIds = idPaths.flatMap((path) => elementsAt(element, path).map(textOf))
  if (lineIds.length === 0 || !lineIds.every((text) => text === 'NA')) return false
  return !['sku', 'name', 'quantity', 'unitPrice', 'gtin', 'customerSku'].some((field) => field in fields)
}

/** A line that its item's properties call a charge or a text, or whose amount they say is not known. */
export function applyItemProperties(element: XmlElement, fields: Partial<IngestLine>): Partial<IngestLine> {
  const item = itemOf(element)
  if (!item) return fields
  const itemProperty = (name: string) => propertyOf(item, name)
  const { amount, ...otherFields } = fields
  const { name, description = name, ...rest } = otherFields
  const kind = itemProperty('LineKind')
  // A text needs no name: what would stand for one is the text itself.
  const isBare = kind === 'text' && elementsAt(item, 'cbc:Name').length === 0
  return {
    ...(isBare ? { ...rest, ...(description === undefined ? {} : { description }) } : otherFields),
    ...(amount === undefined || itemProperty('LineAmount') === 'NA' ? {} : { amount }),
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
  const match = properties.find((property) => elementsAt(property, 'cbc:Name').some((node) => textOf(node) === name))
  return match && elementsAt(match, 'cbc:Value').map(textOf)[0]
}
