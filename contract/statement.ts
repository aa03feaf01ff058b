import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { CalendarDate } from './values/dates.ts'
import { OptionalText } from './values/nullable.ts'

/**
 * How long open amounts have been due: not yet, for so many days, or not known. `toOffset` holds amounts still open on
 * settled documents: overpaid, or credited and not yet set off elsewhere.
 */
export const ageingSteps = [
  'current',
  'days1To30',
  'days31To60',
  'days61To90',
  'over90',
  'noDueDate',
  'toOffset',
] as const
export type AgeingStep = (typeof ageingSteps)[number]

/** The balance in one currency; its ageing steps add up to it. Credit notes are subtracted. */
export const Balance = Type.Object({
  currency: Type.String(),
  balance: Type.String(),
  /** The part that is past its due date. */
  overdue: Type.String(),
  /** How much of what is open is disputed, and how much of what is overdue. */
  disputed: Type.String(),
  disputedOverdue: Type.String(),
  /** The most that the account may owe, as set by the supplier; null when not set. */
  creditLimit: OptionalText,
  /** Every step in order; steps without documents have "0". */
  ageing: Type.Array(
    Type.Object({
      step: Type.Enum(ageingSteps),
      amount: Type.String(),
      count: Type.Integer(),
      /** How much of the amount is disputed. */
      disputed: Type.String(),
      /** The due dates that the step covers, both included; null where open-ended or not applicable. */
      from: OptionalText,
      to: OptionalText,
    }),
  ),
})
export type Balance = Static<typeof Balance>

/**
 * What changed the balance: a document was issued, a payment was received (`payment`) or paid back (`refund`), or the
 * document is settled although the supplier has not sent how and when (`settlement`, on the date of the document).
 */
export const movementKinds = ['invoice', 'prepayment', 'creditNote', 'payment', 'refund', 'settlement'] as const
export type MovementKind = (typeof movementKinds)[number]

export const Movement = Type.Object({
  /** Null for a document without a date: it counts before every period. */
  date: OptionalText,
  kind: Type.Enum(movementKinds),
  /** The invoice or credit note of the movement. */
  number: Type.String(),
  customerReference: OptionalText,
  dueDate: OptionalText,
  /** Of a payment, as the supplier sent them. */
  method: OptionalText,
  reference: OptionalText,
  /**
   * Of the issue of a credit note: the invoices that it is set against and how much of each, as far as the supplier says
   * so. That moves no balance by itself.
   */
  setOff: Type.Array(Type.Object({ number: Type.String(), amount: Type.String() })),
  /** Whether the invoice is disputed today; only on the movement of its issue. */
  disputed: Type.Boolean(),
  /** Signed: positive when more is owed, negative when less is owed. */
  amount: Type.String(),
  /** The balance after the movement. */
  balance: Type.String(),
})
export type Movement = Static<typeof Movement>

/** Returns the key of the text that names a movement: a positive settlement is credit that was used up. */
export function movementTextKey({ kind, amount }: Pick<Movement, 'kind' | 'amount'>) {
  return kind === 'settlement' && !amount.startsWith('-')
    ? ('statement.kind.creditUsed' as const)
    : (`statement.kind.${kind}` as const)
}

const statementFields = {
  account: Type.Object({ number: Type.String(), name: Type.String() }),
  currency: Type.String(),
  /** First and last day, both included. */
  from: Type.String(),
  to: Type.String(),
  /** The balance before the first day; opening + charged + settled = closing. */
  opening: Type.String(),
  /** The sum of the positive movements, and of the negative ones (with sign). */
  charged: Type.String(),
  settled: Type.String(),
  closing: Type.String(),
  count: Type.Integer(),
}

/** A whole period of an account in one currency, as a printed statement shows it. */
export type Statement = Static<ReturnType<typeof Type.Object<typeof statementFields>>> & {
  movements: Movement[]
  /** The supplier's calendar date to which the balances refer. */
  today: string
  /** Today's balances, one per currency of the account. */
  balances: Balance[]
}

export const showBalances = endpoint('showBalances', 'GET', '/statement/balances', {
  access: 'viewer',
  summary: 'What the account owes today, per currency, and for how long it has been due.',
  reply: Type.Object({
    today: Type.String(),
    /** The currency that most of the latest invoices have comes first. */
    balances: Type.Array(Balance),
    /** The currencies that a statement can be asked for, in the same order; also those in which nothing is open. */
    currencies: Type.Array(Type.String()),
  }),
})

const period = {
  from: CalendarDate,
  to: CalendarDate,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
}

export const showStatement = endpoint('showStatement', 'GET', '/statement', {
  access: 'viewer',
  summary: 'What changed the balance of a period, oldest first, a page at a time, with what was owed before and after.',
  query: Type.Object({ ...period, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({
    ...statementFields,
    movements: Type.Array(Movement),
    nextCursor: OptionalText,
  }),
})

export const downloadStatement = endpoint('downloadStatement', 'GET', '/statement/csv', {
  access: 'viewer',
  summary: 'The statement of a period as CSV: every movement, with opening and closing balance.',
  query: Type.Object(period, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

/** The most movements in a printed statement; a longer period is refused with an explanation. */
export const maxPrintedMovements = 5000

export const printStatement = endpoint('printStatement', 'GET', '/statement/pdf', {
  access: 'viewer',
  summary: `The statement of a period as PDF, up to ${maxPrintedMovements} movements.`,
  query: Type.Object(
    {
      ...period,
      /** A language tag such as "en" or "pt-BR"; English when absent or unknown. */
      language: Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
    },
    { additionalProperties: false },
  ),
  gives: 'application/pdf',
  download: true,
  reply: Type.Unknown(),
})

export const setCreditLimit = endpoint('setCreditLimit', 'PUT', '/ingest/accounts/:number/creditLimit', {
  access: 'ingest',
  ofAccounts: true,
  summary: 'States the most that an account may owe in a currency, which its statement then shows; null for none.',
  params: Type.Object({ number: Type.String({ minLength: 1, maxLength: 200 }) }),
  body: Type.Object(
    {
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[0-9]{1,14}(\\.[0-9]{1,4})?$' }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ account: Type.String(), currency: Type.String(), amount: OptionalText }),
})
