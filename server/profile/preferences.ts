import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { isTimeZone } from '#contract/formats.ts'
import { type Preferences, updatePreferences } from './queries.ts'

/** Stores those preferences of a person that are given. Throws invalid_input for an unknown time zone. */
export async function savePreferences(db: Pool, userId: string, preferences: Preferences): Promise<void> {
  if (preferences.timeZone !== undefined && !isTimeZone(preferences.timeZone)) {
    const message = translatable('error.timeZone')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'timeZone', message }] })
  }
  await updatePreferences(db, userId, preferences)
}
