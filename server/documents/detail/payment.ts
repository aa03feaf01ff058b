import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { bankAccountOf, type Payee } from '#contract/payments/bank-account.ts'
import { paymentLink } from '#contract/payments/payment-link.ts'
import { maxTransferCodeBytes, transferCode } from '#contract/payments/transfer-code.ts'
import { minorUnits } from '#contract/values/minor-units.ts'

export type PaymentDeps = {
  /** The operator's template for addresses of a payment provider. */
  paymentLink: string | undefined
  payee: () => Payee
}

type Payment = Pick<DocumentDetail, 'paymentLink' | 'payTo' | 'transferCode'>

const nothingToPay: Payment = { paymentLink: null, payTo: null, transferCode: null }

/**
 * How an open invoice is paid: by the operator's link, to an account, and by a code for banking apps over what is due; all null
 * when nothing is to be paid, or when the viewer may not see what. A disputed invoice keeps its link: its undisputed part may
 * be paid.
 */
export function paymentOf(deps: PaymentDeps, { type, number, status, header }: DocumentDetail): Payment {
  const { open, currency, invoiceKind } = header
  const isOpen = type === 'invoices' && ['open', 'partially_paid', 'overdue'].includes(status) && invoiceKind !== '381'
  if (!isOpen || typeof open !== 'string' || typeof currency !== 'string' || compare(open, '0') <= 0)
    return nothingToPay
  const reference = textOf(header.paymentReference) ?? number
  const account = bankAccountOf(textOf(header.bankAccount), deps.payee())
  const amount = fromMillionths(toMillionths(open), minorUnits(currency))
  const disputed = header.disputed === true ? (textOf(header.disputedAmount) ?? open) : '0'
  const due = fromMillionths(toMillionths(open) - toMillionths(disputed))
  const code = account && transferCode({ account, currency, amount: due, reference })
  return {
    paymentLink: deps.paymentLink ? paymentLink(deps.paymentLink, { number, reference, amount, currency }) : null,
    payTo: account,
    transferCode: code !== null && Buffer.byteLength(code) <= maxTransferCodeBytes ? code : null,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
