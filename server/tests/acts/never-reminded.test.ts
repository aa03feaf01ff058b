import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { isLong } from '#database/testing/long-form.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Whatever is disputed, promised, decided and taken back on whichever day: nobody is reminded of what is disputed. */

const portal = await testPortal('2026-01-01T12:00:00Z')
let apiKey: string
let runs = 0
let reminders = 0
const first = Date.parse('2026-01-05T00:00:00Z')
const dayMs = 86_400_000
const days = 7
const dayOf = (offset: number) => new Date(first + offset * dayMs).toISOString().slice(0, 10)

const deeds = ['whole', 'line', 'amount', 'promise', 'accepted', 'declined', 'answered', 'withdraw'] as const
type Deed = { day: number; deed: (typeof deeds)[number] }
type Story = { due: number; deeds: Deed[] }
const stories: fc.Arbitrary<Story[]> = fc.array(
  fc.record({
    due: fc.integer({ min: -3, max: days }),
    deeds: fc.array(fc.record({ day: fc.nat({ max: days - 1 }), deed: fc.constantFrom(...deeds) }), { maxLength: 5 }),
  }),
  { minLength: 3, maxLength: 5 },
)

beforeAll(async () => {
  apiKey = await makeErpKey(portal)
})

const invoice = (account: string, number: string, dueDate: string): IngestDocument => ({
  ...{ type: 'invoices', number, account, issueDate: '2025-12-01', dueDate, currency: 'EUR' },
  ...{ totals: { gross: '119.00', open: '119.00' } },
  lines: [
    { line: '1', sku: 'BK-1', quantity: '1', amount: '60.00', taxRate: '19' },
    { line: '2', sku: 'BK-2', quantity: '1', amount: '40.00', taxRate: '19' },
  ],
})

/** The disputes of an invoice that wait for the supplier. */
type Disputes = Set<string>

async function does(deed: Deed['deed'], number: string, waiting: Disputes, token: string, today: number) {
  const send = (kind: string, body: object) =>
    portal.call('POST', `/documents/invoices/${number}/${kind}`, { token, body: { key: randomUUID(), ...body } })
  if (deed === 'promise') return send('promisePayment', { payOn: dayOf(today + 2) })
  const [open] = waiting
  if (deed === 'whole' || deed === 'line' || deed === 'amount') {
    const extent = { whole: {}, line: { lines: ['1'] }, amount: { amount: '20.00' } }[deed]
    const made = await send('dispute', { reason: 'PRI', wanted: 'CNA', note: 'Not agreed', ...extent })
    if (made.status === 200) waiting.add(String(made.body.id))
  } else if (open !== undefined) {
    const { status } =
      deed === 'withdraw'
        ? await portal.call('DELETE', `/requests/${open}`, { token })
        : await portal.call('POST', `/ingest/requests/${open}/answer`, {
            token: apiKey,
            body: { state: deed, text: 'Seen' },
          })
    if (status === 200) waiting.delete(open)
  }
  return undefined
}

async function live(told: readonly Story[]) {
  runs += 1
  const [account, email] = [`N-${runs}`, `n${runs}@n.example`]
  const numberOf = (at: number) => `N${runs}I${at}`
  portal.setTime(`${dayOf(-4)}T12:00:00Z`)
  await portal.ingest(...told.map(({ due }, at) => invoice(account, numberOf(at), dayOf(due))))
  await portal.signIn(email, account, 'finance')
  await portal.runDueJobs()
  await portal.mails()
  const disputed = told.map((): Disputes => new Set())
  const standing = () => disputed.flatMap(({ size }, at) => (size > 0 ? [numberOf(at)] : []))
  for (let day = 0; day < days; day++) {
    const before = `${dayOf(day)}T00:00:00Z`
    portal.setTime(`${dayOf(day)}T06:30:00Z`)
    await portal.runDueJobs()
    const { rows } = await portal.database.owner.query<{ number: string }>(
      `select n.number from notices n join accounts a using (account_id)
       where a.number = $1 and n.kind in ('invoices.dueSoon', 'invoices.overdue') and n.happened_at >= $2`,
      [account, before],
    )
    reminders += rows.length
    expect(rows.map(({ number }) => number).filter((number) => standing().includes(number))).toEqual([])
    // Between the reminder and the mail of the morning, which must not tell of it any more.
    portal.setTime(`${dayOf(day)}T06:45:00Z`)
    const token = await portal.login(email)
    for (const [at, story] of told.entries())
      for (const { deed } of story.deeds.filter((one) => one.day === day))
        await does(deed, numberOf(at), disputed[at] as Disputes, token, day)
    portal.setTime(`${dayOf(day)}T07:30:00Z`)
    await portal.runDueJobs()
    const digests = (await portal.mails()).filter(
      ({ subject, to }) => to.address === email && !/^(Agreed|Declined|Answered|Please)/.test(subject),
    )
    for (const number of standing())
      for (const { text, subject } of digests) expect([subject, text.includes(`${number} `)]).toEqual([subject, false])
  }
}

test('nobody is reminded of an invoice while a dispute of it waits, under the bell or by mail', {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(stories, live), { numRuns: isLong ? 4 : 2 })
  expect(reminders, 'nobody was reminded of anything').toBeGreaterThan(0)
})
