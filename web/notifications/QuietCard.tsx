import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { useSavePreferences } from '../api/preferences.ts'
import { profileQuery } from '../api/viewer.ts'
import { Card } from '../ui/Card.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { browserTimeZone } from '../ui/locale.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'
import { useSaveSettings } from './settings-queries.ts'

const defaultHours = { from: '20:00', to: '07:00' }

/** The hours in which nothing is mailed or pushed. */
export function QuietCard({ settings: { quiet, timeZone } }: { settings: NoticeSettings }): ReactNode {
  const save = useSaveSettings()
  const savePreferences = useSavePreferences()
  const { data: profile } = useQuery(profileQuery)
  const toggle = (on: boolean) => {
    // Quiet hours need a time zone: this browser's, until the person chooses another.
    if (on && profile?.user.timeZone === null) savePreferences.mutate({ timeZone: browserTimeZone })
    save.mutate({ quiet: on ? defaultHours : null })
  }
  const change = (end: 'from' | 'to', value: string) => {
    // While a time is being typed it is incomplete.
    if (quiet && /^\d\d:\d\d$/.test(value)) save.mutate({ quiet: { ...quiet, [end]: value } })
  }
  return (
    <Card title={t('settings.quiet')}>
      <p className="-mt-1 mb-3 text-muted">{t('settings.quiet.text', { zone: timeZone.replaceAll('_', ' ') })}</p>
      <CheckField
        label={t('settings.quiet.on')}
        checked={quiet !== null}
        onChange={({ target }) => toggle(target.checked)}
      />
      <WriteFault of={save} />
      <WriteFault of={savePreferences} />
      {quiet && (
        <div className="mt-3 flex flex-wrap gap-4">
          <TextField
            type="time"
            label={t('settings.quiet.from')}
            value={quiet.from}
            className="w-36"
            onChange={({ target }) => change('from', target.value)}
          />
          <TextField
            type="time"
            label={t('settings.quiet.to')}
            value={quiet.to}
            className="w-36"
            onChange={({ target }) => change('to', target.value)}
          />
        </div>
      )}
    </Card>
  )
}
