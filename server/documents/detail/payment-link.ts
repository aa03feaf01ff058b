import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { paymentLink } from '#contract/payments/payment-link.ts'
import { minorUnits } from '#contract/values/minor-units.ts'

/**
 * Where an open invoice is paid by the operator's template; null when nothing is to be paid, or when the viewer may not
 * see what. A disputed invoice keeps its link: its undisputed part may be paid.
 */
export function paymentLinkOf(template: string | undefined, { type, number, status, header }: DocumentDetail) {
  const { open, currency, invoiceKind, paymentReference } = header
  const isOpen = type === 'invoices' && ['open', 'partially_paid', 'overdue'].includes(status) && invoiceKind !== '381'
  if (template === undefined || !isOpen || typeof open !== 'string' || typeof currency !== 'string') return null
  if (compare(open, '0') <= 0) return null
  const amount = fromMillionths(toMillionths(open), minorUnits(currency))
  const reference = typeof paymentReference === 'string' ? paymentReference : number
  return paymentLink(template, { number, reference, amount, currency })
}
