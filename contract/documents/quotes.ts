import { date, defineDocument, instant, text } from './definition.ts'

export const quotes = defineDocument({
  type: 'quotes',
  permission: 'quotes.read',
  statuses: {
    requested: 'info',
    in_preparation: 'progress',
    open: 'info',
    revision_requested: 'warn',
    accepted: 'good',
    ordered: 'good',
    rejected: 'neutral',
    withdrawn: 'neutral',
    expired: 'neutral',
  },
  active: ['requested', 'in_preparation', 'open', 'revision_requested'],
  // An open quote wants an answer before it expires.
  needsAction: { statuses: ['open'], promiseMoved: false },
  canBeLate: false,
  priced: true,
  header: {
    validUntil: date(),
    requestedDate: date(),
    enquiryNumber: text('details'),
    revision: text('details'),
    supersedes: text('details'),
    sentAt: instant('details'),
    acceptedAt: instant('details'),
    acceptedBy: text('details'),
    rejectedAt: instant('details'),
    rejectionReason: text('details'),
  },
  list: ['number', 'customerReference', 'issueDate', 'validUntil', 'lineCount', 'currency', 'gross'],
  filters: [],
  sorts: ['issueDate', 'keyDate', 'number', 'statusChangedAt', 'gross'],
  keyDate: 'validUntil',
})
