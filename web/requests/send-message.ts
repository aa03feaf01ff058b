import {
  readAccountConversation,
  readConversation,
  writeAccountMessage,
  writeMessage,
} from '#contract/requests/conversation.ts'
import { call } from '../api/call.ts'
import { uploadFile } from './files.ts'
import type { Subject } from './queries.ts'

type NewMessage = { key: string; text: string; request?: string; mentions: string[]; files: readonly File[] }

/** Writes to the supplier, then sends the files that go with it. */
export async function sendMessage({ type, number }: Subject, { files, ...body }: NewMessage): Promise<void> {
  const { request, message } =
    type === 'account'
      ? await call(writeAccountMessage, { body })
      : await call(writeMessage, { params: { type, number }, body })
  for (const file of files) await uploadFile(request.id, file, message?.id)
}

/** Marks what the supplier wrote, or what they wrote about one request, as read, up to a moment. */
export async function markRead({ type, number }: Subject, until: string, request?: string): Promise<void> {
  const body = { until, ...(request === undefined ? {} : { request }) }
  if (type === 'account') await call(readAccountConversation, { body })
  else await call(readConversation, { params: { type, number }, body })
}
