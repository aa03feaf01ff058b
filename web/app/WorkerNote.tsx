import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { logBackgroundError } from '../api/background-error.ts'
import { connection } from '../api/connection.ts'
import { reportError } from '../api/report-error.ts'
import { Button } from '../ui/Button.tsx'
import { loadWithTexts } from '../ui/load-texts.ts'
import { ConnectionNote, NoteBar } from '../ui/states/ConnectionNote.tsx'
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
