import { Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

type FileRowProps = {
  icon: LucideIcon
  name: string
  /** What it is for, or, while one `waits`, that it is being made. */
  hint: string
  failed: boolean
  isWaiting?: boolean
  /** The buttons. */
  children: ReactNode
}

/** A file that the portal makes of a document: what it is, what came of asking for it, and how to have it. */
export function FileRow({ icon: Icon, name, hint, failed, isWaiting = false, children }: FileRowProps) {
  return (
    <li className="flex items-center gap-3 py-1">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span
          className={failed ? 'text-sm text-bad' : 'text-sm text-muted'}
          role={failed ? 'alert' : isWaiting ? 'status' : undefined}
        >
          {failed ? t('papers.failed') : hint}
        </span>
      </span>
      {children}
    </li>
  )
}

/** Saves the file of a row. */
export function SaveButton({ name, pending, onSave }: { name: string; pending: boolean; onSave: () => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      pending={pending}
      aria-label={t('papers.download', { name })}
      onClick={() => onSave()}
    >
      <Download aria-hidden size={16} />
    </Button>
  )
}
