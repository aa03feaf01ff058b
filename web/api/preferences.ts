import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import type { changePreferences } from '#contract/profile/endpoints.ts'
import { inOrder } from './in-order.ts'
import { savePreferences } from './save-preferences.ts'

/** The mutation that saves the person's own language or time zone. */
export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body<typeof changePreferences>) => savePreferences(client, body),
    ...inOrder('preferences'),
  })
}
