import { useState } from 'react'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { Period } from '#contract/documents/periods.ts'
import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/fields/DateField.tsx'
import { RadioGroup } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { dateLabel } from './active-filters.ts'
import { GoToDate } from './GoToDate.tsx'
import { withChanges } from './list-state.ts'
import { withDays } from './search-changes.ts'

/** The periods offered for a date in the past, and for one that is mostly in the future. */
const pastPeriods: readonly Period[] = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
]
const upcomingPeriods: readonly Period[] = [
  'past',
  'today',
  'this_week',
  'next_week',
  'next_7_days',
  'next_30_days',
  'this_month',
  'next_month',
]

/** The periods offered for a date field. */
export function periodsFor(dateField: string | undefined): readonly Period[] {
  return dateField === 'keyDate' ? upcomingPeriods : pastPeriods
}

type DatePanelProps = {
  type: DocumentType
  search: ListSearch
  /** `done`: nothing more is to be chosen. */
  onChange: (search: ListSearch, done: boolean) => void
}

/** Chooses a date field and a period or two days. */
export function DatePanel({ type, search, onChange }: DatePanelProps) {
  const { period, from, to } = search
  const [dateField, setDateField] = useState(search.dateField)
  const hasDays = [period, from, to].some((value) => value !== undefined)
  return (
    <div className="flex flex-col gap-4">
      {definitions[type].keyDate !== 'issueDate' && (
        <RadioGroup
          legend={t('filters.dates.which')}
          name="dateField"
          value={dateField ?? 'issueDate'}
          choices={['issueDate', 'keyDate'].map((value) => ({ value, label: dateLabel(type, value) }))}
          onChange={(value) => {
            const chosen = value === 'issueDate' ? undefined : value
            setDateField(chosen)
            if (hasDays) onChange(withChanges(search, { dateField: chosen }), false)
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-1">
        {periodsFor(dateField).map((option) => (
          <Button
            key={option}
            variant="quiet"
            size="small"
            aria-pressed={option === period}
            className="justify-start! px-2! aria-pressed:bg-brand-tint aria-pressed:text-brand-text"
            onClick={() =>
              onChange(
                withDays(search, { dateField, period: option === period ? undefined : option }),
                option !== period,
              )
            }
          >
            {t(`list.period.${option}`)}
          </Button>
        ))}
      </div>
      <DayRangeFields
        from={from}
        to={to}
        onChange={(days) => onChange(withDays(search, { dateField, from, to, ...days }), false)}
      />
      <GoToDate {...{ search, dateField }} onChange={(next) => onChange(next, false)} />
    </div>
  )
}

type DayRangeFieldsProps = {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from?: string | undefined; to?: string | undefined }) => void
}

/** A first and a last day; each applies only if its field holds a complete date or none. */
export function DayRangeFields({ from, to, onChange }: DayRangeFieldsProps) {
  const swapped = from !== undefined && to !== undefined && to < from
  const dayField = (name: 'from' | 'to', value: string | undefined) => (
    <DayField
      key={`${name} ${value}`}
      label={t(`list.dates.${name}`)}
      error={swapped && name === 'to' ? t('filters.dates.swapped') : undefined}
      defaultValue={value ?? ''}
      onDay={(day) => onChange({ [name]: day || undefined })}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-2 border-t border-border pt-4">
      {dayField('from', from)}
      {dayField('to', to)}
    </div>
  )
}
