import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import type { Balance, Movement } from '#contract/statement.ts'
import { isLong } from '#database/testing/long-form.ts'
import { testPortal } from '../testing/portal.ts'
import { addDays, ageingStepOf, balancesOf, closingOf, dueDateRanges, withBalances } from './ledger.ts'

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
let token: string
let account = 0

type Page = {
  opening: string
  closing: string
  charged: string
  settled: string
  count: number
  movements: Movement[]
  nextCursor: string | null
}
const period = (from: string, to: string, currency = 'EUR') => `from=${from}&to=${to}&currency=${currency}`
const page = async (query: string, as = token) => {
  const { status, body } = await portal.get(`/statement?${query}`, as)
  expect(status).toBe(200)
  return body as Page
}
const owed = async (as = token) => (await portal.get('/statement/balances', as)).body as { balances: Balance[] }
const stepsOf = (balance: Balance | undefined) =>
  Object.fromEntries((balance?.ageing ?? []).filter(({ count }) => count > 0).map(({ step, amount }) => [step, amount]))

const bill = (number: string, overrides: Partial<IngestDocument>): IngestDocument => ({
  ...{ type: 'invoices', account: 'S-1', currency: 'EUR', number },
  ...overrides,
})

beforeAll(async () => {
  const report = await portal.ingest(
    bill('I-1', {
      issueDate: '2026-01-10',
      dueDate: '2026-02-09',
      totals: { gross: '100.00' },
      payments: [{ date: '2026-02-01', amount: '40.00', method: 'Transfer', reference: '=T-1' }],
    }),
    bill('I-2', { issueDate: '2026-02-20', dueDate: '2026-03-20', totals: { gross: '50.50' } }),
    bill('C-1', { issueDate: '2026-02-25', dueDate: '2026-02-25', invoiceKind: '381', totals: { gross: '10.00' } }),
    bill('I-3', { issueDate: '2025-11-01', dueDate: '2025-12-01', status: 'paid', totals: { gross: '7.00' } }),
    bill('I-4', { issueDate: '2026-03-01', totals: { gross: '1.00' } }),
    bill('I-5', { issueDate: '2026-03-02', totals: { gross: '5.00', paid: '6.00', open: '-1.00' } }),
    bill('I-6', { issueDate: '2026-03-02', status: 'cancelled', totals: { gross: '900.00' } }),
    bill('U-1', { issueDate: '2026-02-02', currency: 'USD', dueDate: '2026-03-03', totals: { gross: '70.00' } }),
    bill('N-1', { totals: { gross: '3.00' }, dueDate: '2026-03-10' }),
  )
  expect(report.errors).toEqual([])
  token = await portal.signIn('books@s.example', 'S-1', 'finance')
})

