import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { answers } from '../api/reach.ts'
import { Button } from '../ui/Button.tsx'
import { ChunkError } from '../ui/chunk.ts'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

/** What a person sees when a page broke: what happened and a way to go on. */
export function ErrorScreen({ error }: { error: unknown }): ReactNode {
  const chunk = error instanceof ChunkError
  const away = useReturn(chunk)
  const offline = chunk && !navigator.onLine
  const title = offline ? t('state.offline.title') : chunk ? t('error.chunk.title') : t('error.title')
  const text = offline || away ? t('state.offline.text') : chunk ? t('error.chunk.text') : t('error.text')
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

/** Milliseconds between two looks whether the server is back. */
const pause = 3_000

/** Loads the page anew as soon as a server that is away is back; gives whether it is away. One that is there is not waited for. */
function useReturn(waits: boolean): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!waits) return
    let was = false
    const look = async () => {
      const there = await answers()
      if (there && was) location.reload()
      if (there) return clearInterval(timer)
      was = true
      setAway(true)
    }
    const timer = setInterval(look, pause)
    void look()
    return () => clearInterval(timer)
  }, [waits])
  return away
}
