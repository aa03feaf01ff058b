import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'
import { dateOf, utcInstant } from './calendar.ts'
import { type Company, companyAt } from './companies.ts'
import type { Numbers } from './numbers.ts'
import { type Product, products } from './products.ts'
import { type Random, randomFrom } from './random.ts'
import { customsUnion, type Route, routesTo } from './routes.ts'

/** A company with its business habits, which stay the same in all its deals. */
export type Customer = Company & {
  routes: readonly [Route, ...Route[]]
  /** In percent; customers abroad pay tax in their own country. */
  taxRate: number
  taxCategory: 'S' | 'K' | 'G'
  /** Discount on the supplier's list price. */
  discountPercent: number
  paymentDays: number
  paymentTerms: string
  deliveryTerms: string
  salesperson: { name: string; email: string; phone: string }
  /** The products that the customer buys. */
  buys: readonly Product[]
  purchaseOrder(running: number, day: number): string
  customerSku: ((product: Product) => string) | undefined
  project: string | undefined
}

/** Everything that generating documents needs. `today` is a day number. */
export type SeedContext = { customer: Customer; random: Random; numbers: Numbers; today: number; orders: number }

const salespeople = [
  { name: 'Katharina Brinkmann', email: 'k.brinkmann@varnholt.example', phone: '+49 421 5550 211' },
  { name: 'Thijs Verhoeven', email: 't.verhoeven@varnholt.example', phone: '+49 421 5550 214' },
  { name: 'Amélie Fontaine', email: 'a.fontaine@varnholt.example', phone: '+49 421 5550 217' },
  { name: 'Omar Khalil', email: 'o.khalil@varnholt.example', phone: '+49 421 5550 219' },
] as const

const year = (day: number) => dateOf(day).slice(2, 4)
const padded = (running: number, length: number) => String(running).padStart(length, '0')

/** Styles of customers' own order numbers. */
const orderStyles: readonly ((running: number, day: number) => string)[] = [
  (running) => `45000${padded(running, 5)}`,
  (running, day) => `PO-20${year(day)}-${padded(running, 4)}`,
  (running, day) => `B/${year(day)}/${1000 + running}`,
  (running) => `PUR ${padded(running, 6)}`,
  (running, day) => `${dateOf(day).slice(5, 7)}${year(day)}-${padded(running, 3)}/MRO`,
  (running) => `BST${padded(running * 7, 6)}`,
]

/** Styles of customers' own part numbers; some customers use the supplier's numbers. */
const partStyles: readonly (((product: Product) => string) | undefined)[] = [
  (product) => `A${padded(100_300 + product.index * 3, 7)}`,
  (product) => `${padded(40 + (product.index % 7), 2)}.${padded(product.index + 1100, 4)}.0`,
  undefined,
  (product) => `MAT-${padded(70_000 + product.index, 6)}`,
]

/** Returns the customer at an index: the same index and seed give the same customer. */
export function customerAt(index: number, seed: number): Customer {
  const company = companyAt(index, seed)
  const random = randomFrom(seed * 7919 + index)
  const domestic = company.country === 'DE'
  const paymentDays = random.pick([14, 30, 30, 30, 45, 60])
  const firstProduct = random.between(0, products.length - 1)
  return {
    ...company,
    routes: routesTo(company.country, company.billTo.city ?? ''),
    taxRate: domestic ? 19 : 0,
    taxCategory: domestic ? 'S' : customsUnion.has(company.country) ? 'K' : 'G',
    discountPercent: random.pick([0, 0, 3, 5, 8]),
    paymentDays,
    paymentTerms: `${paymentDays} days net`,
    deliveryTerms: domestic || customsUnion.has(company.country) ? `DAP ${company.shipTo[0].city}` : 'FCA Bremen',
    salesperson: random.pick(salespeople),
    buys: Array.from({ length: 24 }, (_, step) => products[(firstProduct + step * 5) % products.length] as Product),
    purchaseOrder: random.pick(orderStyles),
    customerSku: random.pick(partStyles),
    project: random.chance(25) ? `Line ${random.between(2, 9)} overhaul` : undefined,
  }
}

/** Returns the fields that every document of a customer has. */
export function newDocument(
  context: SeedContext,
  type: DocumentType,
  number: string,
  issued: number,
  changed: number,
): IngestDocument {
  const { customer } = context
  return {
    type,
    number,
    account: customer.number,
    accountName: customer.name,
    issueDate: dateOf(issued),
    modifiedAt: utcInstant(Math.min(Math.max(issued, changed), context.today), 330),
    contact: customer.buyer,
    salesperson: customer.salesperson,
    billTo: customer.billTo,
  }
}
