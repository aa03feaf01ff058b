import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NoticeSettings } from '../../contract/notice-settings.ts'
import { absent } from '../api/view.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { ChoicesCard } from './ChoicesCard.tsx'
import { PushCard } from './PushCard.tsx'
import { QuietCard } from './QuietCard.tsx'
import { settingsQuery, useSaveSettings } from './settings-queries.ts'

/** How a person is told: of what, where, and when not. */
export function SettingsView(): ReactNode {
  const found = useQuery(settingsQuery)
  const nothing = absent(found)
  const settings = found.data
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {settings && <MailState settings={settings} />}
      <Card title={t('settings.kinds')} padded={false}>
        <p className="px-4 pb-3 text-muted sm:px-5">{t('settings.kinds.text')}</p>
        {nothing && <AbsentState absent={nothing} skeleton={<TableSkeleton />} />}
        {settings && <ChannelTable settings={settings} />}
      </Card>
      {settings && (
        <>
          <QuietCard settings={settings} />
          <PushCard settings={settings} />
        </>
      )}
      <ChoicesCard />
    </div>
  )
}

/** Why no mails come, and how they come again. */
function MailState({ settings: { mailRefusedAt, mailsEnded } }: { settings: NoticeSettings }) {
  const save = useSaveSettings()
  if (mailRefusedAt === null && !mailsEnded) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warn-border bg-warn-bg px-4 py-3 text-warn"
    >
      <MailX aria-hidden size={20} className="shrink-0" />
      <p className="min-w-48 flex-1">{t(mailRefusedAt === null ? 'settings.mail.ended' : 'settings.mail.refused')}</p>
      <Button size="small" pending={save.isPending} onClick={() => save.mutate({ mailAgain: true })}>
        {t('settings.mail.again')}
      </Button>
    </div>
  )
}

function TableSkeleton() {
  return (
    <div className="space-y-3 px-4 pb-4 sm:px-5">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <Skeleton key={row} className="h-7 w-full" />
      ))}
    </div>
  )
}
