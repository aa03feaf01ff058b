import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { canPush, type PushOutcome, turnOffPush, turnOnPush } from '../api/push.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { settingsQuery } from './settings-queries.ts'

/** Turns push messages to this browser on or off. */
export function PushCard({ settings: { push } }: { settings: NoticeSettings }): ReactNode {
  const cache = useQueryClient()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<PushOutcome | null>(null)
  const run = async (work: () => Promise<PushOutcome | null>) => {
    setPending(true)
    try {
      setOutcome(await work())
      await cache.invalidateQueries({ queryKey: settingsQuery.queryKey })
    } finally {
      setPending(false)
    }
  }
  const turnOff = async () => {
    await turnOffPush()
    return null
  }
  const fault = outcome === 'denied' || outcome === 'failed' ? outcome : null
  return (
    <Card title={t('settings.push')}>
      <p className="-mt-1 mb-3 text-muted">{t(canPush ? 'settings.push.text' : 'settings.push.cannot')}</p>
      {canPush && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={push.on ? 'secondary' : 'primary'}
            pending={pending}
            onClick={() => void run(push.on ? turnOff : () => turnOnPush(push.key))}
          >
            {t(push.on ? 'settings.push.off' : 'settings.push.start')}
          </Button>
          <p role="status" className="text-sm text-muted">
            {fault ? t(`settings.push.${fault}`) : push.on && t('settings.push.on')}
          </p>
        </div>
      )}
    </Card>
  )
}
