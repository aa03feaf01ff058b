import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { pathOf } from '../../contract/endpoint.ts'
import { largestFile, mostFiles, type RequestKind, requestRules } from '../../contract/request-rules.ts'
import { addRequestFile, ask, type CustomerRequest, makeRequest } from '../../contract/requests.ts'
import { session } from '../api/browser.ts'
import { CallError, call } from '../api/call.ts'
import { fieldFaults } from '../api/faults.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { formatBytes } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { showToast } from '../ui/toasts.ts'
import { RequestQuestion } from './RequestQuestion.tsx'
import { contentOf, forms, newKey } from './request-forms.ts'

type RequestDrawerProps = {
  kind: RequestKind
  detail: DocumentDetail
  /** The name of who asks. */
  person: string
  onClose: () => void
}

/** A request about a document, as a form; what was typed stays until it has arrived. */
export function RequestDrawer({ kind, detail, person, onClose }: RequestDrawerProps): ReactNode {
  const { type, number } = detail
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState<readonly string[]>([])
  const [key] = useState(newKey)
  const send = useMutation({
    mutationFn: async ({ content, files }: { content: Record<string, unknown>; files: readonly File[] }) => {
      const made = await make(kind, detail, { key, ...content })
      for (const file of files) await addFile(made.id, file)
    },
    onSuccess: () => {
      showToast('good', t('request.sent'))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['documents', type] }),
  })
  const faults = fieldFaults(send.error)
  const takesFiles = kind === 'ask' || requestRules[kind].files

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (send.isPending) return
    const data = new FormData(event.currentTarget)
    const { content, missing: left } = contentOf(kind, data)
    const files = data.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
    const wrong = files.length > mostFiles || files.some(({ size }) => size > largestFile) ? [...left, 'files'] : left
    setMissing(wrong)
    const [first] = wrong
    if (first === undefined) return send.mutate({ content, files })
    form.current?.querySelector<HTMLElement>(`[name="${first === 'lines' ? 'line' : first}"]`)?.focus()
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={t(`request.do.${kind}`)}
      footer={
        <Button type="submit" form={id} variant="primary" className="w-full" pending={send.isPending}>
          {kind === 'accept' || kind === 'confirmReceipt' ? t(`request.do.${kind}`) : t('request.send')}
        </Button>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">
          <bdi className="font-medium text-text">{number}</bdi> · {t(`request.text.${kind}`)}
        </p>
        {forms[kind].map((question) => (
          <RequestQuestion
            key={question.name}
            question={question}
            kind={kind}
            detail={detail}
            person={person}
            error={missing.includes(question.name) ? missingText(question.name) : faults[question.name]}
          />
        ))}
        {takesFiles && (
          <label className="block">
            <span className="mb-1.5 block text-sm font-medium">
              {t('request.optional', { label: t('request.files') })}
            </span>
            <input
              type="file"
              name="files"
              multiple
              accept="application/pdf,image/png,image/jpeg,image/webp"
              className="block w-full text-sm file:me-3 file:h-9 file:rounded-control file:border file:border-control file:bg-raised file:px-3 file:text-text"
            />
            <span className={`mt-1 block text-sm ${missing.includes('files') ? 'text-bad' : 'text-muted'}`}>
              {t('request.files.hint', { count: mostFiles, size: formatBytes(largestFile) })}
            </span>
          </label>
        )}
        {send.error instanceof CallError && Object.keys(faults).length === 0 && (
          <p role="alert" className="text-sm text-bad">
            {send.error.message}
          </p>
        )}
      </form>
    </Drawer>
  )
}

function missingText(name: string): string {
  return name === 'lines' ? t('request.lines.missing') : t('request.missing')
}

function make(
  kind: RequestKind,
  { type, number }: DocumentDetail,
  body: { key: string; note?: string },
): Promise<CustomerRequest> {
  const endpoint = makeRequest.find((one) => one.kind === kind)
  if (endpoint) return call(endpoint, { params: { number }, body })
  return call(ask, { params: { type, number }, body: { ...body, note: body.note ?? '' } })
}

/** A file that does not arrive is told; the request itself has been made. */
async function addFile(id: string, file: File): Promise<void> {
  const path = `${pathOf(addRequestFile, { id })}?name=${encodeURIComponent(file.name)}`
  const answer = await session
    .authorised(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })
    .catch(() => undefined)
  if (answer?.ok) return
  const reply = (await answer?.json().catch(() => undefined)) as { message?: string } | undefined
  showToast('bad', t('request.file.failed', { name: file.name }), reply?.message ?? null)
}
