import { expect, test } from 'vitest'
import type { CustomerEntry } from '#contract/console/customers.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date('2026-03-10T09:00:00Z'))

// More than an index hands over at once have the word Steel.
const customers = Array.from({ length: 260 }, (_, index) => ({
  account: `K-${String(index).padStart(3, '0')}`,
  accountName: index < 230 ? `Stéel ${index}` : index < 250 ? `Müller 100% ${index}` : `A\\B_${index}`,
}))
await portal.ingest(
  ...customers.map(({ account, accountName }, index) => ({
    ...({ type: 'invoices', number: `I-${index}`, currency: 'EUR', issueDate: '2026-03-01', status: 'open' } as const),
    ...{ account, accountName, totals: { gross: '119.00' } },
  })),
)
const owner = await desk.join('olga@supplier.example', 'owner', 'Olga Owner')
const sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')

async function numbersOf(cookie: string, text: string): Promise<string[]> {
  const numbers: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = new URLSearchParams({ text, limit: '100', ...(cursor ? { cursor } : {}) }).toString()
    const { body } = await desk.call('GET', `/customers?${query}`, { cookie })
    const page = body as { customers: CustomerEntry[]; nextCursor: string | null }
    numbers.push(...page.customers.map(({ number }) => number))
    cursor = page.nextCursor
  }
  return numbers.toSorted()
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

test.each(['steel', 'STÉEL 2', 'k-00', '0', 'l', 'mull', '100%', '%', '_', 'a\\b_25', '---', 'el 12', 'nobody'])(
  'A customer is found by %j anywhere in the name or the number, however many have it',
  async (text) => {
    const expected = customers.filter(({ account, accountName }) =>
      [account, accountName].some((value) => plain(value).includes(plain(text))),
    )
    expect(await numbersOf(owner.cookie, text)).toEqual(expected.map(({ account }) => account))
  },
)

test('A salesperson finds only customers of their own', async () => {
  expect(await numbersOf(sales.cookie, 'steel')).toEqual([])
  await portal.database.owner.query(
    `insert into staff_accounts (account_id, staff_id, created_at)
     select account_id, $1, now() from accounts where number in ('K-001', 'K-255')`,
    [sales.id],
  )
  expect(await numbersOf(sales.cookie, 'steel')).toEqual(['K-001'])
  expect(await numbersOf(sales.cookie, 'k-25')).toEqual(['K-255'])
})
