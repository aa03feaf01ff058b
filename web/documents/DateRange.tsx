import { Calendar, ChevronDown } from 'lucide-react'
import type { ListSearch } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { formatDate } from '../ui/format.ts'
import { Popover } from '../ui/Popover.tsx'
import { useToday } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { changed, daysOf, periodOf, periods } from './list-state.ts'

/** The days that a list is narrowed to, in words. */
export function rangeText(search: ListSearch, today: string): string {
  const period = periodOf(search, today)
  if (period) return t(`list.dates.${period}`)
  const { from, to } = search
  if (from && to) return t('list.dates.range', { from: formatDate(from), to: formatDate(to) })
  if (from) return t('list.dates.since', { from: formatDate(from) })
  return to ? t('list.dates.until', { to: formatDate(to) }) : ''
}

type DateRangeProps = { search: ListSearch; onChange: (search: ListSearch) => void }

/** Narrows a list to the days on which its documents were issued: by a usual period, or by a first and a last day. */
export function DateRange({ search, onChange }: DateRangeProps) {
  const today = useToday()
  const chosen = periodOf(search, today)
  const swapped = search.from !== undefined && search.to !== undefined && search.to < search.from
  const button = (
    <>
      <Calendar aria-hidden size={16} className="text-muted" />
      {t('list.dates')}
      <ChevronDown aria-hidden size={14} className="text-muted" />
    </>
  )
  return (
    <Popover label={t('list.dates')} button={button} buttonClassName={buttonClass()}>
      <div className="mb-4 flex flex-col gap-1">
        {periods.map((period) => (
          <Button
            key={period}
            variant="quiet"
            aria-pressed={period === chosen}
            className="justify-start! aria-pressed:bg-brand-tint aria-pressed:text-brand-text"
            onClick={() => onChange(changed(search, daysOf(period, today)))}
          >
            {t(`list.dates.${period}`)}
          </Button>
        ))}
      </div>
      <div className="flex flex-col gap-3 border-t border-border pt-3">
        <Day
          label={t('list.dates.from')}
          value={search.from}
          onChange={(from) => onChange(changed(search, { from }))}
        />
        <Day
          label={t('list.dates.to')}
          value={search.to}
          error={swapped ? t('list.dates.swapped') : undefined}
          onChange={(to) => onChange(changed(search, { to }))}
        />
      </div>
    </Popover>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  error?: string | undefined
  onChange: (day: string) => void
}

/** A day of the calendar. The field is left alone while a date is being typed: only a whole one, or none, is taken. */
function Day({ label, value, error, onChange }: DayProps) {
  return (
    <TextField
      key={value ?? 'none'}
      type="date"
      label={label}
      error={error}
      min="1000-01-01"
      max="9999-12-31"
      defaultValue={value ?? ''}
      onBlur={(event) => {
        const { value: day, validity } = event.currentTarget
        if (!validity.badInput && day !== (value ?? '')) onChange(day)
      }}
    />
  )
}
