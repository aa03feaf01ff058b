import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { canPush, type PushOutcome, turnOffPush, turnOnPush } from '../api/push.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { settingsQuery } from './settings-queries.ts'

/** Turns push messages to this browser on or off. */
export function PushCard({ settings: { push } }: { settings: NoticeSettings }): ReactNode {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: async (): Promise<PushOutcome | null> =>
      push.on ? await turnOffPush().then(() => null) : turnOnPush(push.key),
    onSuccess: () => cache.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  const outcome = change.data
  const fault = outcome === 'denied' || outcome === 'failed' ? outcome : null
  return (
    <Card title={t('settings.push')}>
      <p className="-mt-1 mb-3 text-muted">{t(canPush ? 'settings.push.text' : 'settings.push.cannot')}</p>
      {canPush && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant={push.on ? 'secondary' : 'primary'} write={change} onClick={() => change.mutate()}>
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
