import type { QueryClient } from '@tanstack/react-query'
import type { Body } from '../../contract/endpoint.ts'
import { changePreferences } from '../../contract/profile.ts'
import { call } from './call.ts'
import { profileQuery } from './viewer.ts'

/** Notes in which language and time zone the person reads; the shell shows it when the profile says so. */
export async function savePreferences(client: QueryClient, body: Body<typeof changePreferences>): Promise<void> {
  await call(changePreferences, { body })
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
