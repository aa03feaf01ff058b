import type { ReactNode } from 'react'
import type { GuessColumn } from '#contract/imports/guess.ts'
import { documentTypes } from '#contract/values.ts'
import { Card } from '#web/ui/Card.tsx'
import { t } from '#web/ui/text.ts'
import { Certainty } from './Certainty.tsx'
import { Choice, type ChoiceGroup } from './Choice.tsx'

type ColumnsProps = {
  columns: readonly GuessColumn[]
  fields: readonly string[]
  onChoose: (heading: string, field: string) => void
}

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

function labelOf(field: string): string {
  const type = documentTypes.find((one) => field === `number of ${one}`)
  if (type) return t(`imports.field.number_of_${type}`)
  return isNamed(field) ? t(labels[field]) : field
}

/** What each column of the file is: proposed with what says so, and chosen otherwise where that is wrong. */
export function Columns({ columns, fields, onChoose }: ColumnsProps): ReactNode {
  const choicesOf = (column: GuessColumn): ChoiceGroup[] => {
    // A field of a profile that was written by hand stays what it is.
    const all = column.field === '' || fields.includes(column.field) ? fields : [...fields, column.field]
    return [
      { label: undefined, choices: [{ value: '', label: t('imports.leftOut') }] },
      ...groups.map((group) => ({
        label: t(`imports.group.${group}`),
        choices: all
          .filter((field) => groupOf(field) === group)
          .map((field) => ({ value: field, label: labelOf(field) })),
      })),
    ]
  }
  return (
    <Card title={t('imports.columns')} padded={false}>
      <p className="px-4 pb-2 text-sm text-muted sm:px-5">{t('imports.columns.text')}</p>
      <ul>
        {columns.map((column) => (
          <li
            key={column.heading}
            className="grid items-center gap-x-5 gap-y-1.5 border-t border-border px-4 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)] sm:px-5"
          >
            <p className="min-w-0">
              <span className={`block font-medium wrap-anywhere ${column.field === '' ? 'text-muted' : ''}`}>
                <bdi>{column.heading}</bdi>
              </span>
              {column.samples.length > 0 && (
                <span className="block truncate text-sm text-muted">
                  <bdi>{column.samples.join(' · ')}</bdi>
                </span>
              )}
            </p>
            <Choice
              label={t('imports.fieldOf', { heading: column.heading })}
              value={column.field}
              groups={choicesOf(column)}
              onChange={(field) => onChoose(column.heading, field)}
            />
            <Certainty certainty={column.certainty} because={column.because} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
