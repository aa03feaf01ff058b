import type { ReactNode } from 'react'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { formatSpan } from '../format-span.ts'

/** In seconds: an answer that is due sooner is pressing. */
const pressing = 2 * 3_600

/** By when an answer was promised, as a span from `now` on; nothing when none was. */
export function Due({ at, now }: { at: string | null; now: number }): ReactNode {
  if (at === null) return null
  const left = (Date.parse(at) - now) / 1000
  const span = formatSpan(Math.abs(left))
  const tone = left < 0 ? 'font-medium text-bad' : left < pressing ? 'text-warn' : 'text-muted'
  return (
    <time dateTime={at} title={formatDateExactly(at)} className={`text-sm ${tone}`}>
      {left < 0 ? t('inbox.due.over', { span }) : t('inbox.due.in', { span })}
    </time>
  )
}
