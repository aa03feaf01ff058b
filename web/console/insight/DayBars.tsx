import type { ReactNode } from 'react'
import { formatCount } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** A count for each day as bars; the file has the numbers. */
export function DayBars({ thing, days }: { thing: string; days: readonly number[] }): ReactNode {
  const most = Math.max(1, ...days)
  const width = 100 / Math.max(1, days.length)
  const bars = days
    .map((count, index) => {
      const height = count === 0 ? 0 : Math.max(1, (count / most) * 23)
      return `M${index * width} 23.5v${-height}h${width * 0.8}v${height}z`
    })
    .join('')
  return (
    <svg
      role="img"
      aria-label={t('insight.chart', { thing, most: formatCount(Math.max(0, ...days)) })}
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="directional h-8 w-full fill-info"
    >
      <rect x={0} y={23.5} width={100} height={0.5} className="fill-border" />
      <path d={bars} />
    </svg>
  )
}
