import type { DocumentChange } from '../../contract/documents/activity.ts'
import type { DocumentDetail, Related } from '../../contract/documents/endpoints.ts'
import type { CustomerRequest } from '../../contract/requests.ts'
import { formatAmount, isCalendarDate, localDate } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { textOf } from './fields.ts'

/** Something that a document itself dates, or that was said about it; `at` is a moment or a calendar date. */
export type Fact = { id: string; at: string; text: string; repeats?: (change: Change) => boolean }
type Change = DocumentChange['changes'][number]

/**
 * What happened to a document beside its changes: its acceptance, payments and delivery as its own fields tell them, what
 * came of its chain, and what was asked and answered.
 */
export function factsOf(detail: DocumentDetail, requests: readonly CustomerRequest[]): Fact[] {
  const facts = { quotes: decision, orders: deliveries, shipments: delivery, invoices: settlements }[detail.type]
  return [...facts(detail, requests), ...requests.flatMap(conversation)]
}

/** Without the facts that a change of the same day tells as well. */
export function withoutRepeated(facts: readonly Fact[], changes: readonly DocumentChange[]): Fact[] {
  return facts.filter(
    ({ at, repeats }) =>
      !repeats || !changes.some((one) => dayOf(one.at) === dayOf(at) && one.changes.some((change) => repeats(change))),
  )
}

/** The reader's calendar date of a moment; a date stays as it is. */
export function dayOf(at: string): string {
  return isCalendarDate(at) ? at : localDate(new Date(at))
}

function decision({ header }: DocumentDetail, requests: readonly CustomerRequest[]): Fact[] {
  const made = (kind: CustomerRequest['kind']) =>
    requests.some((request) => request.kind === kind && request.state !== 'withdrawn')
  const [accepted, by] = [textOf(header.acceptedAt), textOf(header.acceptedBy)]
  const [rejected, reason] = [textOf(header.rejectedAt), textOf(header.rejectionReason)]
  const becomes = (status: string) => (change: Change) => change.field === 'status' && change.new === status
  return [
    ...(accepted && !made('accept')
      ? [
          {
            id: 'accepted',
            at: accepted,
            text: by ? t('activity.accepted.by', { who: by }) : t('activity.accepted'),
            repeats: becomes('accepted'),
          },
        ]
      : []),
    ...(rejected && !made('reject')
      ? [
          {
            id: 'rejected',
            at: rejected,
            text: reason ? t('activity.rejected.because', { reason }) : t('activity.rejected'),
            repeats: becomes('rejected'),
          },
        ]
      : []),
  ]
}

function deliveries({ chain }: DocumentDetail): Fact[] {
  return chain.flatMap(({ type, number, status, keyDate }) =>
    type === 'shipments' && status === 'delivered' && keyDate !== null
      ? [{ id: `delivered ${number}`, at: keyDate, text: t('activity.delivered.shipment', { number }) }]
      : [],
  )
}

function delivery({ header }: DocumentDetail): Fact[] {
  const at = textOf(header.deliveredAt) ?? textOf(header.deliveredDate)
  if (at === null) return []
  const name = textOf(header.signedBy)
  return [
    {
      id: 'delivered',
      at,
      text: name ? t('activity.delivered.signed', { name }) : t('activity.delivered'),
      repeats: ({ field, new: now }) => field === 'deliveredDate' || (field === 'status' && now === 'delivered'),
    },
  ]
}

function settlements({ header, payments, chain, number }: DocumentDetail): Fact[] {
  const currency = textOf(header.currency)
  const paid = payments.flatMap(({ date, amount, reference }, position) =>
    date === null ? [] : [{ id: `paid ${position}`, at: date, text: paymentText(amount, currency, reference) }],
  )
  const credits = chain.filter((one) => one.invoiceKind === '381' && one.number !== number).flatMap(creditOf)
  return [...paid, ...credits]
}

function paymentText(amount: string | null, currency: string | null, reference: string | null): string {
  const text =
    amount === null ? t('activity.paid') : t('activity.paid.amount', { amount: amountText(amount, currency) })
  return [text, reference].filter(Boolean).join(' · ')
}

function creditOf({ number, issueDate, gross, currency }: Related): Fact[] {
  if (issueDate === null) return []
  const text =
    gross === null
      ? t('activity.credited', { number })
      : t('activity.credited.amount', { number, amount: amountText(gross.replace('-', ''), currency) })
  return [{ id: `credited ${number}`, at: issueDate, text }]
}

const amountText = (amount: string, currency: string | null) =>
  [formatAmount(amount, currency), currency].filter(Boolean).join(' ')

function conversation({ id, kind, madeAt, madeBy, own, answer, answeredAt, answeredBy }: CustomerRequest): Fact[] {
  const asked = { id, at: madeAt, text: t(`requests.did.${kind}`, { who: own ? t('requests.you') : madeBy }) }
  if (answer === null || answeredAt === null) return [asked]
  const who = answeredBy ?? t('requests.supplier')
  return [asked, { id: `${id} answer`, at: answeredAt, text: t('requests.answer', { who }) }]
}
