import { type Dashboard, type FigureName, figures } from '#contract/dashboard.ts'
import { Link } from '../routing/Link.tsx'
import { formatCount } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'
import { countedListPath } from './queries.ts'

const goodsFigures = ['underway', 'arriving', 'lateShipments', 'lateOrders'] as const satisfies FigureName[]
const tradeFigures = ['openInvoices', 'overdue', 'openOrders', 'openQuotes'] as const satisfies FigureName[]
const alarmingFigures: readonly FigureName[] = ['lateShipments', 'lateOrders', 'overdue']

/**
 * The figures of an account in two strips: where the goods are, and what is open and owed. Members who may not see
 * shipments, or hardly anything else, get a single strip.
 */
export function figureRows({ figures: shown }: Pick<Dashboard, 'figures'>): FigureName[][] {
  const visible = (names: readonly FigureName[]) => names.filter((name) => shown[name] !== undefined)
  const [first, second] = [visible(goodsFigures), visible(tradeFigures)]
  if (shown.underway === undefined) return [[...second, ...first]]
  return second.length > 1 ? [first, second] : [[...first, ...second]]
}

/** Figures side by side; each is the total of the list that it links to. */
export function Figures({ data, names }: { data: Dashboard; names: readonly FigureName[] }) {
  return (
    <ul className={stripClass(names.length)}>
      {names.map((name) => (
        <li key={name} className="flex min-w-0 bg-raised">
          <Figure name={name} figure={data.figures[name] ?? { count: 0, amounts: [] }} />
        </li>
      ))}
    </ul>
  )
}

/** One row on a wide window; two per row on a phone, where the last of an odd number takes a whole row. */
export function stripClass(count: number): string {
  return `grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none ${count % 2 === 1 ? '[&>li:last-child]:max-sm:col-span-2' : ''}`
}
export const figureClass = 'flex min-h-[92px] w-full min-w-0 flex-col gap-0.5 px-4 py-3.5'

function Figure({ name, figure }: { name: FigureName; figure: NonNullable<Dashboard['figures'][FigureName]> }) {
  const { count, amounts } = figure
  const alarm = alarmingFigures.includes(name) && count > 0
  return (
    <Link {...countedListPath(figures[name])} className={`${figureClass} outline-offset-[-2px] hover:bg-hover`}>
      <span className="text-sm text-muted">{t(`dashboard.figure.${name}`)}</span>
      <span className={`tabular text-xl font-semibold ${alarm ? 'text-bad' : ''}`}>{formatCount(count)}</span>
      {amounts.slice(0, 3).map(({ currency, amount }) => (
        <span key={currency} className="text-sm text-muted">
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </Link>
  )
}
