import type { Pool } from 'pg'
import { PortalError, sentence } from '../../contract/errors.ts'
import { isTimeZone } from '../../contract/formats.ts'
import { type Preferences, setPreferences } from './queries.ts'

/** Keeps what is given of a person's preferences. Raises invalid_input for an unknown time zone. */
export async function keepPreferences(db: Pool, userId: string, given: Preferences): Promise<void> {
  if (given.timeZone !== undefined && !isTimeZone(given.timeZone)) {
    const message = sentence('error.timeZone')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'timeZone', message }] })
  }
  await setPreferences(db, userId, given)
}
