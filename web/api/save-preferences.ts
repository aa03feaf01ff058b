import type { QueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import { changePreferences } from '#contract/profile/endpoints.ts'
import { call } from './call.ts'
import { profileQuery } from './viewer.ts'

/** Saves the person's language and time zone; the shell applies them when the profile is loaded again. */
export async function savePreferences(client: QueryClient, body: Body<typeof changePreferences>): Promise<void> {
  await call(changePreferences, { body })
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
