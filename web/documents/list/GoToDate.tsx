import { useState } from 'react'
import type { ListSearch } from '#contract/documents/list-search.ts'
import { DayField } from '#web/ui/fields/DateField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { isCalendarDate } from '#web/ui/format.ts'
import { formatMonth } from '#web/ui/format-details.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { sortingOf, withChanges } from './list-state.ts'
import { withDays } from './search-changes.ts'
import { weekOf } from './week.ts'

/** The months to which a list can go, counted from this one: of what was issued, and of what is due. */
const offered = { issueDate: { last: 0, count: 36 }, keyDate: { last: 12, count: 36 } } as const

/**
 * The list as it begins with a month or week: with its last day where the newest come first, else with its first. A list
 * that is not sorted by the date is sorted by it.
 */
export function beginningWith(search: ListSearch, dateField: 'issueDate' | 'keyDate', range: DayRange): ListSearch {
  const sorted = sortingOf(search)
  const { descending } = sorted.by === dateField ? sorted : { descending: dateField === 'issueDate' }
  const sort = dateField === 'issueDate' ? (descending ? undefined : 'issueDate') : `${descending ? '-' : ''}keyDate`
  const day = descending ? { to: range.to } : { from: range.from }
  return withDays(withChanges(search, { sort }), { dateField: dateField === 'keyDate' ? dateField : undefined, ...day })
}
type DayRange = { from: string; to: string }

type GoToDateProps = {
  search: ListSearch
  dateField: string | undefined
  onChange: (search: ListSearch) => void
}

/** Goes to a month or a week of a list. With the arrow keys one goes from month to month. */
export function GoToDate({ search, dateField, onChange }: GoToDateProps) {
  const today = useToday()
  /** How many weeks were gone to: after each the field is empty, for whoever leaves it again goes nowhere. */
  const [visits, setVisits] = useState(0)
  const field = dateField === 'keyDate' ? 'keyDate' : 'issueDate'
  const { last, count } = offered[field]
  const months = Array.from({ length: count }, (_, index) => monthAt(today, last - index))
  const beginning = (rangeOf: (day: string) => DayRange, day: string) => beginningWith(search, field, rangeOf(day))
  const current = months.find((day) => {
    const { from, to, sort } = beginning(monthOf, day)
    return from === search.from && to === search.to && sort === search.sort
  })
  const goToWeek = (day: string) => {
    if (!isCalendarDate(day) || day <= '1900') return
    setVisits(visits + 1)
    onChange(beginning(weekOf, day))
  }
  return (
    <fieldset className="border-t border-border pt-4">
      <legend className="sr-only">{t('list.goTo')}</legend>
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t('list.goTo.month')}
          value={current ?? ''}
          choices={[
            { value: '', label: t('list.goTo.choose') },
            ...months.map((day) => ({ value: day, label: formatMonth(day, 'long') })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' ? withDays(search, {}) : beginning(monthOf, value))
          }
        />
        <DayField key={visits} label={t('list.goTo.week')} onDay={goToWeek} />
      </div>
      <p className="mt-2 text-sm text-muted">{t('list.goTo.hint')}</p>
    </fieldset>
  )
}

// Here and not by `periodRange`, which would come with the first page of every list.

/** The first day of the month that lies so many months after that of a day, or so many days after that. */
function monthAt(day: string, later: number, days = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + later, 1 + days)).toISOString().slice(0, 10)
}

const monthOf = (day: string): DayRange => ({ from: monthAt(day, 0), to: monthAt(day, 1, -1) })
