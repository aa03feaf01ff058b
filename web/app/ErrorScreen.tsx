import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isServerReachable } from '../api/connection.ts'
import { Button } from '../ui/Button.tsx'
import { ChunkError } from '../ui/chunk.ts'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

/** The screen for a page that failed: what happened and a way to go on. */
export function ErrorScreen({ error }: { error: unknown }): ReactNode {
  const isChunkError = error instanceof ChunkError
  const isAway = useReloadWhenReachable(isChunkError)
  const offline = isChunkError && !navigator.onLine
  const title = offline ? t('state.offline.title') : isChunkError ? t('error.chunk.title') : t('error.title')
  const text = offline || isAway ? t('state.offline.text') : isChunkError ? t('error.chunk.text') : t('error.text')
  usePageTitle(title)
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-6 py-24 text-center">
      <TriangleAlert aria-hidden size={32} className="mb-4 text-muted" />
      <h1 className="mb-2 text-xl font-semibold text-balance">{title}</h1>
      <p className="mb-6 text-muted">{text}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('action.reload')}
      </Button>
    </div>
  )
}

/** Milliseconds between two checks whether the server is back. */
const checkInterval = 3_000

/**
 * Reloads the page as soon as an unreachable server is back; returns whether it is away. Does nothing when it answers
 * at the first check.
 */
function useReloadWhenReachable(enabled: boolean): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!enabled) return
    let wasAway = false
    const check = async () => {
      const isReachable = await isServerReachable()
      if (isReachable && wasAway) location.reload()
      if (isReachable) return clearInterval(timer)
      wasAway = true
      setAway(true)
    }
    const timer = setInterval(check, checkInterval)
    void check()
    return () => clearInterval(timer)
  }, [enabled])
  return isAway
}
