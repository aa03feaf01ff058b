import { type AgeBand, ageingList, type CountedList, type Dashboard, disputedList } from '#contract/dashboard.ts'
import { statementPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { formatPercent } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'
import { countedListPath } from './queries.ts'

/** An age band, or what is disputed and so in none of them. */
type Entry = { name: AgeBand | 'disputed'; count: number; amount: string; list: CountedList }

/** The longer overdue, the darker and the more densely hatched. */
const entryClasses: Record<Entry['name'], string> = {
  notDue: 'bg-info',
  days30: 'age-1',
  days60: 'age-2',
  days90: 'age-3',
  older: 'bg-bad',
  disputed: 'bg-warn',
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

function Ageing({ currency, bands, disputed, today }: AgeingProps) {
  const entries: Entry[] = bands.map(({ band, ...sums }) => ({
    ...sums,
    name: band,
    list: ageingList(band, currency, today),
  }))
  if (disputed) entries.push({ ...disputed, name: 'disputed', list: disputedList(currency) })
  // Numbers serve only for widths and percentages; the amounts shown stay exact strings.
  const weights = entries.map(({ amount }) => Math.max(Number(amount), 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shareOf = (index: number) => (total > 0 ? (weights[index] ?? 0) / total : 0)
  return (
    <section aria-label={t('dashboard.balance.label', { currency })}>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {entries.map(({ name }, index) => (
          <span key={name} className={entryClasses[name]} style={{ flexGrow: shareOf(index) }} />
        ))}
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-x-4 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {entries.map(({ name, amount, count, list }, index) => (
          <li key={name} className="min-w-0">
            <Link
              {...countedListPath(list)}
              className="-mx-2 flex min-w-0 items-center justify-between gap-x-3 rounded-control px-2 py-1.5 hover:bg-hover sm:flex-col sm:items-start pointer-coarse:py-2.5"
            >
              <span className="flex items-center gap-2 text-sm text-muted">
                <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${entryClasses[name]}`} />
                <bdi>{t(`dashboard.age.${name}`)}</bdi>
              </span>
              <span className="flex min-w-0 flex-col items-end sm:items-start">
                <span className="font-medium">
                  <Money amount={amount} currency={currency} />
                </span>
                <bdi className="text-sm text-muted">
                  {t('dashboard.invoices', { count })}
                  {total > 0 && count > 0 && ` · ${formatPercent(shareOf(index))}`}
                </bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
