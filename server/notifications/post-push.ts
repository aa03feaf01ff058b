import type { PushRequest } from './push-message.ts'

const timeoutMs = 15_000

/** Hands a request to a push service. It follows no redirect and reads no answer but its status. */
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
