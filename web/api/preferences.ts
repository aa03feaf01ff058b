import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '../../contract/endpoint.ts'
import { changePreferences } from '../../contract/profile.ts'
import { call } from './call.ts'
import { profileQuery } from './viewer.ts'

/** Notes in which language and time zone the person reads; the shell shows it when the profile says so. */
export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body<typeof changePreferences>) => call(changePreferences, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}
