import type { ErrorReply } from '#contract/errors.ts'
import { session } from './browser-session.ts'
import { CallError } from './call.ts'

/** Fetches a file of the API, because a plain link would not carry the bearer token. Throws CallError. */
export async function fetchFile(path: string): Promise<Blob> {
  return (await fetchNamedFile(path, '')).blob
}

/** Fetches a file with the name from the server, or `fallbackName` where it sends none. Throws CallError. */
export async function fetchNamedFile(path: string, fallbackName: string): Promise<{ blob: Blob; name: string }> {
  const response = await session.authorised(path, { method: 'GET' })
  if (!response.ok) {
    // A reply without JSON, of a proxy for example: its status says enough.
    const reply = (await response.json().catch(() => ({}))) as Partial<ErrorReply>
    throw new CallError(response.status, reply)
  }
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: name ? decodeURIComponent(name) : fallbackName }
}

/** Saves a file of the API under a name. Throws CallError. */
export async function saveFile(path: string, name: string): Promise<void> {
  saveBlob(await fetchFile(path), name)
}

/** Saves a blob through the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
