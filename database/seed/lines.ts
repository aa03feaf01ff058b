import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { amountText, lineAmount, percentOf, priceIn, quantityText } from './amounts.ts'
import type { Customer, SeedContext } from './customer.ts'
import type { Product } from './products.ts'

/** A product in an order, at its price in minor units. Quantities are tenths. */
export type BasketLine = { line: string; product: Product; tenths: number; price: number; discount: number }

/** What a document charges or notes besides goods; amounts in minor units. */
export type Extras = { freight: number; text: string | undefined }

export type Basket = { lines: readonly BasketLine[]; extras: Extras }

const remarks = [
  'Please mark every package with our order number.',
  'Certificates 3.1 according to EN 10204 go along with the goods.',
  'Deliveries until 14:00, gate 3.',
  'Replaces the previous version; see drawing revision C.',
]

function quantityOf(product: Product, context: SeedContext): number {
  const { random } = context
  if (product.unit === 'MTR') return random.between(10, product.most * 10)
  const pieces = random.between(1, product.most)
  // Small parts are ordered in boxes of ten.
  return (pieces > 50 ? pieces - (pieces % 10) : pieces) * 10
}

/** Draws the products that a customer wants: one to seven, often freight, sometimes a remark. */
export function drawBasket(context: SeedContext): Basket {
  const { customer, random } = context
  const count = random.pick([1, 2, 2, 3, 3, 4, 4, 5, 6, 7])
  const first = random.between(0, customer.buys.length - 1)
  const lines: BasketLine[] = []
  for (let step = 0; step < count; step++) {
    const product = customer.buys[(first + step * 5) % customer.buys.length] as Product
    lines.push({
      line: String((step + 1) * 10),
      product,
      tenths: quantityOf(product, context),
      price: priceIn(customer.currency, product.price),
      discount: random.chance(20) ? 10 : customer.discountPercent,
    })
  }
  const freight = random.chance(60) ? priceIn(customer.currency, random.pick([1290, 2450, 4900, 12_500])) : 0
  return { lines, extras: { freight, text: random.chance(15) ? random.pick(remarks) : undefined } }
}

/** Returns a line of goods with the product's data, without prices. */
export function goodsLine(basketLine: BasketLine, tenths: number, customer: Customer): IngestLine {
  const { product } = basketLine
  const line: IngestLine = {
    line: basketLine.line,
    kind: 'item',
    sku: product.sku,
    gtin: product.gtin,
    name: product.name,
    description: product.description,
    quantity: quantityText(tenths),
    unit: product.unit,
    originCountry: product.origin,
    commodityCode: product.commodity,
  }
  if (product.unNumber) line.unNumber = product.unNumber
  if (customer.customerSku) line.customerSku = customer.customerSku(product)
  return line
}

/** Adds prices to a line of goods; returns its amount in minor units. */
export function addPrice(line: IngestLine, basketLine: BasketLine, tenths: number, customer: Customer): number {
  const amount = lineAmount(tenths, basketLine.price, basketLine.discount)
  line.unitPrice = amountText(basketLine.price, customer.currency)
  line.discountPercent = String(basketLine.discount)
  line.taxRate = String(customer.taxRate)
  line.amount = amountText(amount, customer.currency)
  return amount
}

/** Returns the lines after the goods: freight as a charge, the remark as a text. */
export function extraLines(extras: Extras, customer: Customer): IngestLine[] {
  const lines: IngestLine[] = []
  if (extras.freight > 0) {
    const amount = amountText(extras.freight, customer.currency)
    lines.push({
      line: '900',
      kind: 'charge',
      name: 'Freight and packaging',
      quantity: '1',
      unit: 'C62',
      unitPrice: amount,
      taxRate: String(customer.taxRate),
      amount,
    })
  }
  if (extras.text) lines.push({ line: '990', kind: 'text', description: extras.text })
  return lines
}

/** Sets the totals and taxes of a document; returns the gross amount in minor units. */
export function addTotals(document: IngestDocument, net: number, charges: number, customer: Customer): number {
  const { currency, taxRate } = customer
  const base = net + charges
  const tax = percentOf(base, taxRate)
  document.currency = currency
  document.totals = {
    net: amountText(net, currency),
    discount: amountText(0, currency),
    charges: amountText(charges, currency),
    tax: amountText(tax, currency),
    gross: amountText(base + tax, currency),
  }
  document.taxes = [
    {
      category: customer.taxCategory,
      rate: String(taxRate),
      base: amountText(base, currency),
      amount: amountText(tax, currency),
    },
  ]
  return base + tax
}
