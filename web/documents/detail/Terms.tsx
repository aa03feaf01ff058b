import { allFields } from '#contract/documents/all-fields.ts'
import type { Field } from '#contract/documents/definition.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { datesIn } from '#web/ui/format-details.ts'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Money } from '#web/ui/Values.tsx'
import { fieldLabel } from '../fields.ts'
import { type Fact, FactList } from './Facts.tsx'
import { isPayable } from './payable.ts'

/** Fields with their own place on the page; every other field of the definition is listed here. */
const shownElsewhere = new Set([
  'number',
  'customerReference',
  'issueDate',
  'currency',
  'gross',
  'lineCount',
  'sourceModifiedAt',
  'ingestedAt',
  'validUntil',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'despatchDate',
  'deliveredDate',
  'late',
  'carrier',
  'service',
  'trackingNumbers',
  'trackingUrl',
  'signedBy',
  'packageCount',
  'holdReason',
  'dueDate',
  'paid',
  'open',
  'disputed',
  'disputedAmount',
  'promisedPayment',
  'rejectionReason',
  'invoiceKind',
  'rounding',
])
/** Fields that an unpaid invoice shows at the top of its page. */
const paymentFields = new Set(['bankAccount', 'paymentReference', 'earlyPayment'])

/** The terms, and all fields of the type's definition that no other part of the page shows. */
export function Terms({ detail }: { detail: DocumentDetail }) {
  const fields: Readonly<Record<string, Field>> = allFields(detail.type)
  const fieldFacts = Object.entries(fields)
    .filter(([name]) => !shownElsewhere.has(name) && !(paymentFields.has(name) && isPayable(detail)))
    .flatMap(([name, field]): Fact[] => {
      const value = termValue(field, name, detail.header[name], textOrNull(detail.header.currency))
      return value === null ? [] : [{ label: fieldLabel(detail.type, name), value }]
    })
  const terms = headerFieldList.flatMap(([name, { detail: isShown }]): Fact[] =>
    isShown && detail[name] ? [{ label: label(`field.${name}`), value: detail[name] }] : [],
  )
  if (fieldFacts.length + terms.length === 0 && !detail.note) return null
  return (
    <Card title={t('terms.title')}>
      <FactList facts={[...terms, ...fieldFacts]} />
      {detail.note && (
        <div className="mt-3 border-t border-border pt-3">
          <h3 className="text-sm text-muted">{t('field.note')}</h3>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {detail.note}
          </p>
        </div>
      )}
    </Card>
  )
}

function termValue(field: Field, name: string, value: unknown, currency: string | null): Fact['value'] | null {
  if (field.kind === 'flag') return value === true ? t('value.yes') : null
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null
  const text = textOrNull(value)
  if (text === null) return null
  if (field.kind === 'date' || field.kind === 'instant') return <DateText date={text} focusable />
  if (field.kind === 'status') return label(`word.${text}`)
  if (field.kind === 'money') return <Money amount={text} currency={currency} />
  const messageKey = name === 'mode' ? `mode.${text}` : `invoiceType.${text}`
  if ((name === 'mode' || name === 'invoiceType') && isMessageKey(messageKey)) return label(messageKey)
  if (text.includes('\n')) return <MultilineText text={text} />
  return datesIn(text)
}

/** Several values, each on a line of its own. */
function MultilineText({ text }: { text: string }) {
  return text.split('\n').map((line) => (
    // The block itself is not isolated: in a page of the opposite direction it would align to the other side.
    <span key={line} className="block">
      <bdi>{datesIn(line)}</bdi>
    </span>
  ))
}
