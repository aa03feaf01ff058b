import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Tone } from '#contract/documents/definition.ts'
import { closeRequest } from '#contract/requests/conversation.ts'
import { closableStates, isClosable, reopenableStates } from '#contract/requests/conversation-rules.ts'
import { withdrawRequest } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { codedFields, mayRequest } from '#contract/requests/rules.ts'
import { call } from '../api/call.ts'
import { profileQuery, usePermissions } from '../api/viewer.ts'
import { requestsPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatAmount, formatDate, formatDateExactly, formatDecimal } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { CorrectedMark } from './corrections/CorrectedMark.tsx'
import { FileList } from './FileList.tsx'
import { PayButton } from './PayButton.tsx'
import { requestSentence } from './request-sentence.ts'
import { ShownOffer } from './ShownOffer.tsx'

const tones: Readonly<Record<CustomerRequest['state'], Tone>> = {
  open: 'info',
  taken: 'progress',
  asked: 'warn',
  accepted: 'good',
  declined: 'bad',
  answered: 'good',
  closed: 'neutral',
  withdrawn: 'neutral',
}

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
  const { kind, state, stateSince, stateBy, madeAt, answer, answeredBy } = request
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium">{requestSentence(request)}</p>
        <StatusChip tone={tones[state]}>{t(`requests.state.${state}`)}</StatusChip>
        <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="text-sm text-muted">
          {formatDate(madeAt)}
        </time>
        {about}
        {kind === 'adviseRemittance' && <PayButton request={request} />}
        {kind === 'returnGoods' && !isOnItsPage && <ReturnLink request={request} />}
        {state === 'open' && <WithdrawButton request={request} />}
        {onReopen && <StateButton request={request} onReopen={onReopen} />}
      </div>
      {stateSince !== madeAt && (
        <p className="text-sm text-muted" title={formatDateExactly(stateSince)}>
          {t('requests.since', { date: formatDate(stateSince), name: stateBy ?? 'none' })}
        </p>
      )}
      <RequestContent request={request} shownNote={note} />
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

function RequestContent({ request, shownNote }: { request: CustomerRequest; shownNote: ReactNode }) {
  const { note, ...facts } = request.content
  const factEntries = Object.entries(facts)
  return (
    <>
      {factEntries.length > 0 && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
          {factEntries.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">
                {label(name === 'amount' ? 'request.field.amount.plain' : `request.field.${name}`)}
              </dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {valueText(name, value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shownNote ??
        (typeof note === 'string' && (
          <p dir="auto" data-written className="mt-1 wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        ))}
      {!shownNote && <CorrectedMark at={request.correctedAt} />}
      {request.shown && <ShownOffer shown={request.shown} />}
      <FileList request={request.id} files={request.files} />
    </>
  )
}

/** A value for display: dates formatted, codes translated, lines with their details. */
function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('request.yes') : t('request.no')
  if (Array.isArray(value)) return value.map(lineText).join('\n')
  const text = String(value)
  if (codedFields.includes(name)) return label(`request.choice.${text}`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text
}

function lineText(value: unknown): string {
  if (typeof value === 'string') return t('request.line', { line: value })
  const { line, kind, quantity, sku, description, unit, number, ...more } = value as Partial<Record<string, string>>
  if (number !== undefined) return remittedText(number, more)
  if (more.shipment !== undefined) return returnedText(more.shipment, { ...more, line, quantity, sku })
  const { unitPrice, requestedDate, received, damaged, note } = more
  if (line === undefined) {
    const quantityText = [formatDecimal(quantity ?? '0'), unitLabel(unit)].filter(Boolean).join(' ')
    return [quantityText, sku, description].filter(Boolean).join(' · ')
  }
  return [
    t('request.line', { line }),
    kind && label(`request.choice.${kind}`),
    quantity && formatDecimal(quantity),
    received && t('request.line.received', { quantity: formatDecimal(received) }),
    damaged && t('request.line.damaged', { quantity: formatDecimal(damaged) }),
    unitPrice && t('request.line.price', { price: formatAmount(unitPrice, null) }),
    requestedDate && t('request.line.date', { date: formatDate(requestedDate) }),
    note,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A line of a return: what goes back, from where and why. */
function returnedText(shipment: string, returned: Partial<Record<string, string>>): string {
  const { line = '', quantity = '0', sku, name, reason, note } = returned
  const item = name ?? sku
  return [
    [formatDecimal(quantity), item && isolated(item)].filter(Boolean).join(' × '),
    t('request.line.shipment', { shipment: isolated(shipment), line: isolated(line) }),
    reason && label(`request.choice.${reason}`),
    note && isolated(note),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A name or a number that keeps its own direction, and does not decide on that of the line. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** An invoice of a remittance advice: amounts are there for members who may see prices. */
function remittedText(number: string, { amount, currency = '', discount }: Partial<Record<string, string>>): string {
  if (amount === undefined) return number
  const money = (value: string) => `\u2066${formatAmount(value, currency)} ${currency}\u2069`
  return discount === undefined
    ? t('request.invoice', { number, amount: money(amount) })
    : t('request.invoice.discount', { number, amount: money(amount), discount: money(discount) })
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
        pending={withdraw.isPending}
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
  const isIn = (states: readonly string[]) => states.includes(state)
  if (!isClosable(kind) || !mayRequest(kind, permissions)) return null
  if (isIn(reopenableStates))
    return (
      <Button variant="quiet" size="small" className="no-print" onClick={onReopen}>
        {t('requests.reopen')}
      </Button>
    )
  if (!isIn(closableStates)) return null
  return (
    <Button variant="quiet" size="small" className="no-print" pending={close.isPending} onClick={() => close.mutate()}>
      {t('requests.close')}
    </Button>
  )
}
