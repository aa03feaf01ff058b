import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { reportFailedWrite } from '../api/report-error.ts'
import { savePreferences } from '../api/save-preferences.ts'
import { applySavedAppearance, unsavedAppearance, useLayout } from '../ui/layout.ts'
import { applyPreferences, browserLanguage, browserTimeZone, unsavedLanguage } from '../ui/locale.ts'

/**
 * Shows everything in the language, time zone and looks that are noted with the person, and notes what is not known of
 * them yet: a choice made in this browser, what it asks for, its time zone.
 */
export function usePreferenceSync(profile: Profile | undefined): void {
  const client = useQueryClient()
  const layout = useLayout()
  // Again with each change of the layout, which is what has to be noted.
  useEffect(() => {
    if (!profile || !layout) return
    const { language, timeZone, browserLanguage: savedBrowserLanguage, appearance } = profile.user
    const unsavedChoice = language === null ? unsavedLanguage() : null
    const unsaved = {
      ...(unsavedChoice === null ? {} : { language: unsavedChoice }),
      ...(browserLanguage === savedBrowserLanguage ? {} : { browserLanguage }),
      ...(timeZone === null ? { timeZone: browserTimeZone } : {}),
      ...unsavedAppearance(appearance),
    }
    if (Object.keys(unsaved).length > 0) savePreferences(client, unsaved).catch(reportFailedWrite)
    if (appearance && !unsaved.appearance) applySavedAppearance(appearance)
    if (unsavedChoice !== null) return
    applyPreferences({ language: language ?? profile.account.language, timeZone: timeZone ?? browserTimeZone })
  }, [profile, client, layout])
}
