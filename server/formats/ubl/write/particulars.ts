import type { Field } from '#contract/documents/definition.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { allLineFields } from '#contract/documents/line-fields.ts'
import { particularsOf } from '#contract/documents/particulars.ts'
import { ublPaths } from '#contract/documents/ubl-paths.ts'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { basic, canHold, type Element, group, insertAt, toElements, type XmlPart } from './xml.ts'

/* Writes the particulars of a document and its lines at the paths that contract/documents defines. */

type MaybeElement = Element | undefined

/** The path to a value's parent and its element; amounts with their currency, quantities with their unit. */
function valueAt(
  path: string,
  kind: string,
  text: string,
  currency: string | undefined,
  unit?: string,
): [string[], MaybeElement] {
  const names = path.split('/')
  const name = (names.pop() ?? '').replace('cbc:', '')
  if (name.endsWith('Time')) return [names, basic(name, timeOf(/^(\d\d:\d\d)(?: (UTC|[+-]\d\d:\d\d))?$/.exec(text)))]
  if (kind === 'money') return [names, currency === undefined ? undefined : basic(name, text, { currencyID: currency })]
  return [names, basic(name, text, kind === 'quantity' && unit ? { unitCode: unit } : {})]
}

/** The root's elements with the document's header fields and particulars that have a UBL path, as far as this kind of UBL document has elements for them. */
export function withParticulars(kind: string, elements: readonly Element[], document: IngestDocument): Element[] {
  const fields: Readonly<Record<string, Field>> = particularsOf(document.type)
  let updated = [...elements]
  const values = [
    ...headerFieldList.map(([name, { ubl = [] }]) => ['text', document[name], ubl] as const),
    ...Object.entries(fields).map(
      ([name, field]) => [field.kind, document.details?.[name], ublPaths[name] ?? []] as const,
    ),
  ]
  for (const [fieldKind, text, paths] of values) {
    const path = paths.find((candidate) => canHold(kind, candidate.split('/')[0] ?? ''))
    if (!text || !path) continue
    const [groups, value] = valueAt(path, fieldKind, text, document.currency)
    if (value) updated = insertAt(updated, groups, value)
  }
  const promisedPeriod = period('PromisedDeliveryPeriod', document.details?.promisedWindow)
  if (promisedPeriod) updated = replaceChild(updated, 'cac:Delivery', promisedPeriod)
  const requestedPeriod = period('RequestedDeliveryPeriod', document.details?.deliveryWindow)
  if (requestedPeriod && document.type !== 'shipments') updated = replaceChild(updated, 'cac:Delivery', requestedPeriod)
  if (requestedPeriod && document.type === 'shipments') {
    updated = updated.map((element) =>
      element.name === 'cac:Shipment'
        ? { ...element, content: replaceChild(element.content as Element[], 'cac:Delivery', requestedPeriod) }
        : element,
    )
  }
  return updated
}

/** The elements with `child` in the group of this name, in place of the group's children of the same name. */
function replaceChild(elements: readonly Element[], groupName: string, child: Element): Element[] {
  const others = elements.map((element) =>
    element.name === groupName && typeof element.content !== 'string'
      ? { ...element, content: element.content.filter(({ name }) => name !== child.name) }
      : element,
  )
  return insertAt(others, [groupName], child)
}

const momentPattern = /^(\d{4}-\d\d-\d\d)?(?: ?(\d\d:\d\d)(?: (UTC|[+-]\d\d:\d\d))?)?$/

/** "08:00" and a zone as a UBL time; undefined for other text. */
function timeOf(match: readonly (string | null | undefined)[] | null): string | undefined {
  const [, clock, zone] = match ?? []
  return clock ? `${clock}:00${zone === 'UTC' ? 'Z' : (zone ?? '')}` : undefined
}

