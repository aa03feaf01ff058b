import type { Tone } from '../documents/definition.ts'
import type { DocumentType } from '../values.ts'

/*
 * What stands first on the page of a document: its state in a sentence, why it is so, and what comes next. By type,
 * status and facts; the first rule that holds counts, and the last of a status always holds. The sentences are the texts
 * `answer.{type}.{name}` and, of a rule with `next`, `answer.{type}.{name}.next`.
 */

/** What decides, besides type and status. */
export type AnswerFacts = {
  /** As it is shown. */
  status: string
  today: string
  /** The day of the next step: until when a quote is valid, goods come, an invoice is due; of what is over, when it was. */
  date: string | null
  /** Somebody of the account has answered what the document waits for. */
  acted: boolean
  /** The promised date has moved and nobody of the account has said anything about it. */
  promiseMoved: boolean
  /** Of an order or invoice: whether anything is left to ship or to pay. */
  nothingOpen: boolean
  /** All goods of an order were delivered. */
  delivered: boolean
  /** Part of an order will not come. */
  short: boolean
  creditNote: boolean
  disputed: 'no' | 'partly' | 'wholly'
  /** Until when payment was promised. */
  promisedPayment: string | null
  /** The day of the carrier's last report. */
  lastReport: string | null
}

const daysOf = (date: string) => Date.parse(date) / 86_400_000
/** Days without a report of the carrier after which goods under way are asked for. */
const quietDays = 3

/** Whether the carrier of goods under way has reported nothing for more than three days. */
export const isQuiet = ({ lastReport, today }: Pick<AnswerFacts, 'lastReport' | 'today'>): boolean =>
  lastReport !== null && daysOf(today) - daysOf(lastReport) > quietDays

const conditions = {
  dated: ({ date }: AnswerFacts) => date !== null,
  today: ({ date, today }: AnswerFacts) => date === today,
  overdue: ({ date, today }: AnswerFacts) => date !== null && date < today,
  quiet: isQuiet,
  acted: ({ acted }: AnswerFacts) => acted,
  moved: ({ promiseMoved, date, today }: AnswerFacts) => promiseMoved && date !== null && date >= today,
  nothingOpen: ({ nothingOpen }: AnswerFacts) => nothingOpen,
  delivered: ({ delivered }: AnswerFacts) => delivered,
  short: ({ short }: AnswerFacts) => short,
  creditNote: ({ creditNote }: AnswerFacts) => creditNote,
  disputed: ({ disputed }: AnswerFacts) => disputed === 'wholly',
  promised: ({ promisedPayment, today }: AnswerFacts) => promisedPayment !== null && promisedPayment >= today,
} as const satisfies Record<string, (facts: AnswerFacts) => boolean>
export type Condition = keyof typeof conditions

/** Which of the document's facts says why: the carrier's last report, a reason that was given, how many lines are left. */
export type Why = 'report' | 'holdReason' | 'rejectionReason' | 'openLines' | 'dispute'

export type AnswerRule = {
  name: string
  statuses: readonly string[]
  when?: Condition
  tone: Tone
  why?: Why
  /** There is a sentence of what comes next: for `everybody`, or for those who can do it (`doer`). */
  next?: 'everybody' | 'doer'
}

const active = ['received', 'confirmed', 'in_progress']
const prepared = ['planned', 'packed', 'label_created']
const moving = ['picked_up', 'in_transit']
const unpaid = ['open', 'partially_paid', 'overdue']

