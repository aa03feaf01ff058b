import type { ReactNode } from 'react'
import { checkBrandColour, nearestBrandColour } from '#contract/brand/colours.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatDecimal } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

type ContrastProps = { colour: string | null; onUse: (colour: string) => void }

/** Whether the chosen colour can be seen and read in both designs, and a near one that can. */
export function Contrast({ colour, onUse }: ContrastProps): ReactNode {
  if (colour === null) return null
  const checks = checkBrandColour(colour)
  const near = nearestBrandColour(colour)
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <ul className="flex flex-col gap-2">
        {checks.map(({ theme, toGround, ofText, passes, button }) => (
          <li key={theme} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusChip tone={passes ? 'good' : 'warn'}>{t(`content.brand.${theme}`)}</StatusChip>
            <span className="min-w-0">
              {t('content.brand.contrast', { ground: ratio(toGround), text: ratio(ofText) })}{' '}
              {passes ? t('content.brand.passes') : t('content.brand.changed', { color: isolated(button) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{t('content.brand.rule')}</p>
      {near !== colour && (
        <Button size="small" className="self-start" onClick={() => onUse(near)}>
          <span aria-hidden className="size-4 rounded-[4px] border border-border" style={{ backgroundColor: near }} />
          {t('content.brand.use', { color: isolated(near) })}
        </Button>
      )}
    </div>
  )
}

/** From left to right in every language. */
const isolated = (colour: string) => `\u2066${colour}\u2069`

/** Rounded down: what is just too little must not look like enough. */
const ratio = (contrast: number) => formatDecimal((Math.floor(contrast * 100) / 100).toFixed(2), 1)
