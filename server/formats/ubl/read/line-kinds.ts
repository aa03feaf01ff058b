import type { IngestLine } from '#contract/ingest/documents.ts'
import { elementsAt, textOf } from './fields.ts'
import type { XmlElement } from './xml.ts'

/* Values without an element in UBL, which the portal writes as properties of a line's item: see server/formats/ubl/write/lines.ts. */

/** The properties that describe the line, not the item. */
export const linePropertyNames: readonly string[] = ['LineKind', 'LineAmount', 'LineOption']

const idPaths = ['cbc:ID', 'cac:LineItem/cbc:ID']

/** Whether a line is there only because UBL requires one: its number is "NA" and it has no item. */
export function isPlaceholder(element: XmlElement, fields: Partial<IngestLine>): boolean {
  const lineIds = idPaths.flatMap((path) => elementsAt(element, path).map(textOf))
  if (lineIds.length === 0 || !lineIds.every((text) => text === 'NA')) return false
  return !['sku', 'name', 'quantity', 'unitPrice', 'gtin', 'customerSku'].some((field) => field in fields)
}

/** The line's fields, with its kind and an unknown amount as its item's properties state them. */
export function applyItemProperties(element: XmlElement, fields: Partial<IngestLine>): Partial<IngestLine> {
  const item = itemOf(element)
  if (!item) return fields
  const itemProperty = (name: string) => propertyOf(item, name)
  const { amount, ...otherFields } = fields
  const { name, description = name, ...rest } = otherFields
  const kind = itemProperty('LineKind')
  // A text line needs no name: without a cbc:Name, `name` is the text itself.
  const isBare = kind === 'text' && elementsAt(item, 'cbc:Name').length === 0
  return {
    ...(isBare ? { ...rest, ...(description === undefined ? {} : { description }) } : otherFields),
    ...(amount === undefined || itemProperty('LineAmount') === 'NA' ? {} : { amount }),
    ...(kind === 'charge' || kind === 'text' ? { kind } : {}),
  }
}

/** Whether a quote's line is optional or an alternative to another line, as its item's properties state it. */
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
