import { queryOptions } from '@tanstack/react-query'
import { type DocumentDetail, downloadAttachment } from '#contract/documents/endpoints.ts'
import { type Params, pathOf } from '#contract/endpoint.ts'
import { fetchFile, saveFile } from '#web/api/download.ts'

type Attachment = Pick<DocumentDetail['attachments'][number], 'size'>

/**
 * The bytes of an attachment while they are shown. What happens to its document does not load them again, which would
 * take a reader back to the first page. A file that takes the place of another keeps its id, but has another size.
 */
export const attachmentQuery = (params: Params<typeof downloadAttachment>, { size }: Attachment) =>
  queryOptions({
    queryKey: ['documents', params.type, 'paper', params.number, params.id, size],
    queryFn: (): Promise<Blob> => fetchFile(pathOf(downloadAttachment, params)),
    gcTime: 0,
    staleTime: 'static',
  })

/** Saves an attachment as a file called `name`. */
export function saveAttachment(params: Params<typeof downloadAttachment>, name: string): Promise<void> {
  return saveFile(pathOf(downloadAttachment, params), name)
}
