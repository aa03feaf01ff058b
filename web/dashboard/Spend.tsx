import { useState } from 'react'
import { type Dashboard, spendList } from '#contract/dashboard.ts'
import { sum } from '#contract/money.ts'
import { Link } from '../routing/Link.tsx'
import { formatCount } from '../ui/format.ts'
import { formatCompact, formatMonth } from '../ui/format-details.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'
import { type Bar, BarChart } from './BarChart.tsx'
import { MonthTable } from './MonthTable.tsx'
import { countedListPath } from './queries.ts'

/** The amount invoiced in each of the last twelve months, one currency at a time; each bar links to its invoices. */
export function Spend({ spend, today }: { spend: Dashboard['spend']; today: string }) {
  const [chosenCurrency, setChosenCurrency] = useState(spend[0]?.currency)
  const shown = spend.find(({ currency }) => currency === chosenCurrency) ?? spend[0]
  if (!shown) return null
  const { currency, months } = shown
  const bars = months.map(
    ({ month, amount }): Bar => ({
      key: month,
      name: formatMonth(month, 'short'),
      text: amount === '0' ? '' : formatCompact(amount),
      description: t('dashboard.spend.month', {
        month: formatMonth(month, 'long'),
        amount: formatAmount(amount, currency),
        currency,
      }),
      value: Number(amount),
      unfinished: month.slice(0, 7) === today.slice(0, 7),
    }),
  )
  return (
    <BarChart
      title={t('dashboard.spend')}
      bars={bars}
      beside={
        <>
          <span className="text-lg font-semibold text-text">
            <Money amount={sum(months.map(({ amount }) => amount))} currency={currency} />
          </span>
          <bdi className="text-sm">{t('dashboard.spend.total')}</bdi>
          {spend.length > 1 && (
            <span className="ms-auto flex gap-1">
              {spend.map(({ currency: other }) => (
                <button
                  key={other}
                  type="button"
                  aria-pressed={other === currency}
                  aria-label={t('dashboard.spend.of', { currency: other })}
                  onClick={() => setChosenCurrency(other)}
                  className="rounded-control px-2 py-0.5 text-sm aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-text hover:bg-hover pointer-coarse:py-2.5 min-h-6"
                >
                  {other}
                </button>
              ))}
            </span>
          )}
        </>
      }
      wrap={(bar, inside, className) => (
        <Link {...countedListPath(spendList(bar.key, currency))} className={className}>
          {inside}
        </Link>
      )}
      table={
        <MonthTable
          caption={t('dashboard.spend.of', { currency })}
          columnTitles={[t('dashboard.column.amount', { currency }), t('dashboard.column.invoices')]}
          rows={months.map(({ month, amount, count }) => ({
            month,
            values: [
              <Link
                key="amount"
                {...countedListPath(spendList(month, currency))}
                className="underline underline-offset-2"
              >
                {formatAmount(amount, currency)}
              </Link>,
              formatCount(count),
            ],
          }))}
        />
      }
    />
  )
}
