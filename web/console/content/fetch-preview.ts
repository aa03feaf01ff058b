import type { ErrorReply } from '#contract/errors.ts'
import { CallError } from '#web/api/call.ts'

/** Asks for a file that is made of what is sent. Throws CallError. */
export async function fetchPreview(path: string, body: object): Promise<Blob> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify(body),
  })
  if (response.ok) return response.blob()
  throw new CallError(response.status, (await response.json()) as Partial<ErrorReply>)
}
