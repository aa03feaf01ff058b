import type { ReactNode } from 'react'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Marks a request with words of the customer that one has not read; with the moment of the first ones where it is known. */
export function UnreadDot({ since }: { since?: string }): ReactNode {
  const label = since === undefined ? t('inbox.view.unread') : t('inbox.unread', { when: formatDate(since) })
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      data-dot
      className="inline-block size-2 shrink-0 self-center rounded-full bg-brand"
    />
  )
}
