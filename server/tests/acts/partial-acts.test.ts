import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ageBands, ageingList, type Dashboard, disputedList, figures, needsActionList } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import type { Balance } from '#contract/statement.ts'
import type { DocumentType } from '#contract/values.ts'
import { isLong } from '#database/testing/long-form.ts'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What is said of a part leaves the rest to be done, and what is disputed is not counted among what is overdue. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
let token: string
let apiKey: string

const lines = [
  { line: '1', sku: 'A', quantity: '1', amount: '60.00' },
  { line: '2', sku: 'B', quantity: '4', amount: '40.00' },
]
const invoice = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'invoices', number, account: 'C-1', currency: 'EUR', issueDate: '2026-02-01', dueDate: '2026-03-01' },
  ...{ totals: { gross: '100.00' }, lines },
  ...overrides,
})
const send = async (...documents: IngestDocument[]) => expect((await portal.ingest(...documents)).errors).toEqual([])

beforeAll(async () => {
  await send({ type: 'orders', number: 'FIRST', account: 'C-1' })
  await signedIn(start)
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})
let isMember = false
/** Signed in at a moment: a sign-in ends after a while. */
async function signedIn(moment: string) {
  portal.setTime(moment)
  token = isMember ? await portal.login('ann@c.example') : await portal.signIn('ann@c.example', 'C-1', 'admin')
  isMember = true
}

const act = (path: string, body: object) =>
  portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...body } })
const claim = async (number: string, kind: string, body: object) => {
  const made = await act(`invoices/${number}/${kind}`, body)
  expect(made.status, made.text).toBe(200)
  return String(made.body.id)
}
const dispute = (number: string, extent: object = {}) =>
  claim(number, 'dispute', { reason: 'PRI', wanted: 'CNA', note: 'Not agreed', ...extent })
const answer = (id: string, state: string) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state, text: 'Words' } })
const dashboard = async () => (await portal.get('/dashboard', token)).body as Dashboard
type Listed = { number: string; open: string | null; disputedAmount: string | null }
type Page = { rows: Listed[]; total: { count: number } }
const listed = async (type: DocumentType, filter: object) =>
  (await portal.get(`/documents/${type}?${new URLSearchParams({ ...filter, limit: '100' })}`, token)).body as Page
const detail = async (path: string) =>
  (await portal.get(`/documents/${path}`, token)).body as { act: { kind: string; until: string | null } | null }

/** What needs action of a type: the numbers, after every place that counts them has said the same. */
async function needing(type: DocumentType): Promise<string[]> {
  const { rows, total } = await listed(type, needsActionList(type).filter)
  const group = (await dashboard()).needsAction.find((one) => one.type === type)
  const { body } = await portal.get(`/documents/${type}/statuses?needsAction=true`, token)
  const counted = (body as { statuses: { count: number }[] }).statuses.reduce((all, { count }) => all + count, 0)
  expect([total.count, group?.count, counted]).toEqual([rows.length, rows.length, rows.length])
  return rows.map(({ number }) => number)
}
const waitingRow = async (number: string) =>
  (await dashboard()).needsAction.flatMap(({ rows }) => rows).find((row) => row.number === number)

describe('a promise to pay', () => {
  test('takes an overdue invoice off the list until the promised day is over, and the page says until when', async () => {
    await send(invoice('P-1'))
    expect(await needing('invoices')).toContain('P-1')
    await claim('P-1', 'promisePayment', { payOn: '2026-03-12' })
    expect(await needing('invoices')).not.toContain('P-1')
    expect((await detail('invoices/P-1')).act).toMatchObject({ kind: 'promisePayment', until: '2026-03-12' })
    // What is booked meanwhile changes nothing of the promise.
    await send(invoice('P-1', { totals: { gross: '100.00', paid: '30.00' } }))
    await signedIn('2026-03-12T20:00:00Z')
    expect(await needing('invoices')).not.toContain('P-1')
    await signedIn('2026-03-13T09:00:00Z')
    expect(await needing('invoices')).toContain('P-1')
    expect((await detail('invoices/P-1')).act).toBeNull()
    await signedIn(start)
  })

  test('that the supplier declines, or about which they ask, holds nothing', async () => {
    await send(invoice('P-2'))
    const id = await claim('P-2', 'promisePayment', { payOn: '2026-03-20' })
    expect((await answer(id, 'accepted')).status).toBe(200)
    expect(await needing('invoices')).not.toContain('P-2')
    await claim('P-2', 'promisePayment', { payOn: '2026-03-11' })
    const last = await claim('P-2', 'promisePayment', { payOn: '2026-03-25' })
    expect(await needing('invoices')).not.toContain('P-2')
    expect((await answer(last, 'declined')).status).toBe(200)
    expect((await detail('invoices/P-2')).act).toMatchObject({ until: '2026-03-11' })
  })
})

