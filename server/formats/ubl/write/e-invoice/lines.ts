import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { compare, multiply, sum } from '#contract/money.ts'
import { isUnit } from '#server/formats/ubl/read/codes.ts'
import { lineAllowances } from '../lines.ts'
import { amount } from '../totals.ts'
import { basic, type Element, group, type XmlPart } from '../xml.ts'
import { cents, groupOf, type TaxGroup } from './amounts.ts'
import type { Missing } from './missing.ts'

/* Lines of an e-invoice (BG-25), and the charges of the whole document (BG-20, BG-21). */

/** A line or charge with its amount and the group of its tax. */
export type Written = { element: Element | undefined; amount: string; group: TaxGroup | undefined }

const vatScheme = group('TaxScheme', basic('ID', 'VAT'))

/** A tax category; what is outside the scope of the tax has no rate. */
export const taxCategory = (name: string, tax: TaxGroup | undefined, ...more: readonly XmlPart[]): XmlPart =>
  tax &&
  group(
    name,
    basic('ID', tax.category),
    tax.category === 'O' ? undefined : basic('Percent', tax.rate),
    ...more,
    vatScheme,
  )

const period = ({ periodStart, periodEnd }: NonNullable<IngestLine['details']>) =>
  group('InvoicePeriod', basic('StartDate', periodStart), basic('EndDate', periodEnd))

/** A line of goods or services. */
export function invoiceLine(
  document: IngestDocument,
  line: IngestLine,
  kind: 'Invoice' | 'CreditNote',
  groups: readonly TaxGroup[],
  missing: Missing,
): Written {
  const { details = {}, unitPrice, quantity, unit } = line
  const value = cents(missing.need('lineAmount', line.amount) ?? '0', missing)
  const tax = groupOf(groups, line)
  if (!tax) missing.add('lineTax')
  missing.need('lineQuantity', quantity)
  if (unit === undefined || !isUnit(unit)) missing.add('lineUnit')
  if (unitPrice === undefined || compare(unitPrice, '0') < 0) missing.add('linePrice')
  if ((line.allowances ?? []).some(({ reason }) => !reason)) missing.add('chargeReason')
  const [orderLine] = (line.references ?? []).filter(({ type }) => type === 'orders').map(({ line: own }) => own)
  const element = group(
    `${kind}Line`,
    basic('ID', line.line),
    basic('Note', line.note),
    basic(kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity', quantity, unit ? { unitCode: unit } : {}),
    amount('LineExtensionAmount', value, document),
    basic('AccountingCost', details?.costCentre),
    details && period(details),
    group('OrderLineReference', basic('LineID', orderLine)),
    lineAllowances(document, inCents(line, missing)),
    item(line, tax, missing),
    price(document, line),
  )
  if (!isPriceOf(line, value)) missing.add('sums')
  return { element, amount: value, group: tax }
}

/** A line whose allowances and charges have amounts with two places. */
function inCents(line: IngestLine, missing: Missing): IngestLine {
  const { allowances = [] } = line
  return {
    ...line,
    allowances: allowances.map(({ amount: value, base, ...allowance }) => ({
      ...allowance,
      ...(value === undefined ? {} : { amount: cents(value, missing) }),
      ...(base === undefined ? {} : { base: cents(base, missing) }),
    })),
  }
}

function item(line: IngestLine, tax: TaxGroup | undefined, missing: Missing): XmlPart {
  const name = missing.need('lineName', line.name ?? line.description ?? line.sku)
  const { commodityCode, originCountry, properties = [] } = line
  return group(
    'Item',
    basic('Description', line.description),
    basic('Name', name),
    group('BuyersItemIdentification', basic('ID', line.customerSku)),
    group('SellersItemIdentification', basic('ID', line.sku)),
    group('StandardItemIdentification', basic('ID', line.gtin, { schemeID: '0160' })),
    group('OriginCountry', basic('IdentificationCode', originCountry)),
    commodityCode
      ?.split(', ')
      .map((code) => group('CommodityClassification', basic('ItemClassificationCode', code, { listID: 'HS' }))),
    taxCategory('ClassifiedTaxCategory', tax),
    properties.map(({ name: property, value }) =>
      property && value ? group('AdditionalItemProperty', basic('Name', property), basic('Value', value)) : undefined,
    ),
  )
}

function price(document: IngestDocument, { unitPrice, details }: IngestLine): XmlPart {
  const { listPrice, priceDiscount } = details ?? {}
  return group(
    'Price',
    amount('PriceAmount', unitPrice, document),
    listPrice && priceDiscount
      ? group(
          'AllowanceCharge',
          basic('ChargeIndicator', 'false'),
          amount('Amount', priceDiscount, document),
          amount('BaseAmount', listPrice, document),
        )
      : undefined,
  )
}

/** Whether a line's amount is its quantity at its price with its allowances, to the cent, where all are known. */
function isPriceOf({ quantity, unitPrice, discountPercent, allowances = [] }: IngestLine, value: string): boolean {
  if (quantity === undefined || unitPrice === undefined) return true
  const full = multiply(quantity, unitPrice)
  const factor = discountPercent === undefined || allowances.length > 0 ? '100' : sum(['100', `-${discountPercent}`])
  const net = sum([multiply(multiply(full, factor), '0.01'), ...allowances.map((entry) => entry.amount)])
  const difference = Number(sum([net, value.startsWith('-') ? value.slice(1) : `-${value}`]))
  return Math.abs(difference) <= 0.02
}

/** A charge of the whole document; with a negative amount an allowance. */
export function documentCharge(
  document: IngestDocument,
  line: IngestLine,
  groups: readonly TaxGroup[],
  missing: Missing,
): Written {
  const value = cents(line.amount ?? '0', missing)
  const tax = groupOf(groups, line)
  if (!tax) missing.add('chargeTax')
  const isAllowance = compare(value, '0') < 0
  const [basis] = line.allowances ?? []
  const element = group(
    'AllowanceCharge',
    basic('ChargeIndicator', isAllowance ? 'false' : 'true'),
    basic('AllowanceChargeReason', missing.need('chargeReason', line.name ?? line.description)),
    basis?.percent && basis.base ? basic('MultiplierFactorNumeric', basis.percent) : undefined,
    amount('Amount', value.replace('-', ''), document),
    basis?.base ? amount('BaseAmount', cents(basis.base, missing), document) : undefined,
    taxCategory('TaxCategory', tax),
  )
  return { element, amount: value, group: tax }
}
