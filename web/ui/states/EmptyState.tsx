import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = { icon: LucideIcon; title: string; text?: string; children?: ReactNode }

/** Says that there is nothing here: one sentence why, and in `children` one thing to do. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <Icon aria-hidden size={28} className="mb-2 text-muted" />
      <p className="font-medium">{title}</p>
      {text !== undefined && <p className="max-w-md text-muted">{text}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  )
}
