import { downloadAttachment } from '#contract/documents/endpoints.ts'
import { type Params, pathOf } from '#contract/endpoint.ts'
import { fetchFile, saveFile } from '#web/api/download.ts'

/** Fetches an attachment. Throws `CallError` when it is not available. */
export function fetchAttachment(params: Params<typeof downloadAttachment>): Promise<Blob> {
  return fetchFile(pathOf(downloadAttachment, params))
}

/** Saves an attachment as a file called `name`. */
export function saveAttachment(params: Params<typeof downloadAttachment>, name: string): Promise<void> {
  return saveFile(pathOf(downloadAttachment, params), name)
}
