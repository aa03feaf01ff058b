import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { settingsQuery, useSaveSettings } from './settings-queries.ts'

/** Why no mails come, and how they come again. */
export function MailState(): ReactNode {
  const save = useSaveSettings()
  const { data: settings } = useQuery(settingsQuery)
  if (!settings || (settings.mailRefusedAt === null && !settings.mailsEnded)) return null
  return (
    <div
      role="status"
      className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warn-border bg-warn-bg px-4 py-3 text-warn"
    >
      <MailX aria-hidden size={20} className="shrink-0" />
      <p className="min-w-48 flex-1">
        {t(settings.mailRefusedAt === null ? 'settings.mail.ended' : 'settings.mail.refused')}
      </p>
      <Button size="small" pending={save.isPending} onClick={() => save.mutate({ mailAgain: true })}>
        {t('settings.mail.again')}
      </Button>
    </div>
  )
}
