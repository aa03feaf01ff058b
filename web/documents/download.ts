import { downloadAttachment } from '../../contract/documents/endpoints.ts'
import { type Params, pathOf } from '../../contract/endpoint.ts'
import type { ErrorReply } from '../../contract/errors.ts'
import { session } from '../api/browser.ts'
import { CallError } from '../api/call.ts'

/** Saves a paper under its own name. It is fetched first, because a plain link would not carry the bearer token. */
export async function savePaper(params: Params<typeof downloadAttachment>, name: string): Promise<void> {
  const answer = await session.authorised(pathOf(downloadAttachment, params), { method: 'GET' })
  if (!answer.ok) {
    const reply = (await answer.json().catch(() => ({}))) as Partial<ErrorReply>
    throw new CallError(answer.status, reply)
  }
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after the press has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
