import { type ReactNode, useState } from 'react'
import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { claimKinds, type DocumentRequestKind } from '#contract/requests/rules.ts'
import { DateField } from '../ui/fields/DateField.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { formatDecimal } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { label, t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { type FormQuestion, quantityName } from './forms.ts'

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
  if (question.control === 'lines')
    return <LineChoice lines={detail.lines} asks={question.with} missing={missing} error={error} />
  if (question.control === 'tick')
    return <CheckField name={name} defaultChecked label={label(`request.field.${name}`)} />
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
  if (question.control === 'words') {
    const maxLength = name === 'address' ? 1000 : 4000
    return <TextArea name={name} label={title} error={error} rows={3} maxLength={maxLength} />
  }
  const begin = 'begin' in question ? question.begin : undefined
  const initial = { person, today, open: textOrNull(detail.header.open) ?? '' }
  const field = { name, label: title, defaultValue: begin ? initial[begin] : '', error }
  if (question.control === 'date') return <DateField {...field} />
  return <TextField {...field} inputMode={question.control === 'amount' ? 'decimal' : undefined} maxLength={200} />
}

function fieldTitleOf(name: string, kind: DocumentRequestKind, detail: DocumentDetail): string {
  const currency = textOrNull(detail.header.currency)
  if (name === 'amount') return currency ? t('request.field.amount', { currency }) : t('request.field.amount.plain')
  return kind === 'ask' ? t('request.field.question') : label(`request.field.${name}`)
}

type LineChoiceProps = {
  lines: readonly DocumentLine[]
  asks: 'nothing' | 'quantity' | 'problem'
  missing: readonly string[]
  error: string | undefined
}

/** The most lines that are offered; those beyond can only be described in the note. */
const maxLines = 200

function LineChoice({ lines, asks, missing, error }: LineChoiceProps) {
  const items = lines.filter(({ kind }) => kind === 'item').slice(0, maxLines)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('request.field.lines')}</legend>
      <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto rounded-control border border-border p-2">
        {items.map((line) => (
          <LineCheckbox key={line.line} line={line} asks={asks} missing={missing.includes(quantityName(line.line))} />
        ))}
      </ul>
      {error && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  )
}

type LineCheckboxProps = { line: DocumentLine; asks: LineChoiceProps['asks']; missing: boolean }

function LineCheckbox({ line, asks, missing }: LineCheckboxProps) {
  const title = line.name ?? line.sku ?? t('request.line', { line: line.line })
  return (
    <li className="group">
      <CheckField name="line" value={line.line} defaultChecked={asks === 'quantity'} label={title} />
      {asks !== 'nothing' && (
        <div className="ms-6 mb-1 hidden gap-2 group-has-[input:checked]:flex">
          {asks === 'problem' ? (
            <ProblemFields line={line} missing={missing} />
          ) : (
            <TextField
              className="w-28"
              name={quantityName(line.line)}
              label={t('request.quantity', { line: line.line })}
              labelHidden
              inputMode="decimal"
              defaultValue={line.quantity ?? ''}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** What is wrong with a line, and with how much of it; the quantity starts empty. */
function ProblemFields({ line, missing }: { line: DocumentLine; missing: boolean }) {
  const [kind, setKind] = useState<(typeof claimKinds)[number]>('short')
  const fullQuantity = line.quantity && [formatDecimal(line.quantity), unitLabel(line.unit)].filter(Boolean).join(' ')
  return (
    <fieldset className="grid flex-1 gap-2" aria-label={t('request.line', { line: line.line })}>
      <SelectField
        name={`problem ${line.line}`}
        label={t('request.problem', { line: line.line })}
        labelHidden
        value={kind}
        choices={claimKinds.map((value) => ({ value, label: t(`request.choice.${value}`) }))}
        onChange={({ target }) => setKind(claimKinds.find((claimKind) => claimKind === target.value) ?? 'short')}
      />
      <TextField
        name={quantityName(line.line)}
        label={t(`request.quantity.${kind}`)}
        hint={fullQuantity ? t('request.quantity.of', { quantity: fullQuantity }) : undefined}
        error={missing ? t('request.missing') : undefined}
        inputMode="decimal"
        maxLength={20}
      />
    </fieldset>
  )
}
