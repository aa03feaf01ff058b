import { Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { failureText } from '#web/ui/states/failure-text.ts'
import { t } from '#web/ui/text.ts'

type FileRowProps = {
  icon: LucideIcon
  name: string
  /** What the file is for or, with `isWaiting`, that it is being made. */
  hint: string
  /** Why the file could not be made or fetched. */
  error: unknown
  isWaiting?: boolean
  /** The buttons. */
  children: ReactNode
}

/** A file that the portal makes from a document: its name, its purpose or state, and its buttons. */
export function FileRow({ icon: Icon, name, hint, error, isWaiting = false, children }: FileRowProps) {
  return (
    <li className="flex items-center gap-2 py-1">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span
          className={error ? 'text-sm text-bad' : 'text-sm text-muted'}
          role={error ? 'alert' : isWaiting ? 'status' : undefined}
        >
          {error ? (failureText(error) ?? t('papers.failed')) : hint}
        </span>
      </span>
      {children}
    </li>
  )
}

/** A row's call for its file; the row says why it failed. */
type FileWrite = { isPending: boolean; mutate: () => void }

/** The button that saves a row's file. */
export function SaveButton({ name, save }: { name: string; save: FileWrite }) {
  return (
    <Button
      size="small"
      variant="quiet"
      className="-me-2 px-2! pointer-coarse:px-3!"
      pending={save.isPending}
      aria-label={t('papers.download', { name })}
      onClick={() => save.mutate()}
    >
      <Download aria-hidden size={16} />
    </Button>
  )
}
