import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, multiply, toMillionths } from '#contract/money.ts'
import { notApplicable } from './references.ts'
import { amount, lineTax } from './totals.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** A quantity with its unit (UN/ECE Recommendation 20) as the supplier sent it. */
export function quantity(
  name: string,
  { quantity: value, unit }: Pick<IngestLine, 'quantity' | 'unit'>,
): Element | undefined {
  return basic(name, value, unit === undefined ? {} : { unitCode: unit })
}

const property = (name: string | undefined, value: string | undefined) =>
  group('AdditionalItemProperty', basic('Name', name), basic('Value', value))

/** Item properties for what UBL cannot say: a line is not an item, or its required amount is unknown. */
const lineKind = 'LineKind'
const lineAmount = 'LineAmount'
/** Item property of a quote's line that is optional, or an alternative to another line. */
const lineOption = 'LineOption'

/** The lines of a document without its charges, which UBL writes apart from lines: see `allowanceCharges`. */
export function linesOf(document: IngestDocument): IngestLine[] {
  return (document.lines ?? []).filter((line) => !isCharge(line))
}

function isCharge(line: IngestLine): boolean {
  return line.kind === 'charge' && line.amount !== undefined
}

/** The line of a document without lines, where UBL requires at least one. */
export const placeholderLine: IngestLine = { line: notApplicable }

type ItemOptions = { priced: boolean; instances?: XmlPart }

/** The item of a line; without prices and taxes unless `priced` is set. */
export function item(document: IngestDocument, line: IngestLine, { priced, instances }: ItemOptions): Element {
  const { kind = 'item' } = line
  const content = group(
    'Item',
    basic('Description', line.description),
    basic('Name', line.name),
    group('BuyersItemIdentification', basic('ID', line.customerSku)),
    group('SellersItemIdentification', basic('ID', line.sku)),
    group('StandardItemIdentification', basic('ID', line.gtin, { schemeID: '0160' })),
    line.commodityCode
      ?.split(', ')
      .map((code) => group('CommodityClassification', basic('ItemClassificationCode', code, { listID: 'HS' }))),
    priced ? lineTax(document, line) : undefined,
    kind === 'item' ? undefined : property(lineKind, kind),
    document.type === 'quotes' && line.option !== undefined ? property(lineOption, line.option) : undefined,
    priced && line.amount === undefined ? property(lineAmount, notApplicable) : undefined,
    line.properties?.map(({ name, value }) => property(name, value)),
    instances,
  )
  return content ?? { name: 'cac:Item', attributes: {}, content: [] }
}

/** The periods that end on the requested, promised and estimated dates of the line's goods. */
export function deliveryDates(line: Pick<IngestLine, 'requestedDate' | 'promisedDate' | 'estimatedDate'>): XmlPart[] {
  return [
    group('RequestedDeliveryPeriod', basic('EndDate', line.requestedDate)),
    group('PromisedDeliveryPeriod', basic('EndDate', line.promisedDate)),
    group('EstimatedDeliveryPeriod', basic('EndDate', line.estimatedDate)),
  ]
}

/** The deliveries of a line: one for each partial delivery, otherwise one with the line's own dates. */
export function lineDeliveries(line: IngestLine): XmlPart {
  const { deliveries = [], unit } = line
  if (deliveries.length < 2) return group('Delivery', deliveryDates(line))
  return deliveries.map((part) =>
    group('Delivery', quantity('Quantity', { ...part, ...(unit === undefined ? {} : { unit }) }), deliveryDates(part)),
  )
}

/** The lead time: the days from the order to the despatch. */
export function leadTime({ leadTimeDays }: IngestLine): Element | undefined {
  const days = basic('LeadTimeMeasure', leadTimeDays, { unitCode: 'DAY' })
  return group('PricingReference', group('OriginalItemLocationQuantity', days))
}

/** The price of one unit. */
export function price(document: IngestDocument, { unitPrice }: IngestLine): Element | undefined {
  return group('Price', amount('PriceAmount', unitPrice, document))
}

