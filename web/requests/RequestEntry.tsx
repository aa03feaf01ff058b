import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { closeRequest } from '#contract/requests/conversation.ts'
import { closableStates, isClosable, isReopenable } from '#contract/requests/conversation-rules.ts'
import { withdrawRequest } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { mayRequest } from '#contract/requests/rules.ts'
import { call } from '../api/call.ts'
import { profileQuery, usePermissions } from '../api/viewer.ts'
import { requestsPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatDate, formatDateExactly } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { t } from '../ui/text.ts'
import { ApprovalList } from './approvals/ApprovalList.tsx'
import { RequestContent } from './content/RequestContent.tsx'
import { requestSentence } from './content/request-sentence.ts'
import { requestTones } from './content/request-tones.ts'
import { FileList } from './FileList.tsx'
import { PayButton } from './PayButton.tsx'

type RequestEntryProps = {
  request: CustomerRequest
  /** Shows the document that it concerns. */
  about?: ReactNode
  /** Begins the message that opens it again; given where its answers stand below it. */
  onReopen?: () => void
  /** Its note, where it can be corrected. */
  note?: ReactNode
  /** It is shown on the page of its return, to which nothing need lead. */
  isOnItsPage?: true
}

/** One request: who made it and when, its content and its state; its answer too, unless that stands below it. */
export function RequestEntry({ request, about, onReopen, note, isOnItsPage }: RequestEntryProps): ReactNode {
  const { kind, state, stateSince, stateBy, madeAt, approvals, answer, answeredBy } = request
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium">{requestSentence(request)}</p>
        <StatusChip tone={requestTones[state]}>{t(`requests.state.${state}`)}</StatusChip>
        <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="text-sm text-muted">
          {formatDate(madeAt)}
        </time>
        {about}
        {kind === 'adviseRemittance' && <PayButton request={request} />}
        {kind === 'returnGoods' && !isOnItsPage && <ReturnLink request={request} />}
        {(state === 'open' || state === 'colleagues') && <WithdrawButton request={request} />}
        {onReopen && <StateButton request={request} onReopen={onReopen} />}
      </div>
      {stateSince !== madeAt && (
        <p className="text-sm text-muted" title={formatDateExactly(stateSince)}>
          {t('requests.since', { date: formatDate(stateSince), name: stateBy ?? 'none' })}
        </p>
      )}
      <RequestContent {...request} shownNote={note} />
      {approvals.length > 0 && <ApprovalList approvals={approvals} />}
      <FileList request={request.id} files={request.files} />
      {!onReopen && answer !== null && (
        <blockquote className="mt-2 border-s-2 border-brand ps-3">
          <p className="text-sm text-muted">{t('requests.answer', { who: answeredBy ?? t('requests.supplier') })}</p>
          <p dir="auto" data-written className="wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </blockquote>
      )}
    </div>
  )
}

/** Leads to the page of a return, where its steps and quantities are. */
function ReturnLink({ request }: { request: CustomerRequest }) {
  return (
    <Link
      {...requestsPath({ returns: String(request.content.returnNumber) })}
      className="no-print inline-block min-h-6 content-center text-sm underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
    >
      {t('return.show')}
    </Link>
  )
}

/** Reads the document and all requests once more. */
function useRefresh({ type }: CustomerRequest) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [['documents', type], ['requests'], ['statement']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}

function WithdrawButton({ request }: { request: CustomerRequest }) {
  const { data: profile } = useQuery(profileQuery)
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRequest, { params: { id: request.id } }),
    onSettled: useRefresh(request),
  })
  if (!request.own && profile?.role !== 'admin') return null
  return (
    <span className="no-print">
      <ConfirmButton
        label={t('requests.withdraw.label')}
        text={t('requests.withdraw.text')}
        write={withdraw}
        onConfirm={() => withdraw.mutate()}
      >
        {t('requests.withdraw')}
      </ConfirmButton>
    </span>
  )
}

/** Closes a request that is under way; one that is over is opened again by a message. */
function StateButton({ request, onReopen }: { request: CustomerRequest; onReopen: () => void }) {
  const permissions = new Set(usePermissions())
  const close = useMutation({
    mutationFn: () => call(closeRequest, { params: { id: request.id } }),
    onSettled: useRefresh(request),
  })
  const { kind, state } = request
  if (!isClosable(kind) || !mayRequest(kind, permissions)) return null
  if (isReopenable(kind, state))
    return (
      <Button variant="quiet" size="small" className="no-print" onClick={onReopen}>
        {t('requests.reopen')}
      </Button>
    )
  if (!(closableStates as readonly string[]).includes(state)) return null
  return (
    <Button variant="quiet" size="small" className="no-print" write={close} onClick={() => close.mutate()}>
      {t('requests.close')}
    </Button>
  )
}