describe('what an account owes', () => {
  test('is told per currency and by how long it has been due, credit notes taken off', async () => {
    const { balances } = await owed()
    expect(balances.map(({ currency, balance, overdue }) => [currency, balance, overdue])).toEqual([
      ['EUR', '103.5', '60'],
      ['USD', '70', '70'],
    ])
    expect(stepsOf(balances[0])).toEqual({ current: '53.5', days1To30: '60', noDueDate: '1', toOffset: '-11' })
    expect(balances[0]?.ageing.find(({ step }) => step === 'days1To30')).toMatchObject({
      from: '2026-02-08',
      to: '2026-03-09',
      count: 1,
    })
  })

  test('is the same sum as the list of open invoices shows', async () => {
    const { body } = await portal.get('/documents/invoices?status=open,partially_paid,overdue', token)
    const rows = (body as { rows: { currency: string; open: string; invoiceKind: string }[] }).rows
    const open = rows
      .filter((row) => row.currency === 'EUR')
      .map((row) => (row.invoiceKind === '381' ? `-${row.open}` : row.open))
    const { balances } = await owed()
    const shown = balances[0]?.ageing.filter(({ step }) => step !== 'toOffset').map(({ amount }) => amount) ?? []
    expect(compare(sum(shown), sum(open))).toBe(0)
  })

  test('counts in each step of its ageing the invoices to which the step leads, and adds up what they leave to pay', async () => {
    const { balances } = await owed()
    let compared = 0
    for (const { currency, ageing } of balances) {
      for (const { step, amount, count, from, to } of ageing) {
        if (step === 'noDueDate' || step === 'toOffset') continue
        const days = Object.entries({ from, to }).flatMap(([name, day]) => (day === null ? [] : [`${name}=${day}`]))
        const query = ['open=true', 'dateField=keyDate', `currency=${currency}`, ...days].join('&')
        const totals = (await portal.get(`/documents/invoices/totals?${query}`, token)).body as {
          totals: { count: number; open: string }[]
        }
        const listed = (await portal.get(`/documents/invoices?${query}`, token)).body as { total: { count: number } }
        const [sums = { count: 0, open: '0' }] = totals.totals
        expect([currency, step, sums.count, listed.total.count]).toEqual([currency, step, count, count])
        expect([currency, step, compare(sums.open, amount)]).toEqual([currency, step, 0])
        compared += count
      }
    }
    expect(compared).toBeGreaterThanOrEqual(4)
  })

  test.each(['logistics', 'buyer'] as const)(
    'is told to a %s only with the right to see invoices and prices',
    async (role) => {
      const as = await portal.signIn(`${role}@s.example`, 'S-1', role)
      for (const path of [
        '/statement/balances',
        `/statement?${period('2026-01-01', today)}`,
        `/statement/csv?${period('2026-01-01', today)}`,
      ]) {
        expect([path, (await portal.get(path, as)).status]).toEqual([path, role === 'buyer' ? 200 : 404])
      }
    },
  )
})

describe('the currencies of an account', () => {
  test('begin with the one that most of its latest invoices have, also where nothing is open in it', async () => {
    const invoices = (currency: string, count: number, overrides: Partial<IngestDocument>) =>
      Array.from({ length: count }, (_, index) =>
        bill(`${currency}-${index}`, {
          ...{ account: 'S-2', currency, issueDate: '2026-03-01', dueDate: '2026-03-20', totals: { gross: '10.00' } },
          ...overrides,
        }),
      )
    const report = await portal.ingest(
      ...invoices('USD', 3, {}),
      ...invoices('SEK', 2, { status: 'paid' }),
      ...invoices('EUR', 1, {}),
    )
    expect(report.errors).toEqual([])
    const as = await portal.signIn('books@s2.example', 'S-2', 'finance')
    const { balances, currencies } = (await portal.get('/statement/balances', as)).body as {
      balances: Balance[]
      currencies: string[]
    }
    expect([balances.map(({ currency }) => currency), currencies]).toEqual([
      ['USD', 'EUR'],
      ['USD', 'SEK', 'EUR'],
    ])
  })
})

