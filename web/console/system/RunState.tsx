import type { ReactNode } from 'react'
import type { SystemRun } from '#contract/console/system.ts'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Who began long work and when, how far it has come, or why it failed. */
export function RunState({ run, title }: { run: SystemRun; title?: string }): ReactNode {
  const { by, startedAt, finishedAt, progress, fault } = run
  return (
    <div role="status" className="min-w-0">
      <p className="text-sm text-muted">
        {title && <span className="font-medium text-text">{title}: </span>}
        {t('system.run.done', { by: by ?? t('system.run.portal'), date: formatDateExactly(startedAt) })}
        {finishedAt === null ? '' : progress && ` · ${progress}`}
      </p>
      {finishedAt === null && <p>{t('system.run.now', { progress: progress ?? '…' })}</p>}
      {fault !== null && <p className="wrap-anywhere text-bad">{t('system.run.failed', { fault })}</p>}
    </div>
  )
}
