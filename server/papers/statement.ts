import type { Statement } from '#contract/statement.ts'
import { type Branding, commonContent } from './branding.ts'
import type { Cell, PaperContent, Table } from './content.ts'
import type { PaperLocale } from './locale.ts'

/** The content of an account statement's paper; `now` is the moment of its data. */
export function statementContent(
  statement: Statement,
  now: Date,
  locale: PaperLocale,
  branding: Branding,
): PaperContent {
  const { say } = locale
  const { account, currency } = statement
  const kind = say('paper.statement')
  const range = say('paper.statement.range', { from: locale.date(statement.from), to: locale.date(statement.to) })
  return {
    // To the minute, so that a repeated request gets the same paper and etag.
    ...commonContent(branding, locale, null, `${now.toISOString().slice(0, 16)}:00Z`),
    title: `${kind} ${account.number} ${currency} ${statement.from} – ${statement.to}`,
    kind,
    number: account.number,
    state: null,
    facts: [
      { label: say('paper.statement.period'), value: range },
      { label: say('paper.statement.opening'), value: locale.money(statement.opening, currency), number: true },
      { label: say('paper.statement.charged'), value: locale.money(statement.charged, currency), number: true },
      { label: say('paper.statement.settled'), value: locale.money(statement.settled, currency), number: true },
    ],
    parties: [{ title: say('paper.party.customer'), name: account.name, lines: [] }],
    contact: null,
    lead: statement.movements.length === 0 ? say('paper.statement.none') : null,
    lines: movementsOf(statement, locale),
    sums: [{ label: say('paper.statement.closing'), value: locale.money(statement.closing, currency), strong: true }],
    remarks: [],
    pay: null,
    tables: statement.balances.length === 0 ? [] : [ageingOf(statement, locale)],
    texts: [],
  }
}

function movementsOf(statement: Statement, locale: PaperLocale): Table {
  const { say } = locale
  const { currency } = statement
  const numberCell = (value: string | null): Cell => ({ number: value ?? '' })
  const amountCell = (value: string): Cell => ({ number: locale.amount(value, currency) })
  const opening: Cell[] = [
    numberCell(locale.date(statement.from)),
    { main: say('paper.statement.opening'), small: [] },
    '',
    '',
    '',
    amountCell(statement.opening),
  ]
  return {
    title: say('paper.statement.movements', { currency }),
    columns: [
      { label: say('paper.fact.date'), align: 'start' },
      { label: say('paper.statement.document'), align: 'start', wide: true },
      { label: say('paper.statement.due'), align: 'start' },
      { label: say('paper.statement.debit'), align: 'end' },
      { label: say('paper.statement.credit'), align: 'end' },
      { label: say('paper.statement.balance'), align: 'end' },
    ],
    rows: [
      opening,
      ...statement.movements.map((movement) => {
        const isCredit = movement.amount.startsWith('-')
        const small = [
          movement.customerReference,
          [movement.method, movement.reference].filter(Boolean).join(' · '),
          movement.setOff.length > 0 &&
            say('paper.statement.setOff', { invoices: movement.setOff.map(({ number }) => number).join(', ') }),
          movement.disputed && say('due.disputed'),
        ]
        return [
          numberCell(movement.date === null ? null : locale.date(movement.date)),
          {
            main: `${say(`paper.statement.kind.${movement.kind}`)} ${movement.number}`,
            small: small.filter((text): text is string => Boolean(text)),
          },
          numberCell(movement.dueDate === null ? null : locale.date(movement.dueDate)),
          isCredit ? '' : amountCell(movement.amount),
          isCredit ? amountCell(movement.amount.slice(1)) : '',
          amountCell(movement.balance),
        ]
      }),
    ],
  }
}

/** One row per currency, one column per ageing step; steps without any amount are left out. */
function ageingOf({ balances, today }: Statement, locale: PaperLocale): Table {
  const { say } = locale
  const usedSteps = [
    ...new Set(
      balances.flatMap(({ ageing }) => ageing.filter((one) => /[1-9]/.test(one.amount)).map((one) => one.step)),
    ),
  ]
  const anyDisputed = balances.some(({ disputed }) => /[1-9]/.test(disputed))
  const orderedSteps = (balances[0]?.ageing ?? [])
    .map((bucket) => bucket.step)
    .filter((step) => usedSteps.includes(step))
  return {
    title: say('paper.statement.ageing', { date: locale.date(today) }),
    columns: [
      { label: say('paper.statement.currency'), align: 'start', wide: true },
      ...orderedSteps.map((step) => ({ label: say(`paper.statement.${step}`), align: 'end' as const })),
      { label: say('paper.statement.balance'), align: 'end' },
      ...(anyDisputed ? [{ label: say('due.disputed'), align: 'end' as const }] : []),
    ],
    rows: balances.map(({ currency, balance, ageing, disputed }) => [
      currency,
      ...orderedSteps.map((step): Cell => {
        const bucket = ageing.find((entry) => entry.step === step)
        return { number: locale.amount(bucket?.amount ?? '0', currency) }
      }),
      { number: locale.amount(balance, currency) },
      ...(anyDisputed ? [{ number: locale.amount(disputed, currency) }] : []),
    ]),
  }
}
