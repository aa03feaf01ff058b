import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '../../contract/endpoint.ts'
import type { changePreferences } from '../../contract/profile.ts'
import { savePreferences } from './save-preferences.ts'

/** A person's own change of language or time zone, with how it is getting on. */
export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (body: Body<typeof changePreferences>) => savePreferences(client, body) })
}
