import type { ReactNode } from 'react'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Says when words were corrected; nothing when they never were. */
export function CorrectedMark({ at }: { at: string | null }): ReactNode {
  if (at === null) return null
  return (
    <time dateTime={at} className="block text-sm text-muted">
      {t('conversation.corrected', { when: formatDateExactly(at) })}
    </time>
  )
}