/** The rules of each type, in the order in which they are tried; the page of a type without rules begins with its facts. */
export const answerRules: Readonly<Partial<Record<DocumentType, readonly AnswerRule[]>>> = {
  quotes: [
    { name: 'preparing', statuses: ['requested', 'in_preparation'], tone: 'info' },
    { name: 'answered', statuses: ['open'], when: 'acted', tone: 'info' },
    { name: 'lastDay', statuses: ['open'], when: 'today', tone: 'warn' },
    { name: 'open', statuses: ['open'], when: 'dated', tone: 'info' },
    { name: 'openUndated', statuses: ['open'], tone: 'info' },
    { name: 'revision', statuses: ['revision_requested'], tone: 'info' },
    { name: 'accepted', statuses: ['accepted'], tone: 'good' },
    { name: 'ordered', statuses: ['ordered'], tone: 'good' },
    { name: 'rejected', statuses: ['rejected'], tone: 'neutral', why: 'rejectionReason' },
    { name: 'withdrawn', statuses: ['withdrawn'], tone: 'neutral' },
    { name: 'expired', statuses: ['expired'], when: 'dated', tone: 'neutral', next: 'doer' },
    { name: 'expiredUndated', statuses: ['expired'], tone: 'neutral' },
  ],
  orders: [
    { name: 'heldAnswered', statuses: ['on_hold'], when: 'acted', tone: 'warn', why: 'holdReason' },
    { name: 'held', statuses: ['on_hold'], tone: 'warn', why: 'holdReason', next: 'doer' },
    { name: 'rejected', statuses: ['rejected'], tone: 'bad', why: 'rejectionReason' },
    { name: 'cancelled', statuses: ['cancelled'], tone: 'neutral' },
    { name: 'short', statuses: ['completed'], when: 'short', tone: 'neutral', next: 'everybody' },
    { name: 'delivered', statuses: ['completed', ...active], when: 'delivered', tone: 'good' },
    { name: 'completed', statuses: ['completed'], tone: 'good' },
    { name: 'moved', statuses: active, when: 'moved', tone: 'warn', why: 'openLines', next: 'doer' },
    { name: 'overdue', statuses: active, when: 'overdue', tone: 'bad', why: 'openLines', next: 'everybody' },
    { name: 'shipped', statuses: active, when: 'nothingOpen', tone: 'progress' },
    { name: 'dated', statuses: active, when: 'dated', tone: 'progress', why: 'openLines' },
    { name: 'unconfirmed', statuses: ['received'], tone: 'info' },
    { name: 'undated', statuses: active, tone: 'info', why: 'openLines' },
  ],
  shipments: [
    { name: 'failed', statuses: ['delivery_failed'], tone: 'bad', why: 'report', next: 'doer' },
    { name: 'held', statuses: ['on_hold'], tone: 'warn', why: 'report', next: 'doer' },
    { name: 'pickup', statuses: ['ready_for_pickup'], tone: 'warn', why: 'report', next: 'doer' },
    { name: 'partly', statuses: ['partially_delivered'], tone: 'warn', why: 'report', next: 'doer' },
    { name: 'delivered', statuses: ['delivered'], when: 'dated', tone: 'good', why: 'report' },
    { name: 'deliveredUndated', statuses: ['delivered'], tone: 'good', why: 'report' },
    { name: 'returned', statuses: ['returned'], tone: 'neutral', why: 'report' },
    { name: 'lost', statuses: ['lost_or_damaged'], tone: 'bad', why: 'report', next: 'doer' },
    { name: 'cancelled', statuses: ['cancelled'], tone: 'neutral' },
    { name: 'silent', statuses: ['unknown'], tone: 'warn', why: 'report', next: 'doer' },
    { name: 'notLeft', statuses: prepared, when: 'overdue', tone: 'bad', why: 'report', next: 'everybody' },
    { name: 'prepared', statuses: prepared, when: 'dated', tone: 'info', why: 'report' },
    { name: 'preparedUndated', statuses: prepared, tone: 'info', why: 'report' },
    {
      name: 'overdue',
      statuses: [...moving, 'customs', 'out_for_delivery'],
      when: 'overdue',
      tone: 'bad',
      why: 'report',
      next: 'doer',
    },
    { name: 'customs', statuses: ['customs'], when: 'dated', tone: 'progress', why: 'report' },
    { name: 'customsUndated', statuses: ['customs'], tone: 'progress', why: 'report' },
    { name: 'outToday', statuses: ['out_for_delivery'], when: 'today', tone: 'progress', why: 'report' },
    { name: 'out', statuses: ['out_for_delivery'], tone: 'progress', why: 'report' },
    { name: 'quiet', statuses: moving, when: 'quiet', tone: 'warn', why: 'report', next: 'doer' },
    { name: 'today', statuses: moving, when: 'today', tone: 'progress', why: 'report' },
    { name: 'coming', statuses: moving, when: 'dated', tone: 'progress', why: 'report' },
    { name: 'underWay', statuses: moving, tone: 'progress', why: 'report' },
  ],
  invoices: [
    { name: 'cancelled', statuses: ['cancelled'], tone: 'neutral' },
    { name: 'creditSettled', statuses: ['settled', 'paid', 'credited'], when: 'creditNote', tone: 'neutral' },
    { name: 'credit', statuses: ['credit'], tone: 'good', next: 'everybody' },
    { name: 'credit', statuses: unpaid, when: 'creditNote', tone: 'good', next: 'everybody' },
    { name: 'paid', statuses: ['paid'], when: 'dated', tone: 'good' },
    { name: 'paidUndated', statuses: ['paid'], tone: 'good' },
    { name: 'credited', statuses: ['credited'], tone: 'neutral' },
    { name: 'settled', statuses: ['settled'], tone: 'neutral' },
    { name: 'settled', statuses: unpaid, when: 'nothingOpen', tone: 'good' },
    { name: 'disputed', statuses: unpaid, when: 'disputed', tone: 'warn' },
    { name: 'promised', statuses: unpaid, when: 'promised', tone: 'info' },
    { name: 'overdue', statuses: unpaid, when: 'overdue', tone: 'bad', why: 'dispute', next: 'doer' },
    { name: 'today', statuses: unpaid, when: 'today', tone: 'warn', why: 'dispute' },
    { name: 'partlyPaid', statuses: ['partially_paid'], when: 'dated', tone: 'info', why: 'dispute' },
    { name: 'due', statuses: unpaid, when: 'dated', tone: 'info', why: 'dispute' },
    { name: 'undated', statuses: unpaid, tone: 'info', why: 'dispute' },
  ],
}

/** The rule that holds for a document; undefined for a status that the portal does not know. */
export function answerOf(type: DocumentType, facts: AnswerFacts): AnswerRule | undefined {
  return answerRules[type]?.find(
    ({ statuses, when }) => statuses.includes(facts.status) && (when === undefined || conditions[when](facts)),
  )
}