describe('a dispute', () => {
  test('of a part leaves the rest due and says how much, until that is answered as well', async () => {
    await send(invoice('D-1'))
    await dispute('D-1', { amount: '30.00' })
    expect(await needing('invoices')).toContain('D-1')
    const row = await waitingRow('D-1')
    expect([Number(row?.amount), Number(row?.disputedAmount)]).toEqual([70, 30])
    await claim('D-1', 'promisePayment', { payOn: '2026-03-15' })
    expect(await needing('invoices')).not.toContain('D-1')
  })

  test('of parts that come to all that is due leaves nothing to do, also when a part has been paid meanwhile', async () => {
    await send(invoice('D-2'))
    await dispute('D-2', { lines: ['2'] })
    expect(await needing('invoices')).toContain('D-2')
    await send(invoice('D-2', { totals: { gross: '100.00', paid: '60.00' } }))
    expect(await needing('invoices')).not.toContain('D-2')
    expect((await detail('invoices/D-2')).act).toMatchObject({ kind: 'dispute', until: null })
  })

  const taxed = (amount: string, taxRate: string) =>
    ['1', '2', '3'].map((line) => ({ line, sku: 'A', quantity: '1', amount, taxRate }))
  const disputedOf = async (number: string) =>
    Number((await listed('invoices', {})).rows.find((row) => row.number === number)?.disputedAmount)

  test('of all lines disputes the whole invoice, though the lines with their tax come to a cent less', async () => {
    await send(invoice('D-4', { totals: { gross: '118.99' }, lines: taxed('33.33', '19') }))
    await dispute('D-4', { lines: ['1', '2'] })
    expect(await disputedOf('D-4')).toBe(79.33)
    expect(await needing('invoices')).toContain('D-4')
    await dispute('D-4', { lines: ['3'] })
    expect(await disputedOf('D-4')).toBe(118.99)
    expect(await needing('invoices')).not.toContain('D-4')
  })

  test('is rounded to what its currency has', async () => {
    const yen: Partial<IngestDocument> = { currency: 'JPY', totals: { gross: '347' }, lines: taxed('105', '10') }
    await send(invoice('D-5', yen))
    await dispute('D-5', { lines: ['1'] })
    expect(await disputedOf('D-5')).toBe(116)
    await dispute('D-5', { lines: ['2', '3'] })
    expect(await disputedOf('D-5')).toBe(347)
    // Paid, it is no part of the sums below, which are of one currency.
    await send(invoice('D-5', { ...yen, totals: { gross: '347', paid: '347' } }))
  })

  test('about which the supplier asks waits for the customer again', async () => {
    await send(invoice('D-3'))
    const id = await dispute('D-3')
    expect(await needing('invoices')).not.toContain('D-3')
    expect((await answer(id, 'asked')).status).toBe(200)
    expect(await needing('invoices')).toContain('D-3')
  })
})

