import { beforeAll, describe, expect, test } from 'vitest'
import {
  ageingList,
  arrivalList,
  type CountedList,
  type Dashboard,
  type FigureName,
  figures,
  needsActionList,
  spendList,
} from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import type { Role } from '#contract/permissions.ts'
import { generate } from '#database/seed/generate.ts'
import { testPortal } from '../testing/portal.ts'
import { consoleOf } from '../testing/staff.ts'

const now = '2026-03-10T09:00:00Z'
const portal = await testPortal(now)
let tokens = 0
const signIn = (account: string, role: Role = 'admin') => portal.signIn(`p${tokens++}@x.example`, account, role)

async function dashboard(token: string): Promise<Dashboard> {
  const { status, body } = await portal.get('/dashboard', token)
  expect(status).toBe(200)
  return body as Dashboard
}

type Row = { currency?: string | null; gross?: string | null; open?: string | null; invoiceKind?: string }
type Page = { rows: Row[]; nextCursor: string | null; total: { count: number; exact: boolean } }

/** The list that a number links to, read to its end: its total, and its rows. */
async function listOf({ type, filter }: CountedList, token: string) {
  const rows: Row[] = []
  let cursor: string | null = null
  let total = 0
  do {
    const query = new URLSearchParams({ ...filter, limit: '100', ...(cursor === null ? {} : { cursor }) })
    const { status, body } = await portal.get(`/documents/${type}?${query}`, token)
    expect(status, `${type}?${query}`).toBe(200)
    const page = body as Page
    expect(page.total.exact).toBe(true)
    total = page.total.count
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(rows.length).toBe(total)
  return { count: total, rows }
}

/** The total of the rows of one currency; credit notes are subtracted. */
const worth = (rows: readonly Row[], currency: string, field: 'gross' | 'open') =>
  sum(rows.filter((row) => row.currency === currency).map((row) => row[field]))

/** Every number of the dashboard beside what its list says. */
async function compareAll(token: string): Promise<number> {
  const shown = await dashboard(token)
  let compared = 0
  const expectSame = async (
    what: string,
    counted: CountedList,
    expected: { count: number; amounts?: Record<string, string> },
  ) => {
    const list = await listOf(counted, token)
    expect({ what, count: expected.count }).toEqual({ what, count: list.count })
    const field = counted.type === 'invoices' && !what.startsWith('spend') ? 'open' : 'gross'
    for (const [currency, amount] of Object.entries(expected.amounts ?? {})) {
      expect({ what, currency, amount: sum([amount]) }).toEqual({
        what,
        currency,
        amount: worth(list.rows, currency, field),
      })
    }
    compared += expected.count
  }
  for (const [name, figure] of Object.entries(shown.figures)) {
    const amounts = Object.fromEntries(figure.amounts.map(({ currency, amount }) => [currency, amount]))
    await expectSame(name, figures[name as FigureName], { count: figure.count, amounts })
  }
  for (const { type, count } of shown.needsAction) await expectSame(`waiting ${type}`, needsActionList(type), { count })
  for (const { currency, bands } of shown.ageing)
    for (const { band, count, amount } of bands)
      await expectSame(`age ${band}`, ageingList(band, currency, shown.today), {
        count,
        amounts: { [currency]: amount },
      })
  for (const { currency, months } of shown.spend)
    for (const { month, count, amount } of months)
      await expectSame(`spend ${month}`, spendList(month, currency), { count, amounts: { [currency]: amount } })
  for (const { day, count } of shown.arriving) await expectSame(`arriving ${day}`, arrivalList(day), { count })
  return compared
}

describe('a customer who follows a number of the dashboard', () => {
  beforeAll(async () => {
    const documents = [...generate({ size: 'S', today: '2026-03-10', seed: 11 })]
    const report = await portal.ingest(...documents)
    expect(report.errors).toEqual([])
  })

  test('finds exactly so many documents in the list, and the same amounts, in a real account', {
    timeout: 60_000,
  }, async () => {
    expect(await compareAll(await signIn('C-10001'))).toBeGreaterThan(40)
  })

  test('finds the same the next month, when nothing was sent but time has passed', { timeout: 60_000 }, async () => {
    portal.setTime('2026-04-17T09:00:00Z')
    expect(await compareAll(await signIn('C-10001'))).toBeGreaterThan(50)
    portal.setTime(now)
  })

  test.each(['buyer', 'finance', 'logistics', 'viewer'] as const)(
    'finds the same as %s, of what that role sees',
    { timeout: 60_000 },
    async (role) => {
      await compareAll(await signIn('C-10002', role))
    },
  )
})

describe('a customer who opens the portal', () => {
  const order = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
    type: 'orders',
    number,
    account: 'K-1',
    status: 'confirmed',
    issueDate: '2026-01-10',
    promisedDate: '2026-02-10',
    currency: 'EUR',
    totals: { gross: '10.00' },
    lines: [{ line: '1', sku: 'A', quantity: '2', amount: '10.00' }],
    ...overrides,
  })
  const delivery = (orderNumber: string, deliveredDate: string, quantity: string): IngestDocument => ({
    type: 'shipments',
    number: `S-${orderNumber}-${deliveredDate}`,
    account: 'K-1',
    status: 'delivered',
    deliveredDate,
    references: [{ type: 'orders', number: orderNumber }],
    lines: [{ line: '1', sku: 'A', quantity, references: [{ type: 'orders', number: orderNumber, line: '1' }] }],
  })
  let token: string

  test('sees an order as on time and in full when the last of it came by the first promise', async () => {
    await portal.ingest(
      order('WHOLE'),
      delivery('WHOLE', '2026-02-01', '1'),
      delivery('WHOLE', '2026-02-10', '1'),
      order('HALF'),
      delivery('HALF', '2026-02-01', '1'),
      order('BELATED', { estimatedDate: '2026-02-20' }),
      delivery('BELATED', '2026-02-11', '2'),
      order('CANCELLED', { status: 'cancelled' }),
      order('NEXT', { promisedDate: '2026-03-20' }),
    )
    token = await signIn('K-1')
    const { punctuality } = await dashboard(token)
    expect(punctuality).toHaveLength(12)
    expect(punctuality.at(-1)).toEqual({ month: '2026-02-01', promised: 3, kept: 1 })
  })

  test('sees a change at the next look, though the page is kept in between', async () => {
    const { figures: before } = await dashboard(token)
    expect((await dashboard(token)).figures).toEqual(before)
    await portal.ingest(order('NEW', { issueDate: '2026-03-10', modifiedAt: '2026-03-10T08:00:00Z' }))
    const after = await dashboard(token)
    expect(after.figures.openOrders?.count).toBe((before.openOrders?.count ?? 0) + 1)
    expect(after.activity.map(({ number }) => number)).toContain('NEW')
    await portal.ingest(
      order('NEW', { issueDate: '2026-03-10', status: 'on_hold', modifiedAt: '2026-03-10T08:30:00Z' }),
    )
    const held = await dashboard(token)
    expect(held.needsAction.find(({ type }) => type === 'orders')?.rows.map(({ number }) => number)).toContain('NEW')
    expect(held.activity.find(({ number }) => number === 'NEW')?.change).toMatchObject({
      field: 'status',
      old: 'confirmed',
      new: 'on_hold',
    })
  })

  test('is told what is new since the last visit, and still after a short look elsewhere', async () => {
    portal.setTime('2026-03-10T12:00:00Z')
    const again = await portal.signIn('visits@x.example', 'K-1')
    expect((await dashboard(again)).lastVisitAt).toBeNull()
    portal.setTime('2026-03-11T09:00:00Z')
    const next = await portal.login('visits@x.example')
    for (const minutes of ['00', '05']) {
      portal.setTime(`2026-03-11T09:${minutes}:00Z`)
      expect((await dashboard(next)).lastVisitAt).toBe('2026-03-10T12:00:00.000Z')
    }
    portal.setTime(now)
  })

  test('reads that their contact is away on the days of the supplier’s calendar, also while UTC has another date', async () => {
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    try {
      const night = '2026-03-10T23:30:00Z'
      portal.setTime(night)
      const desk = consoleOf(portal, () => new Date(night))
      const sam = await desk.join('sam@supplier.example', 'sales', 'Sam')
      const sue = await desk.join('sue@supplier.example', 'sales', 'Sue')
      const { owner } = portal.database
      await owner.query(
        `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'K-1'`,
        [sam.id],
      )
      const reader = await signIn('K-1')
      const away = async (day: string) => {
        await owner.query(
          'insert into staff_absences (id, staff_id, stand_in, first_day, last_day, created_at) values (gen_random_uuid(), $1, $2, $3, $3, now())',
          [sam.id, sue.id, day],
        )
        const { contact } = await dashboard(reader)
        await owner.query('delete from staff_absences')
        return contact
      }
      expect(await away('2026-03-11')).toMatchObject({ name: 'Sam', away: { until: '2026-03-11', name: 'Sue' } })
      expect(await away('2026-03-10')).toMatchObject({ name: 'Sam', away: null })
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
      portal.setTime(now)
      await portal.database.owner.query('delete from staff_accounts')
    }
  })

  test('sees no amount anywhere in a role without prices, and nothing of invoices', async () => {
    await portal.ingest({
      type: 'invoices',
      number: 'I-1',
      account: 'K-1',
      currency: 'EUR',
      totals: { gross: '77.31' },
    })
    const { text } = await portal.get('/dashboard', await signIn('K-1', 'logistics'))
    expect(text).not.toMatch(/EUR|77\.31|10\.00|I-1"|invoices/)
    const shown = JSON.parse(text) as Dashboard
    expect([shown.ageing, shown.spend, shown.figures.openInvoices, shown.figures.openQuotes]).toEqual([
      [],
      [],
      undefined,
      undefined,
    ])
  })

  test('sees first the currency that most of its documents are in, though one invoice in yen has the greatest number', async () => {
    const invoice = (number: string, currency: string, gross: string): IngestDocument => ({
      type: 'invoices',
      number,
      account: 'K-3',
      issueDate: '2026-02-10',
      dueDate: '2026-04-10',
      currency,
      totals: { gross },
    })
    await portal.ingest(
      invoice('J-1', 'JPY', '1358023'),
      invoice('E-1', 'EUR', '90.00'),
      invoice('E-2', 'EUR', '10.00'),
    )
    const shown = await dashboard(await portal.signIn('yen@x.example', 'K-3'))
    const currenciesOf = (sums: readonly { currency: string }[]) => sums.map(({ currency }) => currency)
    expect(currenciesOf(shown.ageing)).toEqual(['EUR', 'JPY'])
    expect(currenciesOf(shown.spend)).toEqual(['EUR', 'JPY'])
    expect(currenciesOf(shown.figures.openInvoices?.amounts ?? [])).toEqual(['EUR', 'JPY'])
  })

  test('has sums of which nothing is left when the documents are gone', async () => {
    const sums = async () =>
      (
        await portal.database.owner.query(`select topic, status, currency, day, moved, count, amount::float from document_sums
          where count <> 0 and account_id = (select account_id from accounts where number = 'K-1') order by 1, 2, 3, 4, 5, 6`)
      ).rows
    const changed = await sums()
    expect(changed.length).toBeGreaterThan(5)
    await portal.database.owner.query(
      `delete from documents where account_id = (select account_id from accounts where number = 'K-1')`,
    )
    expect(await sums()).toEqual([])
  })
})
