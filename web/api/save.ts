import type { ErrorReply } from '../../contract/errors.ts'
import { session } from './browser.ts'
import { CallError } from './call.ts'

/** Fetches a file of the API; a plain link would not carry the bearer token. Raises CallError when it is not to be had. */
export async function fetchFile(path: string): Promise<Blob> {
  return (await fetchNamedFile(path, '')).blob
}

/** Fetches a file with the name that the server gives it, or the given one where it gives none. Raises CallError. */
export async function fetchNamedFile(path: string, otherwise: string): Promise<{ blob: Blob; name: string }> {
  const answer = await session.authorised(path, { method: 'GET' })
  if (!answer.ok) {
    const reply = (await answer.json().catch(() => ({}))) as Partial<ErrorReply>
    throw new CallError(answer.status, reply)
  }
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await answer.blob(), name: name ? decodeURIComponent(name) : otherwise }
}

/** Saves a file of the API under a name. */
export async function saveFile(path: string, name: string): Promise<void> {
  saveBlob(await fetchFile(path), name)
}

/** Lets the browser save a file that is at hand. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after the press has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
