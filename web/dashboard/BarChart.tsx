import { type ReactNode, useId, useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { Tooltip } from '../ui/overlays/Tooltip.tsx'
import { t } from '../ui/text.ts'

/** One bar; its height is `value` relative to the greatest value, counted from zero. */
export type Bar = {
  key: string
  /** Label under the bar. */
  name: string
  /** Short text above the bar. */
  text: string
  /** The exact value in words, for tooltip and screen reader. */
  description: string
  value: number
  /** The bar's period is not over yet: drawn hatched. */
  unfinished?: boolean
}

type ChartProps = {
  title: string
  beside?: ReactNode
  bars: readonly Bar[]
  /** The value at full height; the greatest value when absent. */
  top?: number
  /** Wraps a bar in a link to what it counts; without it, a bar can only be focused and read. */
  wrap?: (bar: Bar, inside: ReactNode, className: string) => ReactNode
  table: ReactNode
  children?: ReactNode
}

/**
 * A chart of twelve bars, with a button that shows its numbers as a table. It is mirrored in right-to-left languages.
 */
export function BarChart({ title, beside, bars, top, wrap, table, children }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <Card
      title={title}
      action={
        <button
          type="button"
          aria-controls={id}
          onClick={() => setAsTable(!asTable)}
          className="min-h-6 text-sm text-muted hover:text-text hover:underline hover:underline-offset-2 pointer-coarse:min-h-10"
        >
          {asTable ? t('dashboard.chart') : t('dashboard.table')}
        </button>
      }
    >
      <div className="mb-3 flex min-h-7 flex-wrap items-baseline gap-x-3 text-muted">{beside}</div>
      <div id={id} className="min-h-[212px]">
        {asTable ? table : <Bars label={title} bars={bars} top={top} wrap={wrap} />}
      </div>
      {children}
    </Card>
  )
}

/** Makes a bar without a link focusable, so that its value can be read by keyboard. */
const focusable = { tabIndex: 0 }

const barClass =
  'group relative flex h-full w-full min-w-0 flex-col justify-end rounded-control outline-offset-1 hover:bg-hover'

function Bars({
  label,
  bars,
  top,
  wrap,
}: { label: string } & Pick<ChartProps, 'bars'> & { top: number | undefined; wrap: ChartProps['wrap'] }) {
  const greatest = top ?? Math.max(...bars.map(({ value }) => value), 0)
  const least = Math.min(...bars.map(({ value }) => value), 0)
  const span = greatest - least || 1
  const share = (value: number) => `${(Math.abs(value) / span) * 100}%`
  return (
    <ol aria-label={label} className="grid h-[212px] auto-cols-fr grid-flow-col gap-0.5 sm:gap-1.5">
      {bars.map((bar) => {
        const inside = (
          <>
            <span className="sr-only">{bar.description}</span>
            <span aria-hidden className="flex min-h-0 flex-1 flex-col pt-5">
              <span className="relative min-h-0 flex-1">
                <span
                  className={`absolute inset-x-[12%] rounded-t-[3px] ${bar.unfinished ? 'bar-unfinished' : 'bg-info'} group-hover:opacity-80`}
                  style={{
                    height: share(bar.value),
                    minHeight: bar.value === 0 ? 0 : 2,
                    bottom: bar.value < 0 ? undefined : share(least),
                    top: bar.value < 0 ? share(greatest) : undefined,
                  }}
                />
                <span
                  className={`tabular absolute inset-x-0 flex justify-center text-xs whitespace-nowrap ${bar.value === greatest ? '' : 'max-sm:hidden'}`}
                  style={{ bottom: `calc(${share(Math.max(bar.value, 0))} + ${share(least)} + 2px)` }}
                >
                  {bar.text}
                </span>
                <span className="absolute inset-x-0 border-t border-control" style={{ bottom: share(least) }} />
              </span>
              <span className="mt-1 truncate text-center text-xs text-muted">{bar.name}</span>
            </span>
          </>
        )
        return (
          <li key={bar.key} className="flex min-w-0">
            <Tooltip text={bar.description} silent className="h-full w-full min-w-0">
              {wrap ? (
                wrap(bar, inside, barClass)
              ) : (
                <span className={barClass} {...focusable}>
                  {inside}
                </span>
              )}
            </Tooltip>
          </li>
        )
      })}
    </ol>
  )
}
