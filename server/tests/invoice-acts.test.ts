import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, sum } from '#contract/money.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { Balance } from '#contract/statement.ts'
import { isLong } from '#database/testing/long-form.ts'
import { createKey } from '../ingest/keys.ts'
import { readPdf } from '../testing/pdf.ts'
import { testPortal } from '../testing/portal.ts'

const paymentLink = 'https://pay.example/{number}?sum={amount}&in={currency}'
const portal = await testPortal('2026-03-01T09:00:00Z', { paymentLink })
const invoice = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'invoices', number, account: 'C-1', accountName: 'Better Bikes', currency: 'EUR' },
  ...{ issueDate: '2026-02-01', dueDate: '2026-03-13', totals: { gross: '119.00', open: '119.00' } },
  lines: [
    { line: '1', sku: 'A', quantity: '1', amount: '60.00', taxRate: '19' },
    { line: '2', sku: 'B', quantity: '1', amount: '40.00', taxRate: '19' },
  ],
  ...overrides,
})
let finance: string
let apiKey: string
beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'FIRST', account: 'C-1' })
  finance = await portal.signIn('fin@c.example', 'C-1', 'finance')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.runDueJobs()
  portal.setTime('2026-03-09T12:00:00Z')
  await portal.runDueJobs()
  await signedIn()
})
const signedIn = async () => {
  finance = await portal.login('fin@c.example')
  return finance
}
const request = async (number: string, kind: string, body: object, key = randomUUID()) =>
  portal.call('POST', `/documents/invoices/${encodeURIComponent(number)}/${kind}`, {
    token: finance,
    body: { key, ...body },
  })
const dispute = (number: string, extent: object = {}) =>
  request(number, 'dispute', { reason: 'PRI', wanted: 'CNA', note: 'Not agreed', ...extent })
const answer = (id: unknown, state: string) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state, text: 'Looked at' } })
/** The customer takes a request back, or the supplier closes or decides it, with as few words as it takes. */
const end = (id: string, state: string) =>
  state === 'withdrawn'
    ? portal.call('DELETE', `/requests/${id}`, { token: finance })
    : portal.call('POST', `/ingest/requests/${id}/answer`, {
        token: apiKey,
        body: { state, ...(state === 'answered' ? { text: 'Looked at' } : {}) },
      })
type Row = { number: string; disputed: boolean; disputedAmount: string | null; promisedPayment: string | null }
const rowsOf = async (query = '') =>
  ((await portal.get(`/documents/invoices${query}`, finance)).body as { rows: Row[] }).rows
const rowOf = async (number: string) => (await rowsOf('?limit=100')).find((row) => row.number === number)
const detailOf = async (number: string, token = finance) =>
  (await portal.get(`/documents/invoices/${number}`, token)).body as {
    header: Record<string, unknown>
    paymentLink: string | null
    payTo: { iban: string | null; bic: string | null } | null
    transferCode: string | null
  }
const remindersAt = async (instant: string) => {
  portal.setTime(instant)
  await portal.runDueJobs()
  await signedIn()
  const list = (await portal.get('/notifications', finance)).body as Notification[]
  return list.filter(({ type }) => type === 'invoices').map(({ message }) => message)
}

