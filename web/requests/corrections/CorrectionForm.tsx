import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { correctMessage } from '#contract/requests/conversation.ts'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { keepDraft, readDraft } from '../drafts.ts'
import { requestFaults } from '../faults.ts'
import { mentionedColleagues } from '../mentions/colleagues.ts'
import type { Subject } from '../queries.ts'
import type { Words } from './correction.ts'

type CorrectionFormProps = {
  subject: Subject
  words: Words
  /** The name of the draft that is kept of what is typed. */
  draft: string
  onClose: () => void
}

/** The field in which words are corrected. When they change elsewhere meanwhile, what stands there now is shown first. */
export function CorrectionForm({ subject: { type }, words, draft, onClose }: CorrectionFormProps): ReactNode {
  const { request, message, text: stored } = words
  const queryClient = useQueryClient()
  const [opened] = useState(stored)
  const [begun] = useState(() => readDraft(draft).text)
  const correct = useMutation({
    mutationFn: async (text: string) => {
      const mentions = await mentionedColleagues(queryClient, type, text)
      const about = message === null ? {} : { message }
      return call(correctMessage, { params: { id: request }, body: { ...about, text, former: stored, mentions } })
    },
    onSettled: () =>
      Promise.all([['documents', type], ['requests']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const form = useForm({
    check: (data) => (String(data.get('text') ?? '').trim() === '' ? { text: t('request.missing') } : {}),
    send: async (data) => {
      await correct.mutateAsync(String(data.get('text')).trim())
      onClose()
    },
    faultsOf: (error) => requestFaults(error, ['text']),
  })
  const focusEnd = useEffectEvent(() => {
    // What was begun before the page was opened anew takes the focus from nobody.
    if (begun !== '') return
    const field = form.ref.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })
  useEffect(() => focusEnd(), [])
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.ref.current?.requestSubmit()
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="no-print mt-1 flex flex-col gap-3">
      {stored !== opened && (
        <div role="status">
          <p className="text-sm text-muted">{t('conversation.correct.now')}</p>
          <p dir="auto" data-written className="wrap-anywhere whitespace-pre-line">
            {stored}
          </p>
        </div>
      )}
      <TextArea
        name="text"
        label={t('conversation.correct.text')}
        error={form.faults.text}
        defaultValue={begun || stored}
        onChange={({ target }) => keepDraft(draft, { text: target.value === opened ? '' : target.value })}
        onKeyDown={sendByKey}
        rows={2}
        maxLength={maxMessageLength}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" write={form}>
          {t('conversation.correct.save')}
        </Button>
        <Button onClick={onClose}>{t('conversation.correct.leave')}</Button>
      </div>
      {form.faults.form && (
        <p role="alert" className="text-sm text-bad">
          {form.faults.form}
        </p>
      )}
    </form>
  )
}
