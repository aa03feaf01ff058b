import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Today } from '#contract/console/today.ts'
import { Link } from '#web/routing/Link.tsx'
import { formatCount } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { todayQuery } from './queries.ts'

/** How many things need somebody, on every page: the bell rings for what Today lists, and leads there. */
export function Bell(): ReactNode {
  const { data } = useQuery(todayQuery)
  const count = data ? countOf(data) : 0
  const label = t('console.bell', { count })
  return (
    <Link
      to="/"
      search={{}}
      title={label}
      className="relative inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-10"
    >
      <BellRing aria-hidden size={18} />
      <span className="sr-only">{label}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-brand px-1 text-center text-xs font-semibold text-on-brand"
        >
          {formatCount(count)}
        </span>
      )}
    </Link>
  )
}

/** What Today lists as needing somebody: each kind of which something waits, and each silent source. */
function countOf({
  requests,
  unread,
  undelivered,
  refused,
  quarantine,
  silent,
  mails,
  jobs,
  backups,
  archive,
  registrations,
}: Today): number {
  const piles = [requests, unread, undelivered, refused, quarantine, mails, jobs, backups, archive, registrations]
  return piles.filter((pile) => pile !== null && pile.count > 0).length + (silent?.sources.length ?? 0)
}
