import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, sum } from '#contract/money.ts'
import { discountOf, earlyPaymentOf } from '#contract/payments/early-payment.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const seller = { name: 'Nordwind GmbH', bank: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' } }
const portal = await testPortal('2026-03-10T09:00:00Z', { seller })
const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const invoice = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'invoices', number, account: 'C-1', currency: 'EUR', issueDate: '2026-03-01', dueDate: '2026-03-20' },
  ...{ totals: { gross: '100.00', open: '100.00' }, salesperson },
  ...overrides,
})
let finance: string
let buyer: string
let apiKey: string
beforeAll(async () => {
  await portal.ingest(
    invoice('I-1', { details: { earlyPayment: '2 % (2026-03-15)' } }),
    invoice('I-2', { details: { paymentReference: 'RF18 5390 0754 7034' } }),
    invoice('I-3', { currency: 'USD' }),
    invoice('I-4'),
    invoice('I-5'),
    invoice('I-paid', { totals: { gross: '100.00', open: '0.00', paid: '100.00' } }),
    invoice('I-own', { details: { bankAccount: 'NL91 ABNA 0417 1643 00' } }),
    invoice('C-1', { invoiceKind: '381', totals: { gross: '30.00', open: '30.00' } }),
    invoice('C-2', { invoiceKind: '381', totals: { gross: '30.00', open: '30.00' } }),
    invoice('I-6'),
    { type: 'invoices', number: 'X-1', account: 'C-2', currency: 'EUR', totals: { gross: '5.00', open: '5.00' } },
  )
  finance = await portal.signIn('fin@c.example', 'C-1', 'finance')
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.mails()
})

type Part = { number: string; currency: string; amount: string; discount?: string }
const euro = (number: string, amount: string, discount?: string): Part => ({
  ...{ number, currency: 'EUR', amount },
  ...(discount === undefined ? {} : { discount }),
})
const advise = (invoices: readonly Part[], more: object = {}, token = finance) =>
  portal.call('POST', '/remittances', { token, body: { key: randomUUID(), paidOn: '2026-03-11', invoices, ...more } })
const payable = async (...numbers: string[]) =>
  (await portal.call('POST', '/remittances/payable', { token: finance, body: { numbers } })).body
    .invoices as PayableInvoice[]
const requestsOf = async (number: string) =>
  ((await portal.get(`/documents/invoices/${number}/requests`, finance)).body as { requests: CustomerRequest[] })
    .requests

describe('what chosen invoices come to', () => {
  test('is told with the account to pay to, and nothing of what is paid or of others', async () => {
    expect(await payable('I-1', 'I-2', 'I-paid', 'C-1', 'I-own', 'X-1', 'I-none')).toEqual([
      expect.objectContaining({ number: 'C-1', open: '-30.00' }),
      expect.objectContaining({
        ...{ number: 'I-1', open: '100.00', earlyPayment: '2 % (2026-03-15)', reference: 'I-1' },
        account: expect.objectContaining({ iban: 'DE02120300000000202051', holder: 'Nordwind GmbH' }),
      }),
      expect.objectContaining({ number: 'I-2', reference: 'RF18 5390 0754 7034' }),
      expect.objectContaining({ number: 'I-own', account: expect.objectContaining({ iban: 'NL91ABNA0417164300' }) }),
    ])
  })

  test('is told to people who pay, and to nobody else', async () => {
    const logistics = await portal.signIn('log@c.example', 'C-1', 'logistics')
    for (const [token, status] of [
      [buyer, 403],
      [logistics, 404],
    ] as const) {
      expect((await portal.call('POST', '/remittances/payable', { token, body: { numbers: ['I-1'] } })).status).toBe(
        status,
      )
      expect((await advise([euro('I-1', '1')], {}, token)).status).toBe(status)
    }
  })
})

