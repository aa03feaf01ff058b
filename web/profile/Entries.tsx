import type { ReactNode } from 'react'
import { Skeleton } from '../ui/states/Skeleton.tsx'

/** A list inside a card, with hairlines between its entries. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>
}

type EntryProps = { title: ReactNode; beside?: ReactNode; text?: ReactNode; action?: ReactNode }

/** One entry: its title, what is known of it, and an action at the end. */
export function Entry({ title, beside, text, action }: EntryProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 border-t border-border px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{title}</span>
          {beside}
        </p>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {action}
    </li>
  )
}

/** The sentence under the title of a card, above its entries. */
export function EntriesLead({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-4 text-muted sm:px-5">{children}</p>
}

/** Says that there is nothing to list. */
export function NoEntries({ children }: { children: ReactNode }) {
  return <p className="border-t border-border px-4 py-4 text-muted sm:px-5">{children}</p>
}

/** A placeholder for up to three entries. */
export function EntriesSkeleton({ rows = 2 }: { rows?: number }) {
  return (
    <div>
      {['a', 'b', 'c'].slice(0, rows).map((row) => (
        <div key={row} className="flex h-16 items-center border-t border-border px-4 sm:px-5">
          <Skeleton className="h-5 w-48" />
        </div>
      ))}
    </div>
  )
}
