import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { addInboxFile, answerFromInbox, type InboxRequest } from '#contract/console/inbox.ts'
import { pathOf } from '#contract/endpoint.ts'
import {
  type AnswerOutcome,
  isClosable,
  maxMessageLength,
  staysDeclined,
} from '#contract/requests/conversation-rules.ts'
import { maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'
import { pendingStates } from '#contract/requests/rules.ts'
import { withKey } from '#web/api/drafts.ts'
import { createRequestKey } from '#web/api/request-key.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { useMe } from '../access/queries.ts'
import { call } from '../call.ts'
import { AnswerFiles } from './AnswerFiles.tsx'
import { draftName, endDraft, keepDraft, readDraft } from './drafts.ts'
import { requestQuery } from './queries.ts'
import { useShortcuts } from './shortcuts.ts'
import { TemplateChooser } from './TemplateChooser.tsx'

/** Answers that need words: without them the customer would read nothing. */
const needsWords: readonly AnswerOutcome[] = ['answered', 'asked']
/** Questions are answered, not decided. */
const undecided: readonly string[] = ['ask', 'enquire', 'adviseRemittance']

type Answer = { state: AnswerOutcome; text: string; files: readonly File[] }

/**
 * The answer to a request, with files. What another wrote meanwhile is said before anything is sent; what was typed stays
 * until it has been sent.
 */
export function AnswerForm({ request }: { request: InboxRequest }): ReactNode {
  const cache = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const name = draftName(useMe()?.id ?? '', request.id, 'answer')
  const [begun] = useState(() => readDraft(name))
  /** What was sent last, in case its reply was lost; of an answer without words no draft is kept. */
  const sent = useRef(begun.sent)
  /** Until when whoever types has read the conversation. */
  const [read, setRead] = useState(request.changedAt)
  const [fault, setFault] = useState<string>()
  const [files, setFiles] = useState<readonly File[]>([])
  const { id, changedAt, state: stateNow, kind } = request
  const hasChanged = read !== changedAt
  const isWithdrawn = stateNow === 'withdrawn'
  const answer = useMutation({
    mutationFn: async ({ state, text, files }: Answer) => {
      // Another decision on the same words is another answer.
      sent.current = withKey({ text: `${state} ${text}`, sent: sent.current }).sent
      keepDraft(name, { text, sent: sent.current })
      const body = { state, key: sent.current.key, seen: read, ...(text === '' ? {} : { text }) }
      const answered = await call(answerFromInbox, { params: { id }, body })
      const message = answered.messages.findLast(({ side }) => side === 'supplier')?.id
      if (message !== undefined) for (const file of files) await sendFile(id, message, file)
      return answered
    },
    onSuccess: async (answered, { text, files: withIt }) => {
      cache.setQueryData(requestQuery(id).queryKey, answered)
      sent.current = undefined
      endDraft(name, text, field.current)
      setFiles((chosen) => chosen.filter((file) => !withIt.includes(file)))
      await cache.invalidateQueries({ queryKey: ['inbox'] })
      // A file that was added counts as a change too, and it was one's own.
      setRead(cache.getQueryData(requestQuery(id).queryKey)?.changedAt ?? answered.changedAt)
    },
    // The failure itself is shown as that of every call; what another wrote is fetched, to be read.
    onError: () => cache.invalidateQueries({ queryKey: ['inbox'] }),
  })
  const send = (state: AnswerOutcome) => {
    if (isWithdrawn) return
    const text = field.current?.value.trim() ?? ''
    // Taken up without words, a request gets no message with which files could go.
    const needsText = needsWords.includes(state) || (state === 'taken' && files.length > 0)
    const problem = needsText && text === '' ? t('request.missing') : undefined
    setFault(problem)
    if (problem !== undefined) return field.current?.focus()
    if (!answer.isPending) answer.mutate({ state, text, files })
  }
  const isPending = (pendingStates as readonly string[]).includes(stateNow)
  const canChange = isClosable(kind) && !isWithdrawn && !staysDeclined(kind, stateNow)
  const mayClose = canChange && stateNow !== 'closed'
  useShortcuts({
    r: () => field.current?.focus(),
    e: () => {
      if (mayClose) send('closed')
    },
  })
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send('answered')
  }
  // What had been begun when the customer withdrew it stays to be read and copied.
  if (isWithdrawn && readDraft(name).text === '') return null
  const buttons: [AnswerOutcome, boolean][] = [
    ['asked', isPending],
    ['accepted', isPending && !undecided.includes(kind)],
    ['declined', isPending && !undecided.includes(kind)],
    ['taken', stateNow === 'open'],
    ['closed', mayClose],
    ['open', canChange && !isPending],
  ]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send('answered')
      }}
      className="flex flex-col gap-3 rounded-card border border-border bg-raised p-4 sm:p-5"
    >
      <TextArea
        ref={field}
        name="answer"
        label={t('console.answer', { name: request.madeBy.name })}
        error={fault}
        rows={4}
        maxLength={maxMessageLength}
        defaultValue={begun.text}
        onChange={({ target }) => keepDraft(name, { ...readDraft(name), text: target.value })}
        onKeyDown={sendByKey}
      />
      {isWithdrawn ? (
        <p role="status" className="text-muted">
          {t('console.withdrawn')}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-start gap-2">
            <AnswerFiles files={files} onChange={setFiles} most={maxRequestFiles} bytes={maxFileBytes} />
            <TemplateChooser request={id} field={field} />
          </div>
          <div role="status" className="empty:hidden">
            {hasChanged && !answer.isPending && (
              <p className="flex flex-wrap items-center gap-3 rounded-control border border-warn-border bg-warn-bg px-3 py-2 text-warn">
                {t('console.meanwhile')}
                <Button
                  size="small"
                  onClick={() => {
                    setRead(changedAt)
                    setFault(undefined)
                  }}
                >
                  {t('console.meanwhile.read')}
                </Button>
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" write={answer}>
              {t('console.do.answered')}
            </Button>
            {buttons
              .filter(([, isOffered]) => isOffered)
              .map(([outcome]) => (
                <Button key={outcome} write={answer} onClick={() => send(outcome)}>
                  {t(`console.do.${outcome}`)}
                </Button>
              ))}
          </div>
        </>
      )}
    </form>
  )
}

/** Sends a file that goes with an answer. A failed one is told of in a toast; the answer itself is there. */
async function sendFile(id: string, message: string, file: File): Promise<void> {
  const query = new URLSearchParams({ name: file.name, message, fileId: createRequestKey() })
  const response = await fetch(`/api${pathOf(addInboxFile, { id })}?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'Accept-Language': document.documentElement.lang },
    body: file,
  }).catch(() => {
    // Without a reply the toast below says that it failed.
    return undefined
  })
  // A reply that nobody reads keeps its connection. One without JSON, of a proxy for example, says nothing more.
  const reply = (await response?.json().catch(() => undefined)) as { message?: string } | undefined
  if (response?.ok) return
  showToast('bad', t('request.file.failed', { name: file.name }), reply?.message ?? null)
}
