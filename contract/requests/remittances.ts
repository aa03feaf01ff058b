import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { BankAccountReply } from '../payments/bank-account-reply.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { maxRemittedInvoices } from './rules.ts'

/** An invoice or credit note with an open amount, as a remittance advice needs it. */
const PayableInvoice = Type.Object({
  number: Type.String(),
  currency: Type.String(),
  /** Negative for a credit note. */
  open: Type.String(),
  dueDate: OptionalText,
  /** How much of it is disputed; null without a dispute. */
  disputedAmount: OptionalText,
  /** How much of it remittance advices settle that the supplier has neither answered nor booked; null without one. */
  advisedAmount: OptionalText,
  /** The terms of paying early, such as "2 % (2026-04-03)". */
  earlyPayment: OptionalText,
  /** What the supplier wants to read on the transfer; the number when it named nothing. */
  reference: Type.String(),
  /** The account to pay to: the invoice's own, else the supplier's. */
  account: nullable(BankAccountReply),
})
export type PayableInvoice = Static<typeof PayableInvoice>

export const listPayable = endpoint('listPayable', 'POST', '/remittances/payable', {
  access: 'viewer',
  reads: true,
  summary:
    'What is open on chosen invoices and credit notes, and where it is paid to; those with nothing open are left out.',
  body: Type.Object(
    {
      numbers: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: maxRemittedInvoices,
      }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ invoices: Type.Array(PayableInvoice) }),
})
