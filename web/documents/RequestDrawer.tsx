import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { type DocumentRequestKind, requestRules } from '../../contract/request-rules.ts'
import { ask, type CustomerRequest, makeRequestEndpoints } from '../../contract/requests.ts'
import { CallError, call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { t } from '../ui/text.ts'
import { showToast } from '../ui/toasts.ts'
import { FileChoice } from './FileChoice.tsx'
import { RequestQuestion } from './RequestQuestion.tsx'
import { attachedFiles, exceedsFileLimits, uploadFile } from './request-files.ts'
import { createRequestKey, parseRequestForm, requestForms } from './request-forms.ts'

type RequestDrawerProps = {
  kind: DocumentRequestKind
  detail: DocumentDetail
  /** The name of the person who makes the request. */
  person: string
  onClose: () => void
}

/** The form of a request about a document; it keeps its input until the request has been sent. */
export function RequestDrawer({ kind, detail, person, onClose }: RequestDrawerProps): ReactNode {
  const { type, number } = detail
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState<readonly string[]>([])
  const [key] = useState(createRequestKey)
  const send = useMutation({
    meta: { showsFault: true },
    mutationFn: async ({ content, files }: { content: Record<string, unknown>; files: readonly File[] }) => {
      const created = await sendRequest(kind, detail, { key, ...content })
      for (const file of files) await uploadFile(created.id, file)
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
    const formData = new FormData(event.currentTarget)
    const { content, missing: missingFields } = parseRequestForm(kind, formData)
    const files = attachedFiles(formData)
    const invalidFields = exceedsFileLimits(files) ? [...missingFields, 'files'] : missingFields
    setMissing(invalidFields)
    const [firstInvalid] = invalidFields
    if (firstInvalid === undefined) return send.mutate({ content, files })
    form.current?.querySelector<HTMLElement>(`[name="${firstInvalid === 'lines' ? 'line' : firstInvalid}"]`)?.focus()
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
        {requestForms[kind].map((question) => (
          <RequestQuestion
            key={question.name}
            question={question}
            kind={kind}
            detail={detail}
            person={person}
            missing={missing}
            error={missing.includes(question.name) ? missingText(question.name) : faults[question.name]}
          />
        ))}
        {takesFiles && <FileChoice wrong={missing.includes('files')} />}
        {send.error instanceof CallError && !requestForms[kind].some(({ name }) => faults[name]) && (
          <p role="alert" className="text-sm text-bad">
            {send.error.message || t('state.unavailable.text')}
          </p>
        )}
      </form>
    </Drawer>
  )
}

function missingText(name: string): string {
  return name === 'lines' ? t('request.lines.missing') : t('request.missing')
}

function sendRequest(
  kind: DocumentRequestKind,
  { type, number }: DocumentDetail,
  body: { key: string; note?: string },
): Promise<CustomerRequest> {
  const endpoint = makeRequestEndpoints.find((candidate) => candidate.kind === kind)
  if (endpoint) return call(endpoint, { params: { number }, body })
  return call(ask, { params: { type, number }, body: { ...body, note: body.note ?? '' } })
}
