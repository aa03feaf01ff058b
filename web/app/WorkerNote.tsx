import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { reportError } from '../api/report-error.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate, formatTime } from '../ui/format.ts'
import { loadTexts } from '../ui/load-texts.ts'
import { t } from '../ui/text.ts'
import { startWorker, type Told } from './worker.ts'

/** Says under everything from when the data is that is shown without a network, and offers a newer program. */
export function WorkerNote(): ReactNode {
  const client = useQueryClient()
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    const hear = (news: Told) =>
      setTold((before) => (before && 'keptAt' in before && 'keptAt' in news ? older(before, news) : news))
    loadTexts('profile')
      .then(() => startWorker(hear, client))
      .catch(reportError)
    const back = () => setTold((before) => (before && 'keptAt' in before ? null : before))
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [client])
  if (!told) return null
  const keptAt = 'keptAt' in told
  const Icon = keptAt ? WifiOff : RefreshCw
  return (
    <section
      aria-label={keptAt ? t('state.offline.title') : t('update.text')}
      aria-live="polite"
      className="no-print sticky bottom-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-border bg-float px-4 py-1.5 md:px-6"
    >
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <p className="min-w-0 flex-1">
        {keptAt
          ? `${t('state.offline.title')} · ${t('status.asOf', { when: `${formatDate(told.keptAt)}, ${formatTime(told.keptAt)}` })}`
          : t('update.text')}
      </p>
      {!keptAt && (
        <Button size="small" variant="primary" onClick={told.update}>
          {t('update.do')}
        </Button>
      )}
    </section>
  )
}

/** Of several answers the oldest says how old the page may be. */
function older<News extends { keptAt: string }>(one: News, other: News): News {
  return one.keptAt < other.keptAt ? one : other
}
