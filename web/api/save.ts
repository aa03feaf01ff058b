import type { ErrorReply } from '../../contract/errors.ts'
import { session } from './browser.ts'
import { CallError } from './call.ts'

/** Fetches a file of the API; a plain link would not carry the bearer token. Raises CallError when it is not to be had. */
export async function fetchFile(path: string): Promise<Blob> {
  const answer = await session.authorised(path, { method: 'GET' })
  if (!answer.ok) {
    const reply = (await answer.json().catch(() => ({}))) as Partial<ErrorReply>
    throw new CallError(answer.status, reply)
  }
  return answer.blob()
}

/** Saves a file of the API under a name. */
export async function saveFile(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(path))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after the press has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
