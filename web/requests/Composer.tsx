import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { withKey } from '../api/drafts.ts'
import { absentStateOf } from '../api/query-state.ts'
import { profileQuery } from '../api/viewer.ts'
import { useSearch } from '../routing/hooks.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { useForm } from '../ui/form.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { attachedFiles, exceedsFileLimits } from './attached-files.ts'
import { requestSentence } from './content/request-sentence.ts'
import { draftName, endDraft, keepDraft, readDraft } from './drafts.ts'
import { FileChoice } from './FileChoice.tsx'
import { requestFaults } from './faults.ts'
import { mentionedColleagues } from './mentions/colleagues.ts'
import { MentionButton } from './mentions/MentionButton.tsx'
import { insertMention } from './mentions/mentions.ts'
import type { Subject } from './queries.ts'
import { sendMessage } from './send-message.ts'

type ComposerProps = {
  subject: Subject
  /** Who reads it; null when no salesperson is named. */
  reader: string | null
  /** The request that the message opens again; null: the one that waits, or a new one. */
  about: CustomerRequest | null
  onAboutChange: (about: CustomerRequest | null) => void
  /** The only request about which messages are written here. */
  only?: CustomerRequest | undefined
}

/** The field for a message to the supplier; what is typed is kept until it has been sent. */
export function Composer(props: ComposerProps): ReactNode {
  const query = useQuery(profileQuery)
  const profile = query.data
  if (!profile) {
    const absence = absentStateOf(query) ?? { state: 'loading' }
    // As high as the field and its buttons: what stands below does not move.
    return <AbsentState absent={absence} skeleton={<Skeleton className="h-36 w-full" />} />
  }
  return <ComposerForm key={profile.account.number} profile={profile} {...props} />
}

function ComposerForm({
  subject,
  reader,
  about,
  onAboutChange,
  only,
  profile,
}: ComposerProps & { profile: Parameters<typeof draftName>[0] }) {
  const { type } = subject
  const named = only ?? about
  const name = draftName(profile, subject, only?.id)
  const queryClient = useQueryClient()
  /** Grows with each message: files are chosen anew. */
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: async ({ text, files }: { text: string; files: readonly File[] }) => {
      const draft = withKey({ ...readDraft(name), text })
      keepDraft(name, draft)
      const mentions = await mentionedColleagues(queryClient, type, text)
      return sendMessage(subject, {
        ...draft.sent,
        files,
        mentions,
        ...(named ? { request: named.id } : {}),
      })
    },
    onSuccess: (_, { text }) => {
      endDraft(name, text, textArea())
      onAboutChange(null)
      setSent(sent + 1)
    },
    onSettled: () =>
      Promise.all([['documents', type], ['requests']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const form = useForm({
    check: (data) => ({
      ...(String(data.get('message') ?? '').trim() === '' ? { message: t('request.missing') } : {}),
      ...(exceedsFileLimits(attachedFiles(data)) ? { files: t('request.missing') } : {}),
    }),
    send: (data) => send.mutateAsync({ text: String(data.get('message')).trim(), files: attachedFiles(data) }),
    faultsOf: (error) => requestFaults(error, ['message', 'files']),
  })
  const textArea = () => form.ref.current?.querySelector('textarea')
  const aboutId = about?.id
  // A mail of a question leads here.
  const { act }: { act?: string } = useSearch('/$type/$number')
  const focusField = useEffectEvent(() => textArea()?.focus())
  useEffect(() => {
    if (aboutId !== undefined || act === 'reply') focusField()
  }, [aboutId, act])
  const mention = (colleague: string) => {
    const field = textArea()
    if (!field) return
    const place = { start: field.selectionStart, end: field.selectionEnd }
    const [text, caret] = insertMention(field.value, place, colleague)
    field.value = text
    keepDraft(name, { ...readDraft(name), text })
    // The menu gives the focus back to its button first.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(caret, caret)
    })
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.ref.current?.requestSubmit()
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="no-print flex flex-col gap-3">
      {about && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">{t('conversation.about', { what: requestSentence(about) })}</span>
          <IconButton label={t('conversation.about.none')} onClick={() => onAboutChange(null)}>
            <X aria-hidden size={16} />
          </IconButton>
        </p>
      )}
      <TextArea
        name="message"
        label={t('conversation.write', {
          name: reader ?? 'none',
          type: only?.kind === 'returnGoods' ? 'returns' : type,
        })}
        error={form.faults.message}
        defaultValue={readDraft(name).text}
        onChange={({ target }) => keepDraft(name, { ...readDraft(name), text: target.value })}
        onKeyDown={sendByKey}
        rows={2}
        maxLength={maxMessageLength}
      />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-1">
          <FileChoice key={sent} brief wrong={'files' in form.faults} />
          <MentionButton type={type} onChoose={mention} />
        </div>
        <Button type="submit" variant="primary" write={form}>
          {t('conversation.send')}
        </Button>
      </div>
      {form.faults.form && (
        <p role="alert" className="text-sm text-bad">
          {form.faults.form}
        </p>
      )}
    </form>
  )
}
