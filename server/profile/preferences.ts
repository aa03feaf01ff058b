import type { Pool } from 'pg'
import { PortalError } from '../../contract/errors.ts'
import { isTimeZone } from '../../contract/formats.ts'
import { type Preferences, setPreferences } from './queries.ts'

/** Keeps what is given of a person's preferences. Raises invalid_input for an unknown time zone. */
export async function keepPreferences(db: Pool, userId: string, given: Preferences): Promise<void> {
  if (given.timeZone !== undefined && !isTimeZone(given.timeZone)) {
    const message = 'This time zone is not known here. Choose one such as Europe/Berlin.'
    throw new PortalError('invalid_input', message, { errors: [{ field: 'timeZone', message }] })
  }
  await setPreferences(db, userId, given)
}