describe('a receipt', () => {
  const shipment = (number: string): IngestDocument => ({
    ...{ type: 'shipments', number, account: 'C-1', status: 'ready_for_pickup' },
    lines: lines.map(({ amount: _amount, ...line }) => line),
  })
  const receipt = (number: string, counted: readonly string[]) =>
    act(`shipments/${number}/confirmReceipt`, {
      ...{ receivedOn: '2026-03-10', receivedBy: 'Ann', complete: false },
      lines: counted.map((line) => ({ line, received: '1' })),
    })

  test('of some lines leaves the others to be counted, and is over when nothing is left to be said', async () => {
    await send(shipment('S-1'))
    const { body: first } = await receipt('S-1', ['1'])
    expect(await needing('shipments')).toContain('S-1')
    expect((await receipt('S-1', ['1'])).status).toBe(409)
    expect((await receipt('S-1', ['2'])).status).toBe(200)
    expect(await needing('shipments')).not.toContain('S-1')
    expect((await receipt('S-1', ['2'])).status).toBe(409)
    // Taken back, the first leaves its line to be said again.
    expect((await portal.call('DELETE', `/requests/${first.id}`, { token })).status).toBe(200)
    expect(await needing('shipments')).toContain('S-1')
    expect((await receipt('S-1', ['1'])).status).toBe(200)
    expect(await needing('shipments')).not.toContain('S-1')
  })

  test('of all lines needs no more than one, and two colleagues at once count a line once', async () => {
    await send(shipment('S-2'))
    const both = await Promise.all([receipt('S-2', ['1', '2']), receipt('S-2', ['1', '2'])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await needing('shipments')).not.toContain('S-2')
  })
})

test('whatever is disputed, promised, answered and booked, no amount that is disputed is counted as overdue', {
  timeout: 120_000,
}, async () => {
  let invoices = 0
  const cents = fc.integer({ min: 1, max: 20_000 }).map((value) => (value / 100).toFixed(2))
  const step = fc.record({
    gross: cents,
    paid: cents,
    dueDate: fc.constantFrom('2026-03-20', '2026-03-05', '2026-01-20', '2025-10-01'),
    disputes: fc.array(
      fc.record({
        extent: fc.oneof(
          fc.constant({}),
          cents.map((amount) => ({ amount })),
          fc.constant({ lines: ['1'] }),
        ),
        answer: fc.constantFrom(null, 'taken', 'asked', 'accepted', 'declined'),
      }),
      { maxLength: 2 },
    ),
    promised: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      for (const { gross, paid, dueDate, disputes, promised } of steps) {
        invoices += 1
        const number = `R-${invoices}`
        await send(invoice(number, { dueDate, totals: { gross } }))
        for (const { extent, answer: state } of disputes) {
          const made = await act(`invoices/${number}/dispute`, {
            ...{ reason: 'PRI', wanted: 'CNA', note: 'Not agreed' },
            ...extent,
          })
          if (made.status === 200 && state) await answer(String(made.body.id), state)
        }
        if (promised) await act(`invoices/${number}/promisePayment`, { payOn: '2026-03-30' })
        if (compare(paid, gross) < 0) await send(invoice(number, { dueDate, totals: { gross, paid } }))
      }
      const shown = await dashboard()
      const rest = ({ open, disputedAmount }: Listed) =>
        fromMillionths(toMillionths(open ?? '0') - toMillionths(disputedAmount ?? '0'))
      const overdue = await listed('invoices', figures.overdue.filter)
      expect(shown.figures.overdue?.count).toBe(overdue.total.count)
      expect(overdue.rows.every((row) => compare(rest(row), '0') > 0)).toBe(true)
      const amount = shown.figures.overdue?.amounts[0]?.amount ?? '0'
      expect(compare(amount, sum(overdue.rows.map(rest)))).toBe(0)
      // The statement says the same.
      const { body } = await portal.get('/statement/balances', token)
      const [balance] = (body as { balances: Balance[] }).balances
      expect(
        compare(
          amount,
          fromMillionths(toMillionths(balance?.overdue ?? '0') - toMillionths(balance?.disputedOverdue ?? '0')),
        ),
      ).toBe(0)
      const [ageing] = shown.ageing
      for (const [index, { name }] of ageBands.entries()) {
        const { rows, total } = await listed('invoices', ageingList(name, 'EUR', shown.today).filter)
        const band = ageing?.bands[index]
        expect([band?.band, band?.count]).toEqual([name, total.count])
        expect(compare(band?.amount ?? '0', sum(rows.map(rest)))).toBe(0)
      }
      const disputed = await listed('invoices', disputedList('EUR').filter)
      expect(ageing?.disputed?.count ?? 0).toBe(disputed.total.count)
      expect(compare(ageing?.disputed?.amount ?? '0', balance?.disputed ?? '0')).toBe(0)
      const bands = (ageing?.bands ?? []).map((band) => band.amount)
      expect(
        compare(
          sum([...bands, ageing?.disputed?.amount ?? '0']),
          shown.figures.openInvoices?.amounts[0]?.amount ?? '0',
        ),
      ).toBe(0)
      await needing('invoices')
    }),
    { numRuns: isLong ? 10 : 4 },
  )
})
