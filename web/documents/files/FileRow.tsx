import { Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'

type FileRowProps = {
  icon: LucideIcon
  name: string
  /** What the file is for or, with `isWaiting`, that it is being made. */
  hint: string
  failed: boolean
  isWaiting?: boolean
  /** The buttons. */
  children: ReactNode
}

/** A file that the portal makes from a document: its name, its purpose or state, and its buttons. */
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

/** The button that saves a row's file. */
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
