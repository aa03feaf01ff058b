import {
  date,
  distinct,
  either,
  elementsAt,
  type Field,
  identifier,
  prose,
  shape,
  words,
  wordsOf,
} from './ubl-fields.ts'
import { parties } from './ubl-parties.ts'
import { paymentMeans } from './ubl-payment.ts'
import { named, toCoded } from './ubl-references.ts'

/* What the headers of all kinds of document have. */

/** Incoterm, place and what else was agreed, on one line. */
const deliveryTerms: Field<string> = (at) => {
  const paths = [
    ...[
      'cbc:ID',
      'cac:DeliveryLocation/cbc:Name',
      'cac:DeliveryLocation/cbc:ID',
      'cac:DeliveryLocation/cbc:Description',
    ],
    ...['cbc:SpecialTerms', 'cbc:LossRiskResponsibilityCode', 'cbc:LossRisk'],
  ]
  const places = ['cac:DeliveryTerms', 'cac:Delivery/cac:DeliveryTerms', 'cac:Shipment/cac:Delivery/cac:DeliveryTerms']
  const agreed = places.map((place) => elementsAt(at, place)).find((found) => found.length > 0) ?? []
  const terms = agreed.flatMap((one) => paths.flatMap((path) => elementsAt(one, path).map(wordsOf)))
  return distinct(terms.filter((term) => term !== ''))
    ?.join(' ')
    .slice(0, 2000)
}

/** The particulars of a type with what else its details hold. */
export const alongside =
  (
    particulars: Field<Readonly<Record<string, string>>>,
    more: Record<string, Field<string>>,
  ): Field<Readonly<Record<string, string>>> =>
  (at, reading) => {
    const found = { ...particulars(at, reading), ...(shape(more)(at, reading) as Record<string, string>) }
    return Object.keys(found).length === 0 ? undefined : found
  }

export const common = {
  number: identifier(200, 'cbc:ID'),
  issueDate: date('cbc:IssueDate'),
  ...parties,
  paymentTerms: prose(2000, 'cac:PaymentTerms/cbc:Note', 'cac:TransactionConditions/cbc:Description'),
  deliveryTerms,
  project: either(words(300, 'cac:ProjectReference/cbc:ID'), named('50', 300)),
  costCentre: words(300, 'cbc:AccountingCost', 'cbc:AccountingCostCode'),
  note: prose(20_000, 'cbc:Note'),
  paymentMeans,
  references: toCoded,
}
