import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { notePreferences } from '../api/note-preferences.ts'
import { reportFailedWrite } from '../api/report-error.ts'
import { showLayout, unnotedLayout, useLayout } from '../ui/layout.ts'
import { browserLanguage, browserTimeZone, showAs, unnotedChoice } from '../ui/reader.ts'

/**
 * Shows everything in the language, time zone and looks that are noted with the person, and notes what is not known of
 * them yet: a choice made in this browser, what it asks for, its time zone.
 */
export function useReading(profile: Profile | undefined): void {
  const client = useQueryClient()
  const layout = useLayout()
  // Again with each change of the layout, which is what has to be noted.
  useEffect(() => {
    if (!profile || !layout) return
    const { language, timeZone, browserLanguage: noted, appearance } = profile.user
    const choice = language === null ? unnotedChoice() : null
    const unnoted = {
      ...(choice === null ? {} : { language: choice }),
      ...(browserLanguage === noted ? {} : { browserLanguage }),
      ...(timeZone === null ? { timeZone: browserTimeZone } : {}),
      ...unnotedLayout(appearance),
    }
    if (Object.keys(unnoted).length > 0) notePreferences(client, unnoted).catch(reportFailedWrite)
    if (appearance && !unnoted.appearance) showLayout(appearance)
    if (choice !== null) return
    showAs({ language: language ?? profile.account.language, timeZone: timeZone ?? browserTimeZone })
  }, [profile, client, layout])
}