/** "2026-03-01 08:00 – 2026-03-02" as a period; undefined for a window in another form. */
function period(name: string, window: string | null | undefined): MaybeElement {
  if (!window) return undefined
  const parts = window.split(' – ')
  const [from, to] = parts.length === 1 ? ['', window] : parts
  const [start, end] = [momentPattern.exec(from ?? ''), momentPattern.exec(to ?? '')]
  if (!start || !end || parts.length > 2) return undefined
  const time = ([, , clock, zone]: RegExpExecArray) => timeOf([null, clock, zone])
  return group(
    name,
    basic('StartDate', start[1]),
    basic('StartTime', time(start)),
    basic('EndDate', end[1]),
    basic('EndTime', time(end)),
  )
}

/** Values that are written only together with others: see `listPrice` and `exemption`. */
const dependentFields = new Set(['listPrice', 'priceDiscount', 'priceReason', 'exemptionReason'])

/** The children of a line's element with the line's values that have a UBL path. `name` is the element's name, such as LineItem. */
export function withLineParticulars(
  name: string,
  children: readonly Element[],
  line: IngestLine,
  document: IngestDocument,
): Element[] {
  const { details = {}, unit } = line
  const values: Readonly<Record<string, unknown>> = { ...details, ...line }
  const showsPrices = document.type !== 'shipments'
  let updated = [...children]
  for (const [field, { kind, priced: isPriced, ubl = [] }] of Object.entries(allLineFields)) {
    const text = values[field]
    const path = ubl.find((candidate) => canHold(name, candidate.split('/')[0] ?? ''))
    if (typeof text !== 'string' || text === '' || !path || dependentFields.has(field) || (isPriced && !showsPrices))
      continue
    const [groups, value] = valueAt(path, kind, text, document.currency, unit)
    if (value) updated = insertAt(updated, groups, value)
  }
  const periods = [
    period('RequestedDeliveryPeriod', details.deliveryWindow),
    period('PromisedDeliveryPeriod', details.promisedWindow),
  ]
  for (const windowPeriod of periods)
    if (windowPeriod && canHold(name, 'Delivery')) updated = replaceChild(updated, 'cac:Delivery', windowPeriod)
  if (showsPrices) updated = exemption(listPrice(updated, details, document), details.exemptionReason)
  // Lines of quotes and orders can refer to other documents only at their item.
  const [parentPath, reference] = canHold(name, 'DocumentReference')
    ? [[], 'DocumentReference']
    : [['cac:Item'], 'ItemSpecificationDocumentReference']
  for (const text of details.otherDocuments?.split('\n') ?? []) {
    const documentReference = group(reference, basic('ID', text))
    if (documentReference) updated = insertAt(updated, parentPath, documentReference)
  }
  return [...updated, ...toElements(orderLine(details.orderLine))]
}

const orderLine = (text: string | null | undefined): XmlPart =>
  text?.split(', ').map((lineNumber) => group('OrderLineReference', basic('LineID', lineNumber)))

/** The elements with the list price and the discount from it as an allowance of the line's price. */
function listPrice(
  elements: Element[],
  { listPrice: list, priceDiscount, priceReason }: NonNullable<IngestLine['details']>,
  { currency }: IngestDocument,
): Element[] {
  if (!priceDiscount || !currency || !elements.some(({ name }) => name === 'cac:Price')) return elements
  const allowance = group(
    'AllowanceCharge',
    basic('ChargeIndicator', 'false'),
    basic('AllowanceChargeReason', priceReason),
    basic('Amount', priceDiscount, { currencyID: currency }),
    basic('BaseAmount', list, { currencyID: currency }),
  )
  return allowance ? insertAt(elements, ['cac:Price'], allowance) : elements
}

/** The elements with the reason for a tax exemption in the item's tax category. */
function exemption(elements: Element[], reason: string | null | undefined): Element[] {
  const [item] = elements.filter(({ name }) => name === 'cac:Item')
  const children = item && typeof item.content !== 'string' ? item.content : []
  const text = basic('TaxExemptionReason', reason)
  if (!text || !children.some(({ name }) => name === 'cac:ClassifiedTaxCategory')) return elements
  return insertAt(elements, ['cac:Item', 'cac:ClassifiedTaxCategory'], text)
}