/** The allowances and charges in a line's amount, each with its reason; without any, the discount in percent. */
export function lineAllowances(document: IngestDocument, line: IngestLine): XmlPart {
  const { allowances = [] } = line
  return allowances.length > 0
    ? allowances.map((allowance) => allowanceCharge(document, allowance))
    : discount(document, line)
}

type Allowance = NonNullable<IngestLine['allowances']>[number]

function allowanceCharge(document: IngestDocument, { reason, percent, base, amount: value }: Allowance): XmlPart {
  if (value === undefined) return undefined
  const isAllowance = compare(value, '0') < 0
  return group(
    'AllowanceCharge',
    basic('ChargeIndicator', isAllowance ? 'false' : 'true'),
    basic('AllowanceChargeReason', reason),
    basic('MultiplierFactorNumeric', percent),
    amount('Amount', isAllowance ? value.slice(1) : value, document),
    amount('BaseAmount', base, document),
  )
}

/** The sub-lines that a billed line consists of. */
export function subLines(document: IngestDocument, { parts = [] }: IngestLine, isCreditNote: boolean): XmlPart {
  const name = isCreditNote ? 'SubCreditNoteLine' : 'SubInvoiceLine'
  return parts.map((part) => {
    const line = { ...part, line: part.line ?? notApplicable }
    return group(
      name,
      basic('ID', line.line),
      quantity(isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity', line),
      amount('LineExtensionAmount', part.amount ?? '0.00', document),
      item(document, { ...line, amount: part.amount ?? '0.00' }, { priced: true }),
      price(document, line),
    )
  })
}

/** The serials and lots of a line. */
export function itemInstances({ serials = [], lots = [] }: IngestLine): XmlPart {
  return [
    serials.map((serial) => group('ItemInstance', basic('SerialID', serial))),
    lots.map(({ lot, expiry, quantity: count }) =>
      group(
        'ItemInstance',
        group(
          'LotIdentification',
          basic('LotNumberID', lot),
          basic('ExpiryDate', expiry),
          count === undefined
            ? undefined
            : group('AdditionalItemProperty', basic('Name', 'Quantity'), basic('ValueQuantity', count)),
        ),
      ),
    ),
  ]
}

/** The discount of a line, in percent of quantity × price; undefined if any of the three is unknown. */
function discount(document: IngestDocument, line: IngestLine): Element | undefined {
  const { discountPercent, quantity: count, unitPrice } = line
  if (discountPercent === undefined || count === undefined || unitPrice === undefined) return undefined
  const base = rounded(multiply(count, unitPrice))
  const discountAmount = rounded(multiply(multiply(base, discountPercent), '0.01'))
  return group(
    'AllowanceCharge',
    basic('ChargeIndicator', 'false'),
    basic('AllowanceChargeReasonCode', '95'),
    basic('AllowanceChargeReason', 'Discount'),
    basic('MultiplierFactorNumeric', discountPercent),
    amount('Amount', discountAmount, document),
    amount('BaseAmount', base, document),
  )
}

/** Rounded to two places, half away from zero. */
function rounded(decimal: string): string {
  const value = toMillionths(decimal)
  const half = value < 0n ? -5000n : 5000n
  return fromMillionths(((value + half) / 10_000n) * 10_000n, 2)
}

/** The charges of a document; a charge with a negative amount becomes an allowance. */
export function allowanceCharges(document: IngestDocument): XmlPart {
  return (document.lines ?? []).filter(isCharge).map((line) => {
    const value = line.amount as string
    const isAllowance = compare(value, '0') < 0
    const tax = lineTax(document, line)
    return group(
      'AllowanceCharge',
      basic('ID', line.line),
      basic('ChargeIndicator', isAllowance ? 'false' : 'true'),
      basic('AllowanceChargeReason', line.name),
      basic('MultiplierFactorNumeric', line.allowances?.[0]?.percent),
      amount('Amount', isAllowance ? value.slice(1) : value, document),
      amount('BaseAmount', line.allowances?.[0]?.base, document),
      tax && { ...tax, name: 'cac:TaxCategory' },
    )
  })
}
