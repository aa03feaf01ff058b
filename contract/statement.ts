import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { CalendarDate, OptionalText } from './values.ts'

/**
 * How long what is owed has been due: not yet, for so many days, or it cannot be told. `toOffset` holds what stands
 * open on documents that are settled: paid too much, or credited and not yet taken off elsewhere.
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

/** What is owed in one currency; the steps of its ageing add up to the balance. Credit notes take away. */
export const Balance = Type.Object({
  currency: Type.String(),
  balance: Type.String(),
  /** The part whose due date has passed. */
  overdue: Type.String(),
  /** The most that may be owed, as the supplier says; null when it says nothing. */
  creditLimit: OptionalText,
  /** Every step in order; those without documents with "0". */
  ageing: Type.Array(
    Type.Object({
      step: Type.Enum(ageingSteps),
      amount: Type.String(),
      count: Type.Integer(),
      /** The due dates that the step takes in, both included; null without an end, or without dates. */
      from: OptionalText,
      to: OptionalText,
    }),
  ),
})
export type Balance = Static<typeof Balance>

/**
 * What changed the balance: a document was issued, money came in (`payment`) or was paid back (`refund`), or the document
 * is settled without the supplier having told how and when (`settlement`, on the day of the document).
 */
export const movementKinds = ['invoice', 'prepayment', 'creditNote', 'payment', 'refund', 'settlement'] as const
export type MovementKind = (typeof movementKinds)[number]

export const Movement = Type.Object({
  /** Null for a document without a date: it counts before every period. */
  date: OptionalText,
  kind: Type.Enum(movementKinds),
  /** The invoice or credit note that it belongs to. */
  number: Type.String(),
  customerReference: OptionalText,
  dueDate: OptionalText,
  /** Of a payment, as the supplier told them. */
  method: OptionalText,
  reference: OptionalText,
  /** With sign: what is owed more is positive, what is owed less negative. */
  amount: Type.String(),
  /** What is owed after it. */
  balance: Type.String(),
})
export type Movement = Static<typeof Movement>

/** The text that names a movement: a settlement that is owed more is credit that was used up. */
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
  /** What was owed before the first day; opening + charged + settled = closing. */
  opening: Type.String(),
  /** The sum of the positive movements, and of the negative ones (with sign). */
  charged: Type.String(),
  settled: Type.String(),
  closing: Type.String(),
  count: Type.Integer(),
}

/** A period of an account in one currency, whole: what a printed statement shows. */
export type Statement = Static<ReturnType<typeof Type.Object<typeof statementFields>>> & {
  movements: Movement[]
  /** The supplier's calendar date, as of which the balances hold. */
  today: string
  /** What is owed today, per currency of the account. */
  balances: Balance[]
}

export const showBalances = endpoint('showBalances', 'GET', '/statement/balances', {
  access: 'viewer',
  summary: 'What the account owes today, per currency, and for how long it has been due.',
  reply: Type.Object({ today: Type.String(), balances: Type.Array(Balance) }),
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

/** The most movements that a printed statement holds; a longer period is refused with a sentence. */
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
