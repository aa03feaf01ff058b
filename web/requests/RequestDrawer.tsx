import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { ask, type CustomerRequest, makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { type DocumentRequestKind, requestRules } from '#contract/requests/rules.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { useForm } from '../ui/form.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { showToast } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'
import { FileChoice } from './FileChoice.tsx'
import { requestFaults } from './faults.ts'
import { attachedFiles, exceedsFileLimits, uploadFile } from './files.ts'
import { createRequestKey, parseRequestForm, requestForms, shownQuestions } from './forms.ts'
import { RequestQuestion } from './RequestQuestion.tsx'

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
  const id = useId()
  const queryClient = useQueryClient()
  const [key] = useState(createRequestKey)
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
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
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['documents', type] }),
        queryClient.invalidateQueries({ queryKey: ['statement'] }),
      ]),
  })
  const takesFiles = kind === 'ask' || requestRules[kind].files
  const form = useForm({
    inputOf: (field) => (field === 'lines' ? 'line' : field),
    check: (data) => {
      const { missing } = parseRequestForm(kind, data)
      const names = exceedsFileLimits(attachedFiles(data)) ? [...missing, 'files'] : missing
      return Object.fromEntries(names.map((name) => [name, missingText(name)]))
    },
    send: (data) => send.mutateAsync({ content: parseRequestForm(kind, data).content, files: attachedFiles(data) }),
    faultsOf: (error) =>
      requestFaults(
        error,
        requestForms[kind].map(({ name }) => name),
      ),
  })

  return (
    <Drawer
      open
      onClose={onClose}
      title={t(`request.do.${kind}`)}
      footer={
        <Button type="submit" form={id} variant="primary" className="w-full" pending={form.pending}>
          {kind === 'accept' || kind === 'confirmReceipt' ? t(`request.do.${kind}`) : t('request.send')}
        </Button>
      }
    >
      <form
        ref={form.ref}
        id={id}
        noValidate
        onSubmit={form.submit}
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setChoices({ ...choices, [target.name]: target.value })
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">
          <bdi className="font-medium text-text">{number}</bdi> · {t(`request.text.${kind}`)}
        </p>
        {shownQuestions(kind, (name) => choices[name]).map((question) => (
          <RequestQuestion
            key={question.name}
            question={question}
            kind={kind}
            detail={detail}
            person={person}
            missing={Object.keys(form.faults)}
            error={form.faults[question.name]}
          />
        ))}
        {takesFiles && <FileChoice wrong={'files' in form.faults} />}
        {form.faults.form && (
          <p role="alert" className="text-sm text-bad">
            {form.faults.form}
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
