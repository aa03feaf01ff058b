import { formatDecimal } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { type Stages, stageShares } from './stages.ts'

/** How much of an ordered quantity was delivered (dark), and how much is on its way (light); the rest is open. */
export function StageBar({ stages }: { stages: Stages }) {
  const { delivered, underWay } = stageShares(stages)
  const name = t('lines.stageOf', {
    delivered: formatDecimal(stages.delivered),
    shipped: formatDecimal(stages.shipped),
    invoiced: formatDecimal(stages.invoiced),
    ordered: formatDecimal(stages.ordered),
  })
  return (
    <span
      role="img"
      aria-label={name}
      className="mb-1 flex h-1.5 min-w-16 gap-px overflow-hidden rounded-full bg-sunken"
    >
      <span className="bg-good" style={{ width: `${delivered * 100}%` }} />
      <span className="bg-progress" style={{ width: `${underWay * 100}%` }} />
    </span>
  )
}
