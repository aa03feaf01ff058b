import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'

const settledStatuses = ['paid', 'credited', 'credit', 'settled', 'cancelled']

/** Whether part of an invoice is still to be paid: its page then begins with how to pay. */
export function isPayable({ type, status, header }: DocumentDetail): boolean {
  if (type !== 'invoices') return false
  const open = textOrNull(header.open)
  return !settledStatuses.includes(status) && header.invoiceKind !== '381' && (open === null || compare(open, '0') > 0)
}
