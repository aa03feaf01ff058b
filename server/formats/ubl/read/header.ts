import { headerFieldList } from '#contract/documents/header-fields.ts'
import {
  date,
  distinct,
  either,
  elementsAt,
  type FieldReader,
  identifier,
  multilineText,
  shape,
  text,
  textOf,
} from './fields.ts'
import { partyFields } from './parties.ts'
import { paymentMeans } from './payment.ts'
import { additionalReference, codedReferences } from './references.ts'

/* The fields that the headers of all kinds of documents share. */

/** Incoterm, place and other terms of delivery, on one line. */
const deliveryTerms: FieldReader<string> = (node) => {
  const paths = [
    ...[
      'cbc:ID',
      'cac:DeliveryLocation/cbc:Name',
      'cac:DeliveryLocation/cbc:ID',
      'cac:DeliveryLocation/cbc:Description',
    ],
    ...['cbc:SpecialTerms', 'cbc:LossRiskResponsibilityCode', 'cbc:LossRisk'],
  ]
  const termsPaths = [
    'cac:DeliveryTerms',
    'cac:Delivery/cac:DeliveryTerms',
    'cac:Shipment/cac:Delivery/cac:DeliveryTerms',
  ]
  const termsElements = termsPaths.map((path) => elementsAt(node, path)).find((elements) => elements.length > 0) ?? []
  const terms = termsElements.flatMap((element) => paths.flatMap((path) => elementsAt(element, path).map(textOf)))
  return distinct(terms.filter((term) => term !== ''))
    ?.join(' ')
    .slice(0, 2000)
}

/** The particulars of a type, combined with extra fields of its details. */
export const withExtraFields =
  (
    particulars: FieldReader<Readonly<Record<string, string>>>,
    extraFields: Record<string, FieldReader<string>>,
  ): FieldReader<Readonly<Record<string, string>>> =>
  (node, reading) => {
    const details = { ...particulars(node, reading), ...(shape(extraFields)(node, reading) as Record<string, string>) }
    return Object.keys(details).length === 0 ? undefined : details
  }

/** Readers of the header fields whose UBL path is in their list. */
const listedFields: Record<string, FieldReader<string>> = Object.fromEntries(
  headerFieldList.flatMap(([name, { max, ubl }]) => (ubl ? [[name, text(max, ...ubl)]] : [])),
)

export const commonFields = {
  number: identifier(200, 'cbc:ID'),
  issueDate: date('cbc:IssueDate'),
  ...partyFields,
  paymentTerms: multilineText(2000, 'cac:PaymentTerms/cbc:Note', 'cac:TransactionConditions/cbc:Description'),
  deliveryTerms,
  project: either(text(300, 'cac:ProjectReference/cbc:ID'), additionalReference('50', 300)),
  ...listedFields,
  note: multilineText(20_000, 'cbc:Note'),
  paymentMeans,
  references: codedReferences,
}
