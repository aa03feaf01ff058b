import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '#contract/profile/endpoints.ts'
import { reportFailedWrite } from '../api/report-error.ts'
import { savePreferences } from '../api/save-preferences.ts'
import { applySavedAppearance, unsavedAppearance, useLayout } from '../ui/layout.ts'
import { applyPreferences, browserLanguage, browserTimeZone, unsavedLanguage } from '../ui/locale.ts'

/**
 * Applies the language, time zone and appearance saved in the profile, and saves what it does not have yet: a choice
 * made in this browser, the browser's language, its time zone.
 */
export function usePreferenceSync(profile: Profile | undefined): void {
  const client = useQueryClient()
  const layout = useLayout()
  // Runs again after each change of the layout, which has to be saved.
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
