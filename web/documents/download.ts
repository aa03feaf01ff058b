import { downloadAttachment } from '../../contract/documents/endpoints.ts'
import { type Params, pathOf } from '../../contract/endpoint.ts'
import type { ErrorReply } from '../../contract/errors.ts'
import { session } from '../api/browser.ts'
import { CallError } from '../api/call.ts'

/** Fetches a paper; a plain link would not carry the bearer token. Raises CallError when it is not to be had. */
export async function fetchPaper(params: Params<typeof downloadAttachment>): Promise<Blob> {
  const answer = await session.authorised(pathOf(downloadAttachment, params), { method: 'GET' })
  if (!answer.ok) {
    const reply = (await answer.json().catch(() => ({}))) as Partial<ErrorReply>
    throw new CallError(answer.status, reply)
  }
  return answer.blob()
}

/** Saves a paper under its own name. */
export async function savePaper(params: Params<typeof downloadAttachment>, name: string): Promise<void> {
  const address = URL.createObjectURL(await fetchPaper(params))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after the press has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
