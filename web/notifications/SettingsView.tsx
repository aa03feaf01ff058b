import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { noticeKindList } from '#contract/notifications/kinds.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Card } from '../ui/Card.tsx'
import { useMedia } from '../ui/media.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { ChoicesCard } from './ChoicesCard.tsx'
import { KindList } from './KindList.tsx'
import { PushCard } from './PushCard.tsx'
import { QuietCard } from './QuietCard.tsx'
import { settingsQuery } from './settings-queries.ts'

/** The notification settings: which kinds, through which channels, and when not. */
export function SettingsView(): ReactNode {
  const query = useQuery(settingsQuery)
  const absentState = absentStateOf(query)
  const settings = query.data
  const phone = useMedia('(max-width: 639px)')
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card title={t('settings.kinds')} padded={false}>
        <p className="px-4 pb-3 text-muted sm:px-5">{t('settings.kinds.text')}</p>
        {absentState && <AbsentState absent={absentState} skeleton={<TableSkeleton />} />}
        {settings && (phone ? <KindList settings={settings} /> : <ChannelTable settings={settings} />)}
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

/** A placeholder as long as the table, so that the cards below do not move into sight. */
function TableSkeleton() {
  return (
    <div className="space-y-4 px-4 pb-4 sm:px-5">
      {noticeKindList.map((kind) => (
        <Skeleton key={kind} className="h-7 w-full" />
      ))}
    </div>
  )
}