describe('a dispute', () => {
  test.each([
    ['all of it', {}, '119'],
    ['all of it, as an empty list of lines says too', { lines: [] }, '119'],
    ['one line, with its tax', { lines: ['1'] }, '71.4'],
    ['an amount', { amount: '20.5' }, '20.5'],
  ])('of %s shows on the invoice, in the list, in files and in the ageing', async (_, extent, amount) => {
    const number = `D-${amount}-${Object.keys(extent).join('')}`
    await portal.ingest(invoice(number, { dueDate: '2026-01-20' }))
    const before = await balanceOf()
    expect((await dispute(number, extent)).status).toBe(200)
    expect(Number((await rowOf(number))?.disputedAmount)).toBe(Number(amount))
    expect((await detailOf(number)).header).toMatchObject({ disputed: true })
    expect((await rowsOf('?disputed=true')).map((row) => row.number)).toContain(number)
    const csv = (
      await portal.get('/documents/invoices/export?format=csv&columns=number,disputed,disputedAmount', finance)
    ).text
    expect(csv).toContain(`${number},Yes,${Number(amount).toFixed(2)}`)
    const after = await balanceOf()
    expect(Number(after.disputed) - Number(before.disputed)).toBeCloseTo(Number(amount))
    expect(Number(after.disputedOverdue) - Number(before.disputedOverdue)).toBeCloseTo(Number(amount))
    const statement = (await portal.get('/statement?from=2026-01-01&to=2026-12-31&currency=EUR&limit=100', finance))
      .body
    expect(statement).toMatchObject({
      movements: expect.arrayContaining([expect.objectContaining({ number, disputed: true })]),
    })
  })

  test('shows in the statement that is saved, as a list and on paper', async () => {
    await portal.ingest(invoice('D-saved', { issueDate: '2025-07-01', dueDate: '2025-07-31' }))
    expect((await dispute('D-saved', { amount: '20.5' })).status).toBe(200)
    const period = 'from=2025-07-01&to=2025-07-31&currency=EUR'
    const csv = await portal.get(`/statement/csv?${period}`, finance)
    expect(csv.text.split('\r\n').find((row) => row.includes('D-saved'))).toMatch(/,EUR,Yes,$/)
    const headers = { authorization: `Bearer ${finance}` }
    const paper = await portal.app.inject({ method: 'GET', url: `/api/statement/pdf?${period}`, headers })
    const { text } = await readPdf(paper.rawPayload)
    expect(text).toMatch(/D-saved.*?Disputed/s)
    expect(text).toContain((await balanceOf()).disputed.replace(/^(\d+\.\d).*$/, '$1'))
  })

  test('is over when the supplier has decided, and when it is taken back', async () => {
    await portal.ingest(invoice('D-over'), invoice('D-back'))
    const { body } = await dispute('D-over')
    await answer(body.id, 'taken')
    expect(await rowOf('D-over')).toMatchObject({ disputed: true })
    await answer(body.id, 'declined')
    expect(await rowOf('D-over')).toMatchObject({ disputed: false, disputedAmount: null })
    const other = await dispute('D-back')
    await portal.call('DELETE', `/requests/${other.body.id}`, { token: finance })
    expect(await rowOf('D-back')).toMatchObject({ disputed: false })
    expect((await rowsOf('?disputed=true')).map((row) => row.number)).not.toContain('D-over')
  })

  test('of lines and an amount at once, or of more than the invoice, is refused', async () => {
    await portal.ingest(invoice('D-wrong'))
    expect(await dispute('D-wrong', { lines: ['1'], amount: '1' })).toMatchObject({ status: 400 })
    expect(await dispute('D-wrong', { amount: '119.01' })).toMatchObject({ status: 400 })
    expect(await rowOf('D-wrong')).toMatchObject({ disputed: false })
  })

  test('of two colleagues at once is one dispute and one refusal', async () => {
    await portal.ingest(invoice('D-two'))
    const colleague = await portal.signIn('fin2@c.example', 'C-1', 'finance')
    const body = { reason: 'PRI', wanted: 'CNA', note: 'Not agreed' }
    const both = await Promise.all(
      [finance, colleague].map((token) =>
        portal.call('POST', '/documents/invoices/D-two/dispute', { token, body: { key: randomUUID(), ...body } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rowOf('D-two')).toMatchObject({ disputed: true })
  })

  test.each([
    ['a line of it', {}, { lines: ['1'] }, 409],
    ['the same line among others', { lines: ['1'] }, { lines: ['1', '2'] }, 409],
    ['another amount', { amount: '5' }, { amount: '7' }, 409],
    ['another line', { lines: ['1'] }, { lines: ['2'] }, 200],
    ['all of it, of which a line is disputed', { lines: ['1'] }, {}, 200],
  ])('that waits, and a second of %s: one waits, or both where they differ', async (what, first, second, status) => {
    const number = `D-second ${what}`
    await portal.ingest(invoice(number))
    const { body } = await dispute(number, first)
    expect((await dispute(number, second)).status).toBe(status)
    await answer(body.id, 'declined')
    if (status === 409) expect((await dispute(number, second)).status).toBe(200)
  })

  test('tells open pages that the invoices have changed', async () => {
    await portal.ingest(invoice('D-live'))
    const version = async () =>
      (await portal.database.owner.query<{ invoices: string }>('select invoices from account_versions')).rows[0]
        ?.invoices
    const before = await version()
    const { body } = await dispute('D-live')
    expect(Number(await version())).toBe(Number(before) + 1)
    await answer(body.id, 'answered')
    expect(Number(await version())).toBeGreaterThan(Number(before) + 1)
  })

  test('is a filter of invoices only', async () => {
    expect((await portal.get('/documents/orders?disputed=true', finance)).status).toBe(400)
    const buyer = await portal.signIn('log@c.example', 'C-1', 'logistics')
    expect((await portal.get('/documents/invoices?disputed=true', buyer)).status).toBe(404)
  })

  test('comes to no more than what is open, whatever is disputed how often', async () => {
    const amount = fc.integer({ min: 1, max: 11_900 }).map((cents) => (cents / 100).toFixed(2))
    const extent = fc.oneof(
      fc.constant({}),
      amount.map((text) => ({ amount: text })),
      fc.subarray(['1', '2'], { minLength: 1 }).map((lines) => ({ lines })),
    )
    let count = 0
    await fc.assert(
      fc.asyncProperty(amount, fc.array(extent, { minLength: 1, maxLength: 3 }), async (open, extents) => {
        const number = `P-${count++}`
        await portal.ingest(invoice(number, { totals: { gross: '119.00', open }, dueDate: '2026-01-20' }))
        for (const one of extents) await insertDispute(number, one)
        const { disputedAmount } = (await detailOf(number)).header as { disputedAmount: string }
        expect(compare(disputedAmount, '0')).toBeGreaterThan(0)
        expect(compare(disputedAmount, open)).toBeLessThanOrEqual(0)
        const amounts = extents.map((one) => ('amount' in one ? one.amount : null))
        if (amounts.every((text) => text !== null)) {
          const named = sum(amounts)
          expect(compare(disputedAmount, compare(named, open) < 0 ? named : open)).toBe(0)
        }
      }),
      { numRuns: isLong ? 30 : 10 },
    )
  })
})

/** Stores a dispute without its mails and the limit of requests in an hour. */
async function insertDispute(number: string, extent: object, state = 'open'): Promise<string> {
  const id = randomUUID()
  await portal.database.owner.query(
    `insert into requests (account_id, id, document_type, document_number, document_hash, kind, content, made_at, made_by,
       key, made_by_name, made_by_email, state, last_at)
     select a.account_id, $1, 'invoices', $2, '', 'dispute', $3, '2026-02-02', u.id, $1, '', u.email, $4, '2026-02-02'
     from accounts a, users u where u.email = 'fin@c.example'`,
    [id, number, extent, state],
  )
  return id
}

async function balanceOf(): Promise<Balance> {
  const { balances } = (await portal.get('/statement/balances', finance)).body as { balances: Balance[] }
  return balances.find(({ currency }) => currency === 'EUR') as Balance
}

describe('a promise to pay', () => {
  test('shows its day on the invoice, and the ERP reads it', async () => {
    await portal.ingest(invoice('W-1'))
    expect(await request('W-1', 'promisePayment', { payOn: '2026-03-20' })).toMatchObject({ status: 200 })
    expect(await rowOf('W-1')).toMatchObject({ promisedPayment: '2026-03-20' })
    await request('W-1', 'promisePayment', { payOn: '2026-03-18', note: 'Sooner' })
    expect(await rowOf('W-1')).toMatchObject({ promisedPayment: '2026-03-18' })
    const { body } = await portal.get('/ingest/requests?limit=100', apiKey)
    expect((body as { requests: CustomerRequest[] }).requests).toContainEqual(
      expect.objectContaining({
        kind: 'promisePayment',
        number: 'W-1',
        content: { payOn: '2026-03-18', note: 'Sooner' },
      }),
    )
  })

  test('counts no longer when the supplier declines it', async () => {
    await portal.ingest(invoice('W-2'))
    const { body } = await request('W-2', 'promisePayment', { payOn: '2026-03-20' })
    await answer(body.id, 'declined')
    expect(await rowOf('W-2')).toMatchObject({ promisedPayment: null })
  })

  test.each(['2026-03-08', '2026-09-06'])('for a day that is over or far off is refused: %s', async (payOn) => {
    await portal.ingest(invoice('W-3'))
    expect(await request('W-3', 'promisePayment', { payOn })).toMatchObject({ status: 400 })
  })

  test('for a day that a colleague has promised already is refused', async () => {
    await portal.ingest(invoice('W-5'))
    expect((await request('W-5', 'promisePayment', { payOn: '2026-03-20' })).status).toBe(200)
    expect((await request('W-5', 'promisePayment', { payOn: '2026-03-20' })).status).toBe(409)
    expect((await request('W-5', 'promisePayment', { payOn: '2026-03-22' })).status).toBe(200)
  })

  test('sent twice, it is made once', async () => {
    await portal.ingest(invoice('W-4'))
    const key = randomUUID()
    const both = await Promise.all([1, 2].map(() => request('W-4', 'promisePayment', { payOn: '2026-03-20' }, key)))
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('the link of the operator’s payment provider', () => {
  test('stands on open invoices with their values, escaped', async () => {
    await portal.ingest(invoice('L/1 ?&ü', { totals: { gross: '119.00', open: '19.50' } }))
    const { paymentLink: link } = await detailOf(encodeURIComponent('L/1 ?&ü'))
    expect(link).toBe('https://pay.example/L%2F1%20%3F%26%C3%BC?sum=19.50&in=EUR')
  })

  test('is on nothing that is paid, credited or cancelled', async () => {
    await portal.ingest(
      invoice('L-paid', { totals: { gross: '119.00', open: '0.00', paid: '119.00' } }),
      invoice('L-credit', { invoiceKind: '381' }),
      invoice('L-gone', { status: 'cancelled' }),
    )
    for (const number of ['L-paid', 'L-credit', 'L-gone']) expect((await detailOf(number)).paymentLink).toBeNull()
  })
})

describe('what an invoice’s page says about paying', () => {
  test('is the account to pay to, and a code over what is due', async () => {
    await portal.ingest(
      invoice('PAY-1', {
        totals: { gross: '119.00', open: '119.00' },
        details: { bankAccount: 'NL91 ABNA 0417 1643 00 ABNANL2A', paymentReference: 'RF18539007547034' },
      }),
    )
    const { payTo, transferCode } = await detailOf('PAY-1')
    expect(payTo).toMatchObject({ iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' })
    expect(transferCode?.split('\n')).toEqual(
      expect.arrayContaining(['BCD', 'NL91ABNA0417164300', 'EUR119.00', 'RF18539007547034']),
    )
  })

  test('leaves out what is disputed, and says nothing once it is paid', async () => {
    await portal.ingest(
      invoice('PAY-2', {
        totals: { gross: '119.00', open: '119.00' },
        details: { bankAccount: 'NL91 ABNA 0417 1643 00' },
      }),
      invoice('PAY-3', {
        totals: { gross: '1.00', open: '0.00', paid: '1.00' },
        details: { bankAccount: 'NL91 ABNA 0417 1643 00' },
      }),
    )
    await dispute('PAY-2', { amount: '19.00' })
    expect((await detailOf('PAY-2')).transferCode).toContain('EUR100.00')
    expect(await detailOf('PAY-3')).toMatchObject({ payTo: null, transferCode: null })
  })
})

describe('reminders', () => {
  test('of an invoice wait while it is disputed or promised, and come when that is over', async () => {
    await portal.database.owner.query('delete from requests')
    await portal.database.owner.query('delete from documents')
    await portal.ingest(
      invoice('R-plain', { dueDate: '2026-03-13' }),
      invoice('R-disputed', { dueDate: '2026-03-13' }),
      invoice('R-promised', { dueDate: '2026-03-13' }),
      invoice('R-advised', { dueDate: '2026-03-13' }),
    )
    const { body } = await dispute('R-disputed')
    await request('R-promised', 'promisePayment', { payOn: '2026-03-25' })
    const advised = { paidOn: '2026-03-25', invoices: [{ number: 'R-advised', currency: 'EUR', amount: '119' }] }
    await portal.call('POST', '/remittances', { token: finance, body: { key: randomUUID(), ...advised } })
    expect(await remindersAt('2026-03-11T10:00:00Z')).toEqual(['Invoice R-plain is due on 13 Mar 2026.'])
    const overdue = (number: string) => expect.stringContaining(`Invoice ${number} was due on 13 Mar 2026`)
    expect(await remindersAt('2026-03-14T10:00:00Z')).toEqual([overdue('R-plain'), expect.anything()])
    const waiting = await remindersAt('2026-03-24T10:00:00Z')
    for (const number of ['R-promised', 'R-advised']) expect(waiting).not.toContainEqual(overdue(number))
    const over = await remindersAt('2026-03-26T10:00:00Z')
    for (const number of ['R-promised', 'R-advised']) expect(over).toContainEqual(overdue(number))
    expect(await remindersAt('2026-04-20T10:00:00Z')).not.toContainEqual(overdue('R-disputed'))
    await answer(body.id, 'declined')
    expect(await remindersAt('2026-04-20T18:00:00Z')).not.toContainEqual(overdue('R-disputed'))
    const resumed = await remindersAt('2026-04-21T10:00:00Z')
    expect(resumed.filter((text) => text.includes('R-disputed was due'))).toHaveLength(1)
    const later = await remindersAt('2026-04-23T10:00:00Z')
    expect(later.filter((text) => text.includes('R-disputed was due'))).toHaveLength(1)
  })

  test('of an invoice that was due long ago come on the day after its dispute or advice ended without words', async () => {
    const ends = ['withdrawn', 'closed', 'declined']
    const [disputed, advised] = ['D', 'A'].map((kind) => ends.map((state) => `L-${kind}-${state}`))
    portal.setTime('2026-04-24T10:00:00Z')
    await portal.ingest(...[disputed, advised].flatMap((numbers = []) => numbers.map((number) => invoice(number))))
    await signedIn()
    const waiting: { id: string; state: string }[] = []
    for (const [at, state] of ends.entries()) {
      const paid = [{ number: advised?.[at], currency: 'EUR', amount: '119' }]
      const advice = { key: randomUUID(), paidOn: '2026-05-30', invoices: paid }
      for (const { body } of [
        await dispute(String(disputed?.[at])),
        await portal.call('POST', '/remittances', { token: finance, body: advice }),
      ])
        waiting.push({ id: String(body.id), state })
    }
    const reminded = async (instant: string) =>
      (await remindersAt(instant)).flatMap((text) => /L-\w-\w+(?= was due)/.exec(text) ?? []).toSorted()
    expect(await reminded('2026-04-27T10:00:00Z')).toEqual([])
    for (const { id, state } of waiting) expect((await end(id, state)).status).toBe(200)
    expect(await reminded('2026-04-27T18:00:00Z')).toEqual([])
    // An advice that is closed was not refused: it holds until its day.
    const over = ['L-A-declined', 'L-A-withdrawn', 'L-D-closed', 'L-D-declined', 'L-D-withdrawn']
    expect(await reminded('2026-04-28T10:00:00Z')).toEqual(over)
    expect(await reminded('2026-04-30T10:00:00Z')).toEqual(over)
  })

  test('never speak of what is disputed, whatever was disputed and decided before', async () => {
    const day = fc.integer({ min: 1, max: 40 }).map((days) => dayAfter('2026-05-01', days))
    const past = fc.record({ state: fc.constantFrom('accepted', 'declined', 'answered', 'closed', 'withdrawn'), day })
    const disputes: { id: string; state: string; day: string }[] = []
    let count = 0
    await fc.assert(
      fc.asyncProperty(day, fc.array(past, { maxLength: 3 }), fc.boolean(), async (dueDate, decided, disputed) => {
        const number = `N-${count++}`
        await portal.ingest(invoice(number, { dueDate }))
        for (const one of decided) disputes.push({ ...one, id: await insertDispute(number, {}) })
        if (disputed) await insertDispute(number, {}, ['open', 'taken', 'asked'][count % 3])
      }),
      { numRuns: 60 },
    )
    for (let days = 1; days <= 50; days++) {
      const today = dayAfter('2026-05-01', days)
      await remindersAt(`${today}T10:00:00Z`)
      for (const { id, state } of disputes.filter((one) => one.day === today))
        expect((await end(id, state)).status).toBe(200)
    }
    const { rows } = await portal.database.owner.query<{ disputed: number; others: number; missed: number }>(
      `select count(*) filter (where d.disputed and d.reminded)::int as disputed, count(*) filter (where d.reminded)::int as others,
         count(*) filter (where not d.disputed and not d.reminded)::int as missed
       from (select exists (select from requests q where q.document_number = x.number and q.state in ('open', 'taken', 'asked')) as disputed,
           exists (select from reminders r where r.document_id = x.id and r.kind = 'invoices.overdue') as reminded
         from documents x where x.number like 'N-%') d`,
    )
    expect(rows[0]).toMatchObject({ disputed: 0, missed: 0 })
    expect(rows[0]?.others).toBeGreaterThan(10)
  }, 60_000)

  test('do not come again because a dispute that had ended is closed', async () => {
    portal.setTime('2026-07-01T10:00:00Z')
    await portal.ingest(invoice('E-1', { dueDate: '2026-06-01' }))
    await signedIn()
    const { body } = await dispute('E-1')
    const id = String(body.id)
    const reminded = async (instant: string) =>
      (await remindersAt(instant)).filter((text) => text.includes('E-1 was due')).length
    expect((await end(id, 'answered')).status).toBe(200)
    expect(await reminded('2026-07-02T10:00:00Z')).toBe(1)
    portal.setTime('2026-07-11T10:00:00Z')
    await signedIn()
    expect((await end(id, 'closed')).status).toBe(200)
    expect(await reminded('2026-07-12T10:00:00Z')).toBe(1)
  })
})

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
