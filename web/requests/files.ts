import { pathOf } from '#contract/endpoint.ts'
import { addRequestFile } from '#contract/requests/endpoints.ts'
import { session } from '../api/browser-session.ts'
import { createRequestKey } from '../api/request-key.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'

/**
 * Adds a file to a request, or to a message about it. A failed upload is reported in a toast, from which it can be sent
 * again; the request itself has been made. It keeps its id meanwhile: a file whose reply was lost is stored once.
 */
export async function uploadFile(request: string, file: File, message?: string): Promise<void> {
  const named = new URLSearchParams({ name: file.name, fileId: createRequestKey(), ...(message ? { message } : {}) })
  await sendFile(`${pathOf(addRequestFile, { id: request })}?${named}`, file)
}

async function sendFile(path: string, file: File): Promise<void> {
  // Without a reply the toast below says that it failed.
  const response = await session
    .authorised(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })
    .catch(() => undefined)
  // A reply that nobody reads keeps its connection. One without JSON, of a proxy for example, says nothing more.
  const reply = (await response?.json().catch(() => undefined)) as { message?: string } | undefined
  if (response?.ok) return
  // What was refused would be refused again.
  const isRefused = response !== undefined && response.status < 500 && response.status !== 429
  const again = { label: t('action.retry'), run: () => void sendFile(path, file) }
  showToast('bad', t('request.file.failed', { name: file.name }), reply?.message ?? null, isRefused ? undefined : again)
}
