import type { Statement } from '../../contract/statement.ts'
import type { Cell, Content, Table } from './content.ts'
import { commonOf, type House } from './house.ts'
import type { Words } from './words.ts'

/** An account's statement as its paper shows it; it is as fresh as the moment `now` at which it was put together. */
export function statementContent(statement: Statement, now: Date, words: Words, house: House): Content {
  const { say } = words
  const { account, currency } = statement
  const kind = say('paper.statement')
  const range = say('paper.statement.range', { from: words.date(statement.from), to: words.date(statement.to) })
  return {
    // To the minute: asked for again at once, it is the same paper.
    ...commonOf(house, words, null, `${now.toISOString().slice(0, 16)}:00Z`),
    title: `${kind} ${account.number} ${currency} ${statement.from} – ${statement.to}`,
    kind,
    number: account.number,
    state: null,
    facts: [
      { label: say('paper.statement.period'), value: range },
      { label: say('paper.statement.opening'), value: words.money(statement.opening, currency), number: true },
      { label: say('paper.statement.charged'), value: words.money(statement.charged, currency), number: true },
      { label: say('paper.statement.settled'), value: words.money(statement.settled, currency), number: true },
    ],
    parties: [{ title: say('paper.party.customer'), name: account.name, lines: [] }],
    contact: null,
    lead: statement.movements.length === 0 ? say('paper.statement.none') : null,
    lines: movementsOf(statement, words),
    sums: [{ label: say('paper.statement.closing'), value: words.money(statement.closing, currency), strong: true }],
    remarks: [],
    pay: null,
    tables: statement.balances.length === 0 ? [] : [ageingOf(statement, words)],
    texts: [],
  }
}

function movementsOf(statement: Statement, words: Words): Table {
  const { say } = words
  const { currency } = statement
  const number = (value: string | null): Cell => ({ number: value ?? '' })
  const amount = (value: string): Cell => ({ number: words.amount(value, currency) })
  const opening: Cell[] = [
    number(words.date(statement.from)),
    { main: say('paper.statement.opening'), small: [] },
    '',
    '',
    '',
    amount(statement.opening),
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
      ...statement.movements.map((one) => {
        const less = one.amount.startsWith('-')
        const small = [one.customerReference, [one.method, one.reference].filter(Boolean).join(' · ')]
        return [
          number(one.date === null ? null : words.date(one.date)),
          {
            main: `${say(`paper.statement.kind.${one.kind}`)} ${one.number}`,
            small: small.filter((text): text is string => Boolean(text)),
          },
          number(one.dueDate === null ? null : words.date(one.dueDate)),
          less ? '' : amount(one.amount),
          less ? amount(one.amount.slice(1)) : '',
          amount(one.balance),
        ]
      }),
    ],
  }
}

/** One row a currency, one column an age; ages that no currency has anything in are left out. */
function ageingOf({ balances, today }: Statement, words: Words): Table {
  const { say } = words
  const steps = [
    ...new Set(
      balances.flatMap(({ ageing }) => ageing.filter((one) => /[1-9]/.test(one.amount)).map((one) => one.step)),
    ),
  ]
  const inOrder = (balances[0]?.ageing ?? []).map((one) => one.step).filter((step) => steps.includes(step))
  return {
    title: say('paper.statement.ageing', { date: words.date(today) }),
    columns: [
      { label: say('paper.statement.currency'), align: 'start', wide: true },
      ...inOrder.map((step) => ({ label: say(`paper.statement.${step}`), align: 'end' as const })),
      { label: say('paper.statement.balance'), align: 'end' },
    ],
    rows: balances.map(({ currency, balance, ageing }) => [
      currency,
      ...inOrder.map((step): Cell => {
        const found = ageing.find((one) => one.step === step)
        return { number: words.amount(found?.amount ?? '0', currency) }
      }),
      { number: words.amount(balance, currency) },
    ]),
  }
}
