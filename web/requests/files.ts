import { pathOf } from '#contract/endpoint.ts'
import { addRequestFile } from '#contract/requests/endpoints.ts'
import { maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'
import { session } from '../api/browser-session.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'

/** The files attached in a form. */
export function attachedFiles(data: FormData): File[] {
  return data.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
}

/** Whether the files are more, or larger, than a request accepts. */
export function exceedsFileLimits(files: readonly File[]): boolean {
  return files.length > maxRequestFiles || files.some(({ size }) => size > maxFileBytes)
}

/**
 * Adds a file to a request, or to a message about it. A failed upload is reported in a toast; the request itself has been
 * made.
 */
export async function uploadFile(id: string, file: File, message?: string): Promise<void> {
  const of = message === undefined ? '' : `&message=${message}`
  const path = `${pathOf(addRequestFile, { id })}?name=${encodeURIComponent(file.name)}${of}`
  // Without a reply the toast below says that it failed.
  const response = await session
    .authorised(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })
    .catch(() => undefined)
  if (response?.ok) return
  // A reply without JSON, of a proxy for example, says nothing more.
  const reply = (await response?.json().catch(() => undefined)) as { message?: string } | undefined
  showToast('bad', t('request.file.failed', { name: file.name }), reply?.message ?? null)
}
