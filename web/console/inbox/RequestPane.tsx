import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Paperclip, StickyNote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assignRequest, downloadInboxFile, type InboxRequest } from '#contract/console/inbox.ts'
import { inboxViews } from '#contract/console/inbox-filters.ts'
import { pathOf } from '#contract/endpoint.ts'
import { inOrder } from '#web/api/in-order.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { CorrectedMark } from '#web/requests/content/CorrectedMark.tsx'
import { RequestContent } from '#web/requests/content/RequestContent.tsx'
import { sentenceOf } from '#web/requests/content/request-sentence.ts'
import { useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay, useMe } from '../access/queries.ts'
import { call } from '../call.ts'
import { useNow } from '../use-now.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { Due } from './Due.tsx'
import { NoteForm } from './NoteForm.tsx'
import { assigneesQuery, requestQuery } from './queries.ts'
import { useReadMark } from './read-marks.ts'
import { Snooze } from './Snooze.tsx'
import { StateChip } from './StateChip.tsx'
import { Undelivered } from './Undelivered.tsx'

/** One request: what was asked, what was written since by either side and by staff for each other, and the answer. */
export function RequestPane({ id }: { id: string }): ReactNode {
  const query = useQuery(requestQuery(id))
  const search = useSearch('/requests')
  const mayWrite = useMay('requests.write')
  const absence = absentStateOf(query)
  const request = query.data
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/requests"
        search={search}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text lg:hidden"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('console.back')}
      </Link>
      {absence || !request ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <>
          <Head request={request} />
          <Thread request={request} />
          <Undelivered request={request} />
          {mayWrite && <AnswerForm request={request} />}
          {mayWrite && <NoteForm request={request} />}
        </>
      )}
    </div>
  )
}

function Head({ request }: { request: InboxRequest }) {
  const { account, madeBy, madeAt, state, type, number, content, shown, correctedAt, files } = request
  const mayWrite = useMay('requests.write')
  const now = useNow()
  const isWaiting = (inboxViews.snoozed as readonly string[]).includes(state)
  return (
    <div className="rounded-card border border-border bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold wrap-anywhere">
          <bdi>{account.name}</bdi> <span className="font-normal text-muted">({account.number})</span>
        </h2>
        <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="text-sm text-muted">
          {formatDate(madeAt)}
        </time>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          {sentenceOf(request, madeBy.name)}
          {type !== 'account' && (
            <>
              {' · '}
              <bdi>{number}</bdi>
            </>
          )}
        </span>
        <StateChip state={state} />
        <Due at={request.dueAt} now={now} />
      </p>
      <p className="text-sm">
        <a href={`mailto:${madeBy.email}`} className="text-muted underline underline-offset-3 hover:text-text">
          <bdi>{madeBy.email}</bdi>
        </a>
      </p>
      <RequestContent content={content} shown={shown} correctedAt={correctedAt} />
      <Files request={request.id} files={files} />
      <Assignee request={request} />
      {mayWrite && isWaiting && <Snooze request={request} />}
    </div>
  )
}

/** Who looks after the request, and the choice of another for those who may. */
function Assignee({ request }: { request: InboxRequest }) {
  const mayWrite = useMay('requests.write')
  const me = useMe()
  const cache = useQueryClient()
  const { data } = useQuery(assigneesQuery)
  const assign = useMutation({
    mutationFn: (staff: string | null) => call(assignRequest, { params: { id: request.id }, body: { staff } }),
    ...inOrder('assign'),
    onSuccess: (changed) => cache.setQueryData(requestQuery(request.id).queryKey, changed),
    onSettled: () => cache.invalidateQueries({ queryKey: ['inbox', 'list'] }),
  })
  const { assignee } = request
  if (!mayWrite)
    return <p className="mt-3 text-sm text-muted">{assignee && t('console.assigned', { name: assignee.name })}</p>
  const people = [...(data?.staff ?? [])]
  if (assignee && !people.some(({ id }) => id === assignee.id)) people.push(assignee)
  return (
    <>
      <SelectField
        className="mt-4 max-w-72"
        label={t('console.filter.assignee')}
        value={(assign.isPending ? assign.variables : assignee?.id) ?? ''}
        onChange={({ target }) => assign.mutate(target.value || null)}
        choices={[
          { value: '', label: t('console.nobody') },
          ...people.map(({ id, name }) => ({ value: id, label: id === me?.id ? t('console.me', { name }) : name })),
        ]}
      />
      <WriteFault of={assign} />
    </>
  )
}

type Written =
  | { kind: 'message'; at: string; message: InboxRequest['messages'][number] }
  | { kind: 'note'; at: string; note: InboxRequest['notes'][number] }

/** Messages and notes in the order in which they were written. */
function Thread({ request }: { request: InboxRequest }) {
  useReadMark(request)
  // What was unread as the request was opened stays marked while it is.
  const [newFrom, setNewFrom] = useState(request.unreadSince)
  if (newFrom === null && request.unreadSince !== null) setNewFrom(request.unreadSince)
  const entries: Written[] = [
    ...request.messages.map((message) => ({ kind: 'message' as const, at: message.at, message })),
    ...request.notes.map((note) => ({ kind: 'note' as const, at: note.at, note })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  if (entries.length === 0) return null
  return (
    <ol aria-label={t('console.conversation')} className="flex flex-col gap-4">
      {entries.map((entry) =>
        entry.kind === 'note' ? (
          <li key={entry.note.id} className="rounded-control border border-warn-border bg-warn-bg p-3">
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-warn">
              <StickyNote aria-hidden size={14} />
              {t('console.note.by', { name: entry.note.by })}
              <Moment at={entry.at} />
            </p>
            <Words text={entry.note.text} />
          </li>
        ) : (
          <li
            key={entry.message.id}
            className={`border-s-2 ps-3 ${entry.message.side === 'supplier' ? 'border-brand' : 'border-border'}`}
          >
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <span className="font-medium text-text">
                {t(`conversation.did.${entry.message.outcome ?? 'none'}`, {
                  who: entry.message.by ?? t('console.supplier'),
                })}
              </span>
              <Moment at={entry.at} />
              {newFrom !== null && entry.message.side === 'customer' && entry.at >= newFrom && (
                <span className="inline-flex items-center gap-1.5 font-medium text-text">
                  <span aria-hidden data-dot className="size-2 rounded-full bg-brand" />
                  {t('conversation.new')}
                </span>
              )}
            </p>
            {entry.message.text !== null && <Words text={entry.message.text} />}
            <CorrectedMark at={entry.message.correctedAt} />
            <Files request={request.id} files={entry.message.files} />
          </li>
        ),
      )}
    </ol>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatDateExactly(at)}</time>
const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-line">
    {text}
  </p>
)

/** The files of a request or a message: plain links, for the cookie of the console goes along. */
function Files({ request, files }: { request: string; files: InboxRequest['files'] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <a
            href={`/api${pathOf(downloadInboxFile, { id: request, file: file.id })}`}
            download={file.name}
            aria-label={t('requests.file', { name: file.name })}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
          >
            <Paperclip aria-hidden size={14} className="shrink-0" />
            <bdi className="truncate">{file.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