describe('a statement', () => {
  test('begins with what was owed, lists what changed it by its day, and ends with what is owed', async () => {
    const { opening, closing, movements, charged, settled } = await page(period('2026-01-01', '2026-02-28'))
    expect([opening, charged, settled, closing]).toEqual(['3', '150.5', '-50', '103.5'])
    expect(movements.map(({ date, kind, number, amount, balance }) => [date, kind, number, amount, balance])).toEqual([
      ['2026-01-10', 'invoice', 'I-1', '100', '103'],
      ['2026-02-01', 'payment', 'I-1', '-40', '63'],
      ['2026-02-20', 'invoice', 'I-2', '50.5', '113.5'],
      ['2026-02-25', 'creditNote', 'C-1', '-10', '103.5'],
    ])
    expect(movements[1]).toMatchObject({ method: 'Transfer', reference: '=T-1', dueDate: '2026-02-09' })
  })

  test('says so when an invoice was settled without a date of payment', async () => {
    const { movements } = await page(period('2025-11-01', '2025-11-30'))
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['invoice', '7'],
      ['settlement', '-7'],
    ])
  })

  test('shows its pages one after the other with the balance going on', async () => {
    const fullStatement = await page(period('2025-01-01', today))
    const seen: Movement[] = []
    let cursor = ''
    do {
      const next = await page(`${period('2025-01-01', today)}&limit=2${cursor}`)
      seen.push(...next.movements)
      cursor = next.nextCursor === null ? '' : `&cursor=${next.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(fullStatement.movements)
    expect(seen.length).toBe(fullStatement.count)
  })

  test('can be saved as CSV, without a formula in it', async () => {
    const { text } = await portal.get(`/statement/csv?${period('2026-02-01', '2026-02-28')}`, token)
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Transaction,Document,Your reference,Due date,Payment method,Payment reference,Amount,Balance,Currency,Disputed,Applied to',
      '2026-02-01,Opening balance,,,,,,,103,EUR,,',
      "2026-02-01,Payment,I-1,,2026-02-09,Transfer,'=T-1,-40,63,EUR,,",
      '2026-02-20,Invoice,I-2,,2026-03-20,,,50.5,113.5,EUR,,',
      '2026-02-25,Credit note,C-1,,2026-02-25,,,-10,103.5,EUR,,',
      '2026-02-28,Closing balance,,,,,,,103.5,EUR,,',
      '',
    ])
  })

  test.each([
    ['from=2026-02-30&to=2026-03-01&currency=EUR', /2026-02-30/],
    ['from=2026-03-02&to=2026-03-01&currency=EUR', /comes after/],
    ['from=2026-03-01&to=2026-03-02&currency=EUR&cursor=eA', /start again/],
  ])('of a period that is none is refused with a sentence (%s)', async (query, sentence) => {
    const { status, body } = await portal.get(`/statement?${query}`, token)
    expect(status).toBe(400)
    expect((body as { message: string }).message).toMatch(sentence)
  })
})

const cents = fc.bigInt({ min: 0n, max: 99_999_999n }).map((value) => fromMillionths(value * 10_000n, 2))
const anyDay = fc.integer({ min: -500, max: 20 }).map((days) => addDays(today, days))
const invoice = fc.record({
  ...{ kind: fc.constantFrom('380' as const, '380' as const, '381' as const, '386' as const), gross: cents },
  ...{
    currency: fc.constantFrom('EUR', 'USD'),
    issueDate: fc.option(anyDay, { nil: undefined }),
    dueDate: fc.option(anyDay, { nil: undefined }),
  },
  payments: fc.array(fc.record({ date: fc.option(anyDay, { nil: undefined }), amount: cents }), { maxLength: 3 }),
  status: fc.constantFrom(undefined, undefined, 'paid', 'cancelled', 'credited'),
  open: fc.option(cents, { nil: undefined }),
})
type GeneratedInvoice = typeof invoice extends fc.Arbitrary<infer T> ? T : never

const documentOf = (generated: GeneratedInvoice, number: number, owner: string): IngestDocument => {
  const { kind, gross, open, payments, ...rest } = generated
  const fields = { ...rest, totals: { gross, ...(open === undefined ? {} : { open }) }, payments }
  return JSON.parse(
    JSON.stringify({ ...fields, type: 'invoices', account: owner, number: `I-${number}`, invoiceKind: kind }),
  )
}

describe('whatever was billed and paid', () => {
  test('a period ends where the next begins, and today’s balance is what is open on the invoices', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(invoice, { minLength: 1, maxLength: 8 }),
        fc.array(invoice, { maxLength: 8 }),
        fc.tuple(anyDay, anyDay),
        async (first, second, days) => {
          account += 1
          const owner = `P-${account}`
          const send = (invoices: GeneratedInvoice[]) =>
            portal.ingest(...invoices.map((generated, index) => documentOf(generated, index, owner)))
          await send(first)
          // Sent again with other content: the old content is gone, the new one counts.
          await send(second)
          const as = await portal.signIn(`p${account}@p.example`, owner, 'finance')
          const { balances } = await owed(as)
          const { rows } = await portal.database.owner.query<{ currency: string; open: string }>(
            `select currency, sum(case when invoice_kind = '381' then -abs(open) else open end) as open from documents
           where account_id = (select account_id from accounts where number = $1) and status <> 'cancelled' group by 1`,
            [owner],
          )
          const [from, to] = days.toSorted() as [string, string]
          for (const currency of ['EUR', 'USD']) {
            const balance = balances.find((entry) => entry.currency === currency)
            const open = rows.find((row) => row.currency === currency)?.open ?? '0'
            expect(compare(balance?.balance ?? '0', open)).toBe(0)
            expect(compare(sum(balance?.ageing.map(({ amount }) => amount) ?? []), balance?.balance ?? '0')).toBe(0)
            const fullStatement = await page(period('1900-01-01', '2100-01-01', currency), as)
            expect(compare(fullStatement.closing, open)).toBe(0)
            const middle = await page(period(from, to, currency), as)
            const before = await page(period('1900-01-01', addDays(from, -1), currency), as)
            const after = await page(period(addDays(to, 1), '2100-01-01', currency), as)
            expect([before.closing, middle.closing]).toEqual([middle.opening, after.opening])
            for (const statement of [before, middle, after]) {
              expect(statement.movements.at(-1)?.balance ?? statement.opening).toBe(statement.closing)
              expect(closingOf(statement.opening, statement.charged, statement.settled)).toBe(statement.closing)
              expect(
                statement.movements.every(
                  ({ kind, amount }) => !['creditNote', 'payment'].includes(kind) || amount.startsWith('-'),
                ),
              ).toBe(true)
            }
          }
        },
      ),
      { numRuns: isLong ? 25 : 10 },
    )
  }, 60_000)

  test('each due date falls into one step, and the steps add up', () => {
    const owedSum = fc.record({
      currency: fc.constantFrom('EUR', 'USD', 'JPY'),
      due: fc.option(anyDay),
      count: fc.nat(9),
      amount: cents,
    })
    fc.assert(
      fc.property(fc.array(owedSum), fc.array(owedSum), (due, settled) => {
        const balances = balancesOf(today, due, settled)
        for (const { currency, balance, ageing } of balances) {
          const mine = [...due, ...settled].filter((each) => each.currency === currency).map(({ amount }) => amount)
          expect(compare(balance, sum(mine))).toBe(0)
          expect(compare(balance, sum(ageing.map(({ amount }) => amount)))).toBe(0)
        }
        expect(balances.map(({ currency }) => currency)).toEqual(
          [...new Set([...due, ...settled].map(({ currency }) => currency))].toSorted(),
        )
      }),
    )
    for (let days = -120; days < 30; days++) {
      const day = addDays(today, days)
      const matching = dueDateRanges(today).filter(
        ({ from, to }) => (from ?? to) !== null && (from === null || day >= from) && (to === null || day <= to),
      )
      expect(matching.map(({ step }) => step)).toEqual([ageingStepOf(day, today)])
    }
  })

  test('the balance after each movement is exact to the last place', () => {
    fc.assert(
      fc.property(cents, fc.array(cents), (opening, amounts) => {
        const blank = {
          date: null,
          kind: 'invoice' as const,
          number: 'I',
          customerReference: null,
          dueDate: null,
          method: null,
          reference: null,
          setOff: [],
          disputed: false,
        }
        const movements = withBalances(
          opening,
          amounts.map((amount) => ({ ...blank, amount })),
        )
        const last = movements.at(-1)?.balance ?? opening
        expect(toMillionths(last)).toBe(
          toMillionths(opening) + amounts.reduce((total, amount) => total + toMillionths(amount), 0n),
        )
      }),
    )
  })
})
