import type { ReactNode } from 'react'
import { usePageTitle } from './portal.ts'

type PageHeaderProps = { title: string; beside?: ReactNode; lead?: ReactNode; children?: ReactNode }

/** The head of a page: its title, something beside it such as a total, a line under it, and actions at the end. */
export function PageHeader({ title, beside, lead, children }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {/* On a phone the actions have a line of their own: beside a text that is still to come they would move. */}
      <div className={lead === undefined ? 'min-w-0' : 'min-w-0 max-sm:basis-full'}>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl font-semibold text-balance">{title}</h1>
          {beside !== undefined && <span className="text-muted">{beside}</span>}
        </div>
        {lead !== undefined && <div className="mt-0.5 text-muted">{lead}</div>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
