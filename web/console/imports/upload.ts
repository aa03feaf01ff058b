import { uploadImportFile } from '#contract/console/imports.ts'
import { pathOf, type Reply } from '#contract/endpoint.ts'
import { CallError } from '#web/api/call.ts'

/** Sends a file to be kept while it is mapped. Throws CallError with the server's sentence. */
export async function sendUpload(file: File): Promise<Reply<typeof uploadImportFile>> {
  const response = await fetch(`/api${pathOf(uploadImportFile, {})}?${new URLSearchParams({ name: file.name })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'Accept-Language': document.documentElement.lang },
    body: file,
  })
  // A reply without JSON, of a proxy for example, says nothing more.
  const reply = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, reply)
  return reply
}
