import { Link } from '@tanstack/react-router'
import { type AgeBand, ageingList, type Dashboard } from '#contract/dashboard.ts'
import { statementPath } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { formatPercent } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'
import { countedListPath } from './queries.ts'

/** The longer overdue, the darker and the more densely hatched. */
const bandClasses: Record<AgeBand, string> = {
  notDue: 'bg-info',
  days30: 'age-1',
  days60: 'age-2',
  days90: 'age-3',
  older: 'bg-bad',
}

/** The open amounts by age: one bar per currency, with each band linked to its invoices. */
export function Balance({ data }: { data: Dashboard }) {
  return (
    <Card
      title={t('dashboard.balance')}
      action={
        <Link
          {...statementPath()}
          className="inline-flex min-h-6 items-center text-sm underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
        >
          {t('account.statement')}
        </Link>
      }
    >
      <div className="space-y-5">
        {data.ageing.map((ageing) => (
          <Ageing key={ageing.currency} {...ageing} today={data.today} />
        ))}
      </div>
    </Card>
  )
}

type AgeingProps = Dashboard['ageing'][number] & { today: string }

function Ageing({ currency, bands, today }: AgeingProps) {
  // Numbers serve only for widths and percentages; the amounts shown stay exact strings.
  const weights = bands.map(({ amount }) => Math.max(Number(amount), 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (
    <section aria-label={t('dashboard.balance.label', { currency })}>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {bands.map(({ band }, index) => (
          <span
            key={band}
            className={bandClasses[band]}
            style={{ flexGrow: total > 0 ? (weights[index] ?? 0) / total : 0 }}
          />
        ))}
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-x-4 sm:grid-cols-5">
        {bands.map(({ band, amount, count }, index) => (
          <li key={band} className="min-w-0">
            <Link
              {...countedListPath(ageingList(band, currency, today))}
              className="-mx-2 flex min-w-0 items-center justify-between gap-x-3 rounded-control px-2 py-1.5 hover:bg-hover sm:flex-col sm:items-start pointer-coarse:py-2.5"
            >
              <span className="flex items-center gap-2 text-sm text-muted">
                <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${bandClasses[band]}`} />
                <bdi>{t(`dashboard.age.${band}`)}</bdi>
              </span>
              <span className="flex min-w-0 flex-col items-end sm:items-start">
                <span className="font-medium">
                  <Money amount={amount} currency={currency} />
                </span>
                <bdi className="text-sm text-muted">
                  {t('dashboard.invoices', { count })}
                  {total > 0 && count > 0 && ` · ${formatPercent((weights[index] ?? 0) / total)}`}
                </bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
