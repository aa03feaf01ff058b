import { choice, date, defineDocument, text } from './definition.ts'

const fulfilments = ['not_shipped', 'partially_shipped', 'shipped', 'partially_delivered', 'delivered'] as const
const billings = ['not_invoiced', 'partially_invoiced', 'invoiced'] as const
const orderPayments = ['pending', 'partially_paid', 'paid'] as const

export const orders = defineDocument({
  type: 'orders',
  bit: 2,
  icon: 'cart',
  ublCode: '231',
  permission: 'orders.read',
  statuses: {
    received: 'info',
    confirmed: 'info',
    in_progress: 'progress',
    on_hold: 'warn',
    completed: 'good',
    cancelled: 'neutral',
    rejected: 'bad',
  },
  active: ['received', 'confirmed', 'in_progress', 'on_hold'],
  ended: ['cancelled', 'rejected'],
  needsAction: { statuses: ['on_hold'], promiseMoved: true },
  canBeLate: true,
  priced: true,
  header: {
    validUntil: date(),
    requestedDate: date(),
    promisedDate: date(),
    estimatedDate: date(),
    holdReason: text('details'),
    placedBy: text('details'),
    fulfilment: choice(fulfilments),
    billing: choice(billings),
    payment: choice(orderPayments),
  },
  list: [
    'number',
    'customerReference',
    'issueDate',
    'requestedDate',
    'promisedDate',
    'estimatedDate',
    'fulfilment',
    'billing',
    'payment',
    'lineCount',
    'currency',
    'gross',
  ],
  filters: [],
  sorts: ['issueDate', 'keyDate', 'number', 'statusChangedAt', 'gross'],
  dates: ['issueDate', 'validUntil', 'requestedDate', 'promisedDate', 'estimatedDate'],
  keyDate: 'estimatedDate',
})
