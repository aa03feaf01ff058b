import { beforeAll, describe, expect, test } from 'vitest'
import {
  ageList,
  arrivalList,
  type Counted,
  type Dashboard,
  type FigureName,
  figures,
  spendList,
  waiting,
} from '../../contract/dashboard.ts'
import { sum } from '../../contract/money.ts'
import type { Role } from '../../contract/permissions.ts'
import { generate } from '../../database/seed/generate.ts'
import { testPortal } from '../testing.ts'

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
async function listOf({ type, filter }: Counted, token: string) {
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

/** What the rows of one currency come to; a credit note takes away. */
const worth = (rows: readonly Row[], currency: string, of: 'gross' | 'open') =>
  sum(
    rows
      .filter((row) => row.currency === currency)
      .map((row) => (row.invoiceKind === '381' ? `-${row[of] ?? '0'}`.replace('--', '') : row[of])),
  )

const understood = ({ filter }: Counted) =>
  Object.keys(filter).every((name) => ['status', 'from', 'to', 'sort'].includes(name))

/** Every number of the dashboard beside what its list says. */
async function compareAll(token: string): Promise<number> {
  const shown = await dashboard(token)
  let compared = 0
  const same = async (what: string, counted: Counted, given: { count: number; amounts?: Record<string, string> }) => {
    if (!understood(counted)) return
    const list = await listOf(counted, token)
    expect({ what, count: given.count }).toEqual({ what, count: list.count })
    const of = counted.type === 'invoices' && !what.startsWith('spend') ? 'open' : 'gross'
    for (const [currency, amount] of Object.entries(given.amounts ?? {})) {
      expect({ what, currency, amount: sum([amount]) }).toEqual({
        what,
        currency,
        amount: worth(list.rows, currency, of),
      })
    }
    compared += given.count
  }
  for (const [name, figure] of Object.entries(shown.figures)) {
    const amounts = Object.fromEntries(figure.amounts.map(({ currency, amount }) => [currency, amount]))
    await same(name, figures[name as FigureName], { count: figure.count, amounts })
  }
  for (const { type, count } of shown.needsAction) await same(`waiting ${type}`, waiting(type), { count })
  for (const { currency, bands } of shown.ageing)
    for (const { band, count, amount } of bands)
      await same(`age ${band}`, ageList(band, currency, shown.today), { count, amounts: { [currency]: amount } })
  for (const { currency, months } of shown.spend)
    for (const { month, count, amount } of months)
      await same(`spend ${month}`, spendList(month, currency), { count, amounts: { [currency]: amount } })
  for (const { day, count } of shown.arriving) await same(`arriving ${day}`, arrivalList(day), { count })
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
