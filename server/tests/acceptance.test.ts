import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

/* A quote is accepted as the person saw it, with the options that they chose, once. */

const portal = await testPortal()
let buyer: string
let apiKey: string

const line = (name: string, amount: string, option?: 'optional' | 'alternative') => ({
  ...{ line: name, sku: `BK-${name}`, name: `Item ${name}`, quantity: '10', unit: 'EA', taxRate: '19', amount },
  ...(option ? { option } : {}),
})
const quote = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'quotes', number, account: 'C-1', status: 'open', validUntil: '2026-04-01', currency: 'EUR' },
  modifiedAt: '2026-03-01T10:00:00Z',
  totals: { net: '100.00', tax: '19.00', gross: '119.00' },
  salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' },
  shipTo: { name: 'Better Bikes', lines: ['Dock 4'], postalCode: '9000', city: 'Gent', country: 'BE' },
  ...{ paymentTerms: '30 days net', deliveryTerms: 'DAP Gent' },
  details: { revision: '1' },
  lines: [line('1', '100.00'), line('2', '120.00', 'alternative'), line('3', '20.00', 'optional')],
  ...overrides,
})
/** What the person saw who chose the alternative and three of the option. */
const chosen = {
  lines: [{ line: '2' }, { line: '3', quantity: '3' }],
  seen: { revision: '1', modifiedAt: '2026-03-01T10:00:00Z', validUntil: '2026-04-01', amount: '149.94' },
}

beforeAll(async () => {
  await send(...['Q-1', 'Q-same', 'Q-cut', 'Q-two', 'Q-revised', 'Q-wrong', 'Q-plain'].map((number) => quote(number)))
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

const send = async (...documents: IngestDocument[]) => expect((await portal.ingest(...documents)).errors).toEqual([])
const accept = (number: string, body: object = chosen, token = buyer) =>
  portal.call('POST', `/documents/quotes/${number}/accept`, {
    token,
    body: { key: randomUUID(), signature: 'Berta Byer', ...body },
  })
const requestsOf = async (number: string, token = buyer) =>
  ((await portal.get(`/documents/quotes/${number}/requests`, token)).body as { requests: CustomerRequest[] }).requests
const statusOf = async (number: string) =>
  ((await portal.get(`/documents/quotes/${number}`, buyer)).body as { status: string }).status

describe('a quote is accepted with an alternative and a part of an option', () => {
  test('the salesperson reads what was chosen, and the quote shows one state', async () => {
    const { status, body, text } = await accept('Q-1')
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ kind: 'accept', content: { lines: chosen.lines, signature: 'Berta Byer' } })
    expect(body.content).not.toHaveProperty('seen')
    expect(await statusOf('Q-1')).toBe('accepted')
    const [mail] = await portal.mails()
    expect(mail?.text).toContain('- Line 2\n- Line 3 · 3\n')
  })

  test('what the person saw is kept with it, and the ERP gets it', async () => {
    const shown = {
      ...{ revision: '1', validUntil: '2026-04-01', currency: 'EUR', net: '126.00', tax: '23.94', gross: '149.94' },
      ...{ paymentTerms: '30 days net', deliveryTerms: 'DAP Gent' },
      shipTo: ['Better Bikes', 'Dock 4', '9000 Gent', 'BE'],
      lines: [
        { line: '2', quantity: '10', amount: '120.00' },
        { line: '3', quantity: '3', amount: '6.00' },
      ],
    }
    expect((await requestsOf('Q-1'))[0]?.shown).toMatchObject(shown)
    const { requests } = (await portal.get('/ingest/requests?limit=100', apiKey)).body as {
      requests: { number: string; shown: object; documentHash: string }[]
    }
    const taken = requests.find(({ number }) => number === 'Q-1')
    expect(taken).toMatchObject({ shown })
    expect(taken?.documentHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('what was shown stays as it was when the quote changes', async () => {
    await send(quote('Q-1', { modifiedAt: '2026-03-05T10:00:00Z', totals: { net: '900', tax: '171', gross: '1071' } }))
    expect((await requestsOf('Q-1'))[0]?.shown).toMatchObject({ gross: '149.94' })
  })
})

test('without a choice, and from a program that says nothing of what was seen, all but the options is accepted', async () => {
  expect((await accept('Q-plain', {})).status).toBe(200)
  const [request] = await requestsOf('Q-plain')
  expect(request?.shown).toMatchObject({ gross: '119.00', lines: [{ line: '1' }] })
})

test.each([
  ['an amount', { amount: '150.00' }, 'amount'],
  ['a validity', { validUntil: '2026-05-01' }, 'validUntil'],
  ['a version', { revision: '2' }, 'revision'],
  ['another state', { modifiedAt: '2026-02-01T10:00:00Z' }, 'modifiedAt'],
])('a quote of which the person saw %s that is no longer so is not accepted', async (_what, other, field) => {
  const reply = await accept('Q-wrong', { ...chosen, seen: { ...chosen.seen, ...other } })
  expect(reply.status).toBe(409)
  expect((reply.body.errors as { field: string }[]).map((error) => error.field)).toEqual([field])
  expect(await requestsOf('Q-wrong')).toEqual([])
  expect(await statusOf('Q-wrong')).toBe('open')
})

test.each([
  ['that the quote does not have', [{ line: '9' }]],
  ['that is no option', [{ line: '1' }]],
  ['named twice', [{ line: '3' }, { line: '3' }]],
  ['of which less is offered', [{ line: '3', quantity: '11' }]],
])('a line %s is refused by its name', async (_what, lines) => {
  const reply = await accept('Q-wrong', { lines })
  expect([reply.status, reply.body.errors]).toEqual([
    400,
    [{ field: 'lines', message: expect.stringContaining(`“${lines[0]?.line}”`) }],
  ])
})

test('fewer of a line that is no option is a counter-offer, and the refusal says so', async () => {
  const reply = await accept('Q-wrong', { lines: [{ line: '1', quantity: '1' }] })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('make a counter-offer') } })
})

test('pressed twice it is accepted once, and a retry after a cut gets the same, even when the quote has changed since', async () => {
  const body = { ...chosen, key: randomUUID() }
  const replies = await Promise.all([1, 2, 3].map(() => accept('Q-cut', body)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await send(quote('Q-cut', { modifiedAt: '2026-03-06T10:00:00Z', details: { revision: '2' } }))
  const again = await accept('Q-cut', body)
  expect([again.status, again.body.id]).toEqual([200, replies[0]?.body.id])
  expect(await requestsOf('Q-cut')).toHaveLength(1)
})

test('of two colleagues who decide at once one is heard, and the other learns it', async () => {
  const colleague = await portal.signIn('second@c.example', 'C-1', 'buyer')
  const replies = await Promise.all([
    accept('Q-two'),
    portal.call('POST', '/documents/quotes/Q-two/reject', {
      token: colleague,
      body: { key: randomUUID(), reason: 'price' },
    }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await requestsOf('Q-two')).toHaveLength(1)
})

test('a quote that is revised while it is accepted is accepted as it was seen, or not at all', async () => {
  const [reply] = await Promise.all([
    accept('Q-revised'),
    send(quote('Q-revised', { modifiedAt: '2026-03-06T10:00:00Z', totals: { net: '200', tax: '38', gross: '238' } })),
  ])
  const [request] = await requestsOf('Q-revised')
  expect([200, 409]).toContain(reply.status)
  expect(request?.shown?.gross).toBe(reply.status === 200 ? '149.94' : undefined)
})
