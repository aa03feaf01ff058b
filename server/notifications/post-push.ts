import type { PushRequest } from './push-message.ts'

const timeoutMs = 15_000

/** Sends a request to a push service and returns the status of its answer. Follows no redirect; throws after 15 s. */
export async function postPush({ url, headers, body }: PushRequest): Promise<number> {
  const { 'content-length': _, ...others } = headers
  const response = await fetch(url, {
    method: 'POST',
    headers: others,
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  return response.status
}
