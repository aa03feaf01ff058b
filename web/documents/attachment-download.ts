import { downloadAttachment } from '../../contract/documents/endpoints.ts'
import { type Params, pathOf } from '../../contract/endpoint.ts'
import { fetchFile, saveFile } from '../api/download.ts'

/** Fetches a paper. Raises CallError when it is not to be had. */
export function fetchAttachment(params: Params<typeof downloadAttachment>): Promise<Blob> {
  return fetchFile(pathOf(downloadAttachment, params))
}

/** Saves a paper under its own name. */
export function saveAttachment(params: Params<typeof downloadAttachment>, name: string): Promise<void> {
  return saveFile(pathOf(downloadAttachment, params), name)
}
