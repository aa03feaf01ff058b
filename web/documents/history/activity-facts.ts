import type { DocumentChange } from '#contract/documents/activity.ts'
import type { DocumentDetail, RelatedDocument } from '#contract/documents/endpoints.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { dayOf } from '#web/ui/format-details.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'

/** A dated fact from a document's fields, its chain or its conversation; `at` is an instant or a calendar date. */
export type ActivityFact = { id: string; at: string; text: string; repeats?: (change: Change) => boolean }
type Change = DocumentChange['changes'][number]
type Conversation = { requests: readonly CustomerRequest[]; messages: readonly ConversationMessage[] }

/**
 * What happened to a document besides its changes: acceptance, payments and delivery from its own fields, events of its
 * chain, and its requests with what was written about them.
 */
export function activityFacts(detail: DocumentDetail, { requests, messages }: Conversation): ActivityFact[] {
  return [
    ...(factsByType[detail.type]?.(detail, requests) ?? []),
    ...requests.flatMap((request) => requestFacts(request, messages)),
    ...messages.map(messageFact),
  ]
}

/** The facts, without those that a change of the same day shows as well. */
export function withoutDuplicateFacts(
  facts: readonly ActivityFact[],
  changes: readonly DocumentChange[],
): ActivityFact[] {
  return facts.filter(
    ({ at, repeats }) =>
      !repeats ||
      !changes.some(
        (documentChange) =>
          dayOf(documentChange.at) === dayOf(at) && documentChange.changes.some((change) => repeats(change)),
      ),
  )
}

function decisionFacts({ header }: DocumentDetail, requests: readonly CustomerRequest[]): ActivityFact[] {
  const wasRequested = (kind: CustomerRequest['kind']) =>
    requests.some((request) => request.kind === kind && request.state !== 'withdrawn')
  const [acceptedAt, acceptedBy] = [textOrNull(header.acceptedAt), textOrNull(header.acceptedBy)]
  const [rejectedAt, reason] = [textOrNull(header.rejectedAt), textOrNull(header.rejectionReason)]
  const setsStatus = (status: string) => (change: Change) => change.field === 'status' && change.new === status
  return [
    ...(acceptedAt && !wasRequested('accept')
      ? [
          {
            id: 'accepted',
            at: acceptedAt,
            text: acceptedBy ? t('activity.accepted.by', { who: acceptedBy }) : t('activity.accepted'),
            repeats: setsStatus('accepted'),
          },
        ]
      : []),
    ...(rejectedAt && !wasRequested('reject')
      ? [
          {
            id: 'rejected',
            at: rejectedAt,
            text: reason ? t('activity.rejected.because', { reason }) : t('activity.rejected'),
            repeats: setsStatus('rejected'),
          },
        ]
      : []),
  ]
}

function orderDeliveryFacts({ chain }: DocumentDetail): ActivityFact[] {
  return chain.flatMap(({ type, number, status, keyDate }) =>
    type === 'shipments' && status === 'delivered' && keyDate !== null
      ? [{ id: `delivered ${number}`, at: keyDate, text: t('activity.delivered.shipment', { number }) }]
      : [],
  )
}

function shipmentDeliveryFacts({ header }: DocumentDetail): ActivityFact[] {
  const at = textOrNull(header.deliveredAt) ?? textOrNull(header.deliveredDate)
  if (at === null) return []
  const name = textOrNull(header.signedBy)
  return [
    {
      id: 'delivered',
      at,
      text: name ? t('activity.delivered.signed', { name }) : t('activity.delivered'),
      repeats: ({ field, new: now }) => field === 'deliveredDate' || (field === 'status' && now === 'delivered'),
    },
  ]
}

function settlementFacts({ header, payments, chain, number }: DocumentDetail): ActivityFact[] {
  const currency = textOrNull(header.currency)
  const paid = payments.flatMap(({ date, amount, reference }, position) =>
    date === null ? [] : [{ id: `paid ${position}`, at: date, text: paymentText(amount, currency, reference) }],
  )
  const credits = chain
    .filter((related) => related.invoiceKind === '381' && related.number !== number)
    .flatMap(creditFacts)
  return [...paid, ...credits]
}

function paymentText(amount: string | null, currency: string | null, reference: string | null): string {
  const text =
    amount === null ? t('activity.paid') : t('activity.paid.amount', { amount: amountText(amount, currency) })
  return [text, reference].filter(Boolean).join(' · ')
}

function creditFacts({ number, issueDate, gross, currency }: RelatedDocument): ActivityFact[] {
  if (issueDate === null) return []
  const text =
    gross === null
      ? t('activity.credited', { number })
      : t('activity.credited.amount', { number, amount: amountText(gross.replace('-', ''), currency) })
  return [{ id: `credited ${number}`, at: issueDate, text }]
}

const amountText = (amount: string, currency: string | null) =>
  [formatAmount(amount, currency), currency].filter(Boolean).join(' ')

/** That something was asked; and its last answer, if the message that holds it is not loaded. */
function requestFacts(request: CustomerRequest, messages: readonly ConversationMessage[]): ActivityFact[] {
  const { id, kind, content, own, madeBy, madeAt, answer, answeredAt, answeredBy } = request
  // An enquiry that wants the goods is an order.
  const did = kind === 'enquire' && content.wanted === 'order' ? 'order' : kind
  const requestedFact = { id, at: madeAt, text: t(`requests.did.${did}`, { who: own ? t('requests.you') : madeBy }) }
  const isLoaded = messages.some((message) => message.request === id && message.at === answeredAt)
  if (answer === null || answeredAt === null || isLoaded) return [requestedFact]
  const who = answeredBy ?? t('requests.supplier')
  return [requestedFact, { id: `${id} answer`, at: answeredAt, text: t('requests.answer', { who }) }]
}

function messageFact({ id, at, own, by, outcome }: ConversationMessage): ActivityFact {
  const who = own ? t('requests.you') : (by ?? t('conversation.supplier'))
  const changesState = outcome === 'taken' || outcome === 'closed' || outcome === 'open'
  const text = changesState
    ? t(`activity.request.${outcome}`, { who })
    : t(`conversation.did.${outcome ?? 'none'}`, { who })
  return { id, at, text }
}

const factsByType: Readonly<Partial<Record<DocumentDetail['type'], typeof decisionFacts>>> = {
  quotes: decisionFacts,
  orders: orderDeliveryFacts,
  shipments: shipmentDeliveryFacts,
  invoices: settlementFacts,
}
