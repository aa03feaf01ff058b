import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { pathOf } from '#contract/endpoint.ts'
import { downloadRequestFile } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { saveFile } from '../api/download.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'

type File = CustomerRequest['files'][number]

/** The files that went with a request or a message; nothing when there are none. */
export function FileList({ request, files }: { request: string; files: readonly File[] }): ReactNode {
  if (files.length === 0) return null
  return (
    <ul className="no-print mt-1 flex flex-wrap gap-x-4">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <FileButton request={request} file={file} />
        </li>
      ))}
    </ul>
  )
}

function FileButton({ request, file }: { request: string; file: File }) {
  const save = useMutation({
    mutationFn: () => saveFile(pathOf(downloadRequestFile, { id: request, file: file.id }), file.name),
  })
  return (
    <>
      <button
        type="button"
        aria-label={t('requests.file', { name: file.name })}
        onClick={() => save.mutate()}
        className="inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
      >
        <Paperclip aria-hidden size={14} className="shrink-0" />
        <bdi className="truncate">{file.name}</bdi>
      </button>
      <WriteFault of={save} />
    </>
  )
}
