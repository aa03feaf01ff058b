import { type StatementSearch, statementPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { DayField } from '../ui/fields/DateField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { isCalendarDate } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import type { StatementPeriod } from './queries.ts'
import { type PeriodName, periodDays, periodNameOf, periodNames } from './statement-period.ts'

type PeriodFieldsProps = { period: StatementPeriod; currencies: readonly string[] }

/** Chooses the dates and the currency, which are kept in the URL. */
export function PeriodFields({ period, currencies }: PeriodFieldsProps) {
  const navigate = useNavigate()
  const today = useToday()
  const { from, to, currency } = period
  const name = periodNameOf(period, today)
  const changeSearch = (search: StatementSearch) =>
    void navigate({ ...statementPath({ from, to, currency, ...search }), replace: true, resetScroll: false })
  const choose = (chosen: PeriodName) => {
    if (chosen !== 'chosen') changeSearch(periodDays(chosen, today))
  }
  const dayField = (end: 'from' | 'to') => (
    <DayField
      key={`${end} ${period[end]}`}
      label={t(`statement.${end}`)}
      defaultValue={period[end]}
      className="max-sm:flex-1"
      onDay={(day) => isCalendarDate(day) && changeSearch({ [end]: day })}
    />
  )
  return (
    <div className="no-print flex flex-wrap items-start gap-3 px-4 pb-4 sm:px-5">
      <SelectField
        label={t('statement.period.label')}
        value={name}
        choices={periodNames
          .filter((periodName) => periodName !== 'chosen' || name === 'chosen')
          .map((periodName) => ({ value: periodName, label: t(`statement.period.${periodName}`) }))}
        onChange={(event) => choose(event.currentTarget.value as PeriodName)}
        className="min-w-44 max-sm:w-full"
      />
      {dayField('from')}
      {dayField('to')}
      {currencies.length > 1 && (
        <SelectField
          label={t('statement.currency')}
          value={currency}
          choices={currencies.map((code) => ({ value: code, label: code }))}
          onChange={(event) => changeSearch({ currency: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
