import type { ReactNode } from 'react'
import type { Because } from '#contract/imports/guess.ts'
import { t } from '#web/ui/text.ts'

/** What in the file says so, and how certain that is where it is not. */
export function Certainty({ certainty, because }: { certainty: number; because: Because }): ReactNode {
  const { code, text, count } = because
  const isSure = certainty >= 0.75
  return (
    <span className={`text-sm wrap-anywhere ${isSure || code === 'unusedColumn' ? 'text-muted' : 'text-warn'}`}>
      <bdi>{t(`imports.because.${code}`, { text, count })}</bdi>
      {certainty > 0 && certainty < 1 && <> {t('imports.certainty', { percent: Math.round(certainty * 100) })}</>}
    </span>
  )
}
