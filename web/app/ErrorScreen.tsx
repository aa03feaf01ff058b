import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../ui/Button.tsx'
import { ChunkError } from '../ui/chunk.ts'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

/** What a person sees when a page broke: what happened and a way to go on. */
export function ErrorScreen({ error }: { error: unknown }): ReactNode {
  const chunk = error instanceof ChunkError
  const offline = chunk && !navigator.onLine
  const title = offline ? t('state.offline.title') : chunk ? t('error.chunk.title') : t('error.title')
  const text = offline ? t('state.offline.text') : chunk ? t('error.chunk.text') : t('error.text')
  useEffect(() => {
    if (!chunk) return
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [chunk])
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
