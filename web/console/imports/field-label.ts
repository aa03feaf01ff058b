import { documentTypes } from '#contract/values.ts'
import { t } from '#web/ui/text.ts'
import type { ChoiceGroup } from './Choice.tsx'

const groups = ['document', 'customer', 'lines', 'numbers'] as const

function groupOf(field: string): (typeof groups)[number] {
  if (field.startsWith('number of ')) return 'numbers'
  if (field.startsWith('lines.')) return 'lines'
  return /^(account|vat|gln|accountName)$/.test(field) ? 'customer' : 'document'
}

/** What people call a field, by its name in profiles. */
const labels = {
  account: 'imports.field.account',
  vat: 'imports.field.vat',
  gln: 'imports.field.gln',
  accountName: 'imports.field.accountName',
  issueDate: 'imports.field.issueDate',
  status: 'imports.field.status',
  currency: 'imports.field.currency',
  customerReference: 'imports.field.customerReference',
  dueDate: 'imports.field.dueDate',
  requestedDate: 'imports.field.requestedDate',
  promisedDate: 'imports.field.promisedDate',
  validUntil: 'imports.field.validUntil',
  'totals.net': 'imports.field.totals_net',
  'totals.tax': 'imports.field.totals_tax',
  'totals.gross': 'imports.field.totals_gross',
  'totals.open': 'imports.field.totals_open',
  'shipment.carrier': 'imports.field.shipment_carrier',
  'shipment.trackingNumbers[1]': 'imports.field.shipment_trackingNumbers',
  'shipment.despatchDate': 'imports.field.shipment_despatchDate',
  'shipTo.name': 'imports.field.shipTo_name',
  'shipTo.city': 'imports.field.shipTo_city',
  'shipTo.country': 'imports.field.shipTo_country',
  'lines.line': 'imports.field.lines_line',
  'lines.sku': 'imports.field.lines_sku',
  'lines.name': 'imports.field.lines_name',
  'lines.quantity': 'imports.field.lines_quantity',
  'lines.unit': 'imports.field.lines_unit',
  'lines.unitPrice': 'imports.field.lines_unitPrice',
  'lines.amount': 'imports.field.lines_amount',
  'lines.taxRate': 'imports.field.lines_taxRate',
  'lines.discountPercent': 'imports.field.lines_discountPercent',
} as const

function isNamed(field: string): field is keyof typeof labels {
  return Object.hasOwn(labels, field)
}

/** What people call a field. */
export function fieldLabel(field: string): string {
  const type = documentTypes.find((one) => field === `number of ${one}`)
  if (type) return t(`imports.field.number_of_${type}`)
  return isNamed(field) ? t(labels[field]) : field
}

/** Fields to choose from, in groups. */
export function fieldGroups(fields: readonly string[]): ChoiceGroup[] {
  return groups.map((group) => ({
    label: t(`imports.group.${group}`),
    choices: fields
      .filter((field) => groupOf(field) === group)
      .map((field) => ({ value: field, label: fieldLabel(field) })),
  }))
}
