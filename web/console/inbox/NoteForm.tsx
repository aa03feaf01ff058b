import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type InboxRequest, writeNote } from '#contract/console/inbox.ts'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import { withKey } from '#web/api/drafts.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { useMe } from '../access/queries.ts'
import { call } from '../call.ts'
import { draftName, endDraft, keepDraft, readDraft } from './drafts.ts'
import { requestQuery } from './queries.ts'

/** A note about a request for other staff; no customer reads it. What is typed is kept until it has been sent. */
export function NoteForm({ request }: { request: InboxRequest }): ReactNode {
  const cache = useQueryClient()
  const name = draftName(useMe()?.id ?? '', request.id, 'note')
  const [begun] = useState(() => readDraft(name))
  const write = useMutation({
    mutationFn: (text: string) => {
      const draft = withKey({ ...readDraft(name), text })
      keepDraft(name, draft)
      return call(writeNote, { params: { id: request.id }, body: { id: draft.sent.key, text } })
    },
    onSuccess: (changed, text) => {
      cache.setQueryData(requestQuery(request.id).queryKey, changed)
      endDraft(name, text, form.ref.current?.querySelector('textarea'))
    },
  })
  const form = useForm({
    fields: ['note'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['note']),
    send: (data) => write.mutateAsync(fieldText(data, 'note').trim()),
  })
  return (
    <details open={begun.text !== ''} className="rounded-card border border-border bg-raised">
      <summary className="min-h-11 cursor-pointer content-center px-4 font-medium sm:px-5">{t('console.note')}</summary>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
        <TextArea
          name="note"
          label={t('console.note.label')}
          error={form.faults.note ?? form.faults.form}
          defaultValue={begun.text}
          onChange={({ target }) => keepDraft(name, { ...readDraft(name), text: target.value })}
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
