import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type InboxRequest, writeNote } from '#contract/console/inbox.ts'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import { createRequestKey } from '#web/api/request-key.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { requestQuery } from './queries.ts'

/** A note about a request for other staff; no customer reads it. */
export function NoteForm({ request }: { request: InboxRequest }): ReactNode {
  const cache = useQueryClient()
  const noteId = useRef(createRequestKey())
  const write = useMutation({
    mutationFn: (text: string) => call(writeNote, { params: { id: request.id }, body: { id: noteId.current, text } }),
    onSuccess: (changed) => {
      noteId.current = createRequestKey()
      cache.setQueryData(requestQuery(request.id).queryKey, changed)
      form.ref.current?.reset()
    },
  })
  const form = useForm({
    fields: ['note'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['note']),
    send: (data) => write.mutateAsync(fieldText(data, 'note').trim()),
  })
  return (
    <details className="rounded-card border border-border bg-raised">
      <summary className="min-h-11 cursor-pointer content-center px-4 font-medium sm:px-5">{t('console.note')}</summary>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
        <TextArea
          name="note"
          label={t('console.note.label')}
          error={form.faults.note ?? form.faults.form}
          rows={2}
          maxLength={maxMessageLength}
        />
        <Button type="submit" write={form} className="self-start">
          {t('console.note.add')}
        </Button>
      </form>
    </details>
  )
}
