import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { notePreferences } from '../api/note-preferences.ts'
import { reportError } from '../api/report-error.ts'
import { browserLanguage, browserTimeZone, showAs, unnotedChoice } from '../ui/reader.ts'

/**
 * Shows everything in the language and time zone that are noted with the person, and notes what is not known of them
 * yet: a choice from before they signed in, what their browser asks for, its time zone.
 */
export function useReading(profile: Profile | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!profile) return
    const { language, timeZone, browserLanguage: noted } = profile.user
    const choice = language === null ? unnotedChoice() : null
    const unnoted = {
      ...(choice === null ? {} : { language: choice }),
      ...(browserLanguage === noted ? {} : { browserLanguage }),
      ...(timeZone === null ? { timeZone: browserTimeZone } : {}),
    }
    if (Object.keys(unnoted).length > 0) notePreferences(client, unnoted).catch(reportError)
    if (choice !== null) return
    showAs({ language: language ?? profile.account.language, timeZone: timeZone ?? browserTimeZone })
  }, [profile, client])
}
