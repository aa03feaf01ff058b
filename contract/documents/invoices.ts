import { choice, date, defineDocument, flag, money, text } from './definition.ts'

/** UN/CEFACT 1001: 380 invoice, 381 credit note, 386 prepayment invoice. */
const invoiceKinds = ['380', '381', '386'] as const

export const invoices = defineDocument({
  type: 'invoices',
  bit: 8,
  icon: 'receipt',
  ublCode: '380',
  permission: 'invoices.read',
  statuses: {
    open: 'info',
    partially_paid: 'progress',
    overdue: 'bad',
    paid: 'good',
    credited: 'neutral',
    // Of credit notes: `credit` still has an open amount, `settled` is used up.
    credit: 'good',
    settled: 'neutral',
    cancelled: 'neutral',
  },
  active: ['open', 'partially_paid', 'overdue'],
  ended: [],
  byDate: { overdue: ['open', 'partially_paid'] },
  needsAction: { statuses: ['overdue'], promiseMoved: false },
  // An invoice past its due date has the status overdue instead.
  canBeLate: false,
  canBeDisputed: true,
  priced: true,
  header: {
    invoiceKind: choice(invoiceKinds),
    deliveredDate: date(),
    dueDate: date(),
    paid: money(),
    open: money(),
    /** Whether a dispute waits for the supplier's decision, and how much of the open amount it concerns. */
    disputed: flag(),
    disputedAmount: money(),
    /** The day for which the customer promised to pay. */
    promisedPayment: date(),
    paymentReference: text('details'),
    bankAccount: text('details'),
    earlyPayment: text('details'),
  },
  list: [
    'number',
    'customerReference',
    'invoiceKind',
    'issueDate',
    'dueDate',
    'lineCount',
    'currency',
    'gross',
    'open',
    'disputed',
    'disputedAmount',
    'promisedPayment',
  ],
  filters: ['invoiceKind'],
  sorts: ['issueDate', 'keyDate', 'number', 'statusChangedAt', 'gross', 'open'],
  dates: ['issueDate', 'deliveredDate', 'dueDate'],
  keyDate: 'dueDate',
})
