import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { logBackgroundError } from '../api/background-error.ts'
import { type ConnectionLoss, connection } from '../api/connection.ts'
import { reportError } from '../api/report-error.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate } from '../ui/format.ts'
import { loadWithTexts } from '../ui/load-texts.ts'
import { t } from '../ui/text.ts'
import { type ApplyUpdate, startWorker } from './start-worker.ts'

/**
 * A bar at the bottom: says when the server is out of reach and how old the shown data is, or offers a newer version of
 * the program.
 */
export function WorkerNote(): ReactNode {
  const client = useQueryClient()
  const [update, setUpdate] = useState<ApplyUpdate | null>(null)
  const connectionLoss = useSyncExternalStore(connection.watch, connection.current)
  useEffect(() => {
    startWorker((applyUpdate) => setUpdate(() => applyUpdate), client).catch(reportError)
    // Loaded so that the worker caches it: a sign-out that does not reach the server needs these pages.
    loadWithTexts(() => import('./SignedOut.tsx'), 'SignedOut').catch(logBackgroundError)
  }, [client])
  if (connectionLoss) return <ConnectionNote since={connectionLoss} />
  if (!update) return null
  return (
    <NoteBar title={t('update.text')} icon={<RefreshCw aria-hidden size={16} className="shrink-0 text-muted" />}>
      {t('update.text')}
      <Button size="small" variant="primary" className="ms-auto" onClick={update}>
        {t('update.do')}
      </Button>
    </NoteBar>
  )
}

function ConnectionNote({ since }: { since: ConnectionLoss }) {
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

function NoteBar({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
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
