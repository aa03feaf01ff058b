import { queryOptions } from '@tanstack/react-query'
import type { ErrorReply } from '#contract/errors.ts'
import { setAvatar, showAvatar } from '#contract/profile/personal-data.ts'
import { session } from './browser-session.ts'
import { CallError } from './call.ts'
import { fetchFile } from './download.ts'
import { reportReply } from './report-error.ts'

/** The object URL of the person's picture as it was at a moment. Until it is loaded their initials are shown. */
export const avatarQuery = (avatarAt: string) =>
  queryOptions({
    queryKey: ['avatar', avatarAt],
    queryFn: async () => URL.createObjectURL(await fetchFile(showAvatar.path)),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

/** Uploads a person's picture. Throws CallError when it is refused. */
export async function sendAvatar(picture: Blob): Promise<void> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/octet-stream' }
  const response = await session.authorised(setAvatar.path, { method: setAvatar.method, headers, body: picture })
  // A reply without JSON, of a proxy for example: its status says enough.
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new CallError(response.status, (reply ?? {}) as Partial<ErrorReply>)
  reportReply(response.status, setAvatar.method, reply)
}
