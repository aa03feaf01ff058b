import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import type { DocumentRequestKind } from '#contract/requests/rules.ts'
import { DateField } from '../ui/fields/DateField.tsx'
import { unambiguous } from '../ui/fields/decimal.ts'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { useToday } from '../ui/portal.ts'
import { label, t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'
import { AddressField } from './AddressField.tsx'
import { ColleagueChoice } from './approvals/ColleagueChoice.tsx'
import { DecimalField } from './DecimalField.tsx'
import type { FormQuestion } from './forms.ts'
import { LineChoice } from './LineChoice.tsx'
import { ReceivedLines } from './ReceivedLines.tsx'

type RequestQuestionProps = {
  question: FormQuestion
  kind: DocumentRequestKind
  detail: DocumentDetail
  person: string
  /** Names of the fields that were left out. */
  missing: readonly string[]
  error: string | undefined
}

/** One question of a request's form. */
export function RequestQuestion({ question, kind, detail, person, missing, error }: RequestQuestionProps): ReactNode {
  const { name } = question
  const today = useToday()
  if (question.control === 'lines') {
    const { with: asks } = question
    const { lines } = detail
    if (asks === 'receipt') return <ReceivedLines detail={detail} missing={missing} error={error} />
    return <LineChoice lines={lines} asks={asks} missing={missing} error={error} />
  }
  if (question.control === 'colleagues') return <ColleagueChoice name={name} error={error} />
  if (question.control === 'tick')
    return <CheckField name={name} defaultChecked={question.begin !== 'unset'} label={label(`request.field.${name}`)} />
  if (question.control === 'choice')
    return (
      <SelectField
        name={name}
        label={label(`request.field.${name}`)}
        choices={question.choices.map((value) => ({ value, label: label(`request.choice.${value}`) }))}
      />
    )
  const fieldTitle = fieldTitleOf(name, kind, detail)
  const title = question.required ? fieldTitle : t('request.optional', { label: fieldTitle })
  if (question.control === 'address') return <AddressField name={name} label={title} error={error} />
  if (question.control === 'words')
    return <TextArea name={name} label={title} error={error} rows={3} maxLength={4000} />
  const begin = 'begin' in question ? question.begin : undefined
  const initial = { person, today, open: unambiguous(undisputedOf(detail)) }
  const field = { name, label: title, defaultValue: begin ? initial[begin] : '', error }
  if (question.control === 'date') return <DateField {...field} />
  if (question.control === 'amount') return <DecimalField {...field} />
  return <TextField {...field} maxLength={200} />
}

/** What is open of an invoice and not disputed. */
function undisputedOf({ header }: DocumentDetail): string {
  const [open, disputed] = [textOrNull(header.open), textOrNull(header.disputedAmount)]
  if (open === null || disputed === null || compare(disputed, open) >= 0) return open ?? ''
  return fromMillionths(toMillionths(open) - toMillionths(disputed), 2)
}

function fieldTitleOf(name: string, kind: DocumentRequestKind, detail: DocumentDetail): string {
  const currency = textOrNull(detail.header.currency)
  if (name === 'amount') return currency ? t('request.field.amount', { currency }) : t('request.field.amount.plain')
  return kind === 'ask' ? t('request.field.question') : label(`request.field.${name}`)
}
