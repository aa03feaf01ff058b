import { CloudOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../format.ts'
import { t } from '../text.ts'

/**
 * A bar at the bottom: says that the server is out of reach, and since when what is shown is as it is: it was kept then, or
 * the server has not answered since.
 */
export function ConnectionNote({ since }: { since: { keptAt: string } | { lostAt: string } }): ReactNode {
  const offline = !navigator.onLine
  const title = offline ? t('state.offline.title') : t('state.away.title')
  const Icon = offline ? WifiOff : CloudOff
  const when = formatDate('keptAt' in since ? since.keptAt : since.lostAt)
  return (
    <NoteBar title={title} icon={<Icon aria-hidden size={16} className="shrink-0 text-muted" />}>
      {`${title} · ${t('status.asOf', { when })} · ${t('state.away.text')}`}
    </NoteBar>
  )
}

/** A bar at the bottom of every page. */
export function NoteBar({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <section
      aria-label={title}
      aria-live="polite"
      className="no-print sticky bottom-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-border bg-float px-4 py-1.5 md:px-6"
    >
      {icon}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
    </section>
  )
}