describe('a remittance advice', () => {
  test('names all its invoices to the supplier at once, and stands on the page of each', async () => {
    const parts = [
      euro('I-1', '98', '2'),
      euro('I-2', '50.5'),
      euro('C-1', '-30'),
      { ...euro('I-3', '100'), currency: 'USD' },
    ]
    const { status, body } = await advise(parts, { reference: 'Run 7', note: 'March' })
    expect([status, body.kind, body.state]).toEqual([200, 'adviseRemittance', 'open'])
    expect(body.number).toMatch(/^RA-[0-9A-Z]{8}$/)
    const [mail, ...others] = await portal.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: { address: salesperson.email }, subject: `C-1: remittance advice ${body.number}` })
    expect(mail?.text).toContain(
      '- I-1: 98.00 EUR, after 2.00 EUR off for early payment\n- I-2: 50.50 EUR\n- C-1: -30.00 EUR\n',
    )
    for (const { number } of parts) expect(await requestsOf(number)).toMatchObject([{ id: body.id }])
    expect(await requestsOf('I-4')).toEqual([])
    const taken = (await portal.get('/ingest/requests?limit=100', apiKey)).body as { requests: CustomerRequest[] }
    expect(taken.requests).toContainEqual(
      expect.objectContaining({
        id: body.id,
        account: 'C-1',
        content: { paidOn: '2026-03-11', invoices: parts, reference: 'Run 7', note: 'March' },
      }),
    )
  })

  test('is answered once: the answer stands on its invoices and leads there', async () => {
    const { body } = await advise([euro('I-4', '10'), euro('I-5', '10')])
    await portal.mails()
    await portal.call('POST', `/ingest/requests/${body.id}/answer`, {
      token: apiKey,
      body: { state: 'accepted', text: 'Booked' },
    })
    expect(await requestsOf('I-5')).toContainEqual(expect.objectContaining({ id: body.id, answer: 'Booked' }))
    const [mail] = await portal.mails()
    expect(mail?.text).toContain('/invoices/I-4')
  })

  test('sent twice at once, it is one advice and one mail', async () => {
    await portal.mails()
    const body = { key: randomUUID(), paidOn: '2026-03-11', invoices: [euro('I-4', '1')] }
    const both = await Promise.all([1, 2].map(() => portal.call('POST', '/remittances', { token: finance, body })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect(await portal.mails()).toHaveLength(1)
    expect(
      await portal.call('POST', '/remittances', { token: finance, body: { ...body, paidOn: '2026-03-12' } }),
    ).toMatchObject({ status: 409 })
  })

  test('of two colleagues at once is one advice and one refusal, which says why', async () => {
    const colleague = await portal.signIn('fin2@c.example', 'C-1', 'finance')
    const both = await Promise.all([
      advise([euro('I-6', '60')], {}, finance),
      advise([euro('I-6', '60')], { paidOn: '2026-03-12' }, colleague),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toContain('“I-6”')
    expect(await payable('I-6')).toMatchObject([{ open: '100.00', advisedAmount: '60.00' }])
    // What is left may be advised, and no more than that.
    expect((await advise([euro('I-6', '40.01')])).status).toBe(409)
    expect((await advise([euro('I-6', '40')])).status).toBe(200)
  })

  test('bars another one for the same invoice until the supplier has booked it, or it is taken back', async () => {
    await portal.ingest(invoice('I-7'), invoice('I-8'))
    await advise([euro('I-7', '100')])
    await portal.ingest(invoice('I-7', { totals: { gross: '100.00', open: '30.00', paid: '70.00' } }))
    expect(await payable('I-7')).toMatchObject([{ open: '30.00', advisedAmount: null }])
    expect((await advise([euro('I-7', '30')])).status).toBe(200)
    const { body } = await advise([euro('I-8', '100')])
    expect((await advise([euro('I-8', '1')])).status).toBe(409)
    await portal.call('DELETE', `/requests/${body.id}`, { token: finance })
    expect((await advise([euro('I-8', '100')])).status).toBe(200)
  })

  test.each([
    ['more than is open', [euro('I-4', '100.01')]],
    ['more than is open with the discount', [euro('I-4', '98', '2.01')]],
    ['an invoice twice', [euro('I-4', '1'), euro('I-4', '1')]],
    ['an invoice that is paid', [euro('I-paid', '1')]],
    ['another currency than the invoice’s', [{ ...euro('I-4', '1'), currency: 'USD' }]],
    ['a negative part of an invoice', [euro('I-4', '-1'), euro('I-5', '10')]],
    ['a credit note as if it were paid', [euro('C-1', '30')]],
    ['more credit than there is', [euro('C-1', '-30.01'), euro('I-4', '100')]],
    ['a sum that is nothing', [euro('C-2', '-30'), euro('I-4', '30')]],
    ['a discount on a credit note', [euro('C-2', '-20', '1'), euro('I-4', '50')]],
  ])('of %s is refused', async (_, parts) => {
    expect((await advise(parts)).status).toBe(400)
  })

  test.each([
    ['another customer’s invoice', 'X-1'],
    ['an invoice that nobody has', 'I-none'],
  ])('of %s finds nothing', async (_, number) => {
    expect((await advise([euro('I-4', '1'), euro(number, '1')])).status).toBe(404)
  })

  test('is seen by everybody who may see invoices, and by nobody else', async () => {
    await portal.database.owner.query('update memberships set role = role')
    const listed = (await portal.get('/requests?limit=50', buyer)).body as { requests: CustomerRequest[] }
    expect(listed.requests.some(({ kind }) => kind === 'adviseRemittance')).toBe(true)
    const logistics = await portal.login('log@c.example')
    expect((await portal.get('/requests?limit=50', logistics)).text).not.toContain('RA-')
  })
})

describe('what is taken off for paying early', () => {
  test.each([
    ['2 % (2026-03-15)', '2026-03-15', '2.00'],
    ['2 % (2026-03-15)', '2026-03-16', '0'],
    ['2.5 %', '2027-01-01', '2.50'],
    ['2 % within 10 days', '2026-03-01', '0'],
    [null, '2026-03-01', '0'],
  ])('by "%s" on %s is %s of 100', (terms, paidOn, discount) => {
    expect(discountOf(earlyPaymentOf(terms), { open: '100.00', paidOn, places: 2 })).toBe(discount)
  })

  test('and what is paid come to what is open, in whole cents', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n })
    const percent = fc.integer({ min: 0, max: 9999 }).map((hundredths) => (hundredths / 100).toFixed(2))
    fc.assert(
      fc.property(cents, percent, fc.constantFrom(0, 2, 3), (amount, rate, places) => {
        const digits = String(amount).padStart(places + 1, '0')
        const open = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
        const discount = discountOf(earlyPaymentOf(`${rate} %`), { open, paidOn: '2026-01-01', places })
        expect(compare(discount, '0')).toBeGreaterThanOrEqual(0)
        expect(compare(discount, open)).toBeLessThanOrEqual(0)
        expect((discount.split('.')[1] ?? '').length).toBeLessThanOrEqual(places)
        const paid = sum([open, `-${discount}`])
        expect(compare(sum([paid, discount]), open)).toBe(0)
      }),
    )
  })
})
