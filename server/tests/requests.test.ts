import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { maxBytesPerDay, maxFileBytes } from '#contract/requests/file-limits.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()

const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const quote = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  type: 'quotes',
  number,
  account: 'C-1',
  accountName: 'Better Bikes',
  status: 'open',
  validUntil: '2026-04-01',
  currency: 'EUR',
  totals: { gross: '100.00' },
  salesperson,
  details: { revision: '1' },
  lines: [{ line: '1', sku: 'BK-1', quantity: '2' }],
  ...overrides,
})
const buildDocument = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({
  type,
  number,
  account: 'C-1',
  lines: [{ line: '1', sku: 'BK-1', quantity: '2' }],
  ...overrides,
})

let buyer: string
let finance: string
let logistics: string
let apiKey: string
beforeAll(async () => {
  const report = await portal.ingest(
    ...['Q-1', 'Q-2', 'Q-3', 'Q-4', 'Q-5'].map((number) => quote(number)),
    quote('Q-late', { validUntil: '2026-03-01' }),
    buildDocument('orders', 'O-1', { status: 'confirmed' }),
    buildDocument('orders', 'O-done', { status: 'completed' }),
    buildDocument('orders', 'O-held', { status: 'on_hold' }),
    buildDocument('shipments', 'S-1', { status: 'delivered' }),
    buildDocument('shipments', 'S-failed', { status: 'delivery_failed' }),
    buildDocument('shipments', 'S-moving', { status: 'in_transit' }),
    buildDocument('invoices', 'I-1', { currency: 'EUR', totals: { gross: '50.00' }, dueDate: '2026-03-20' }),
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  finance = await portal.signIn('finance@c.example', 'C-1', 'finance')
  logistics = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.mails()
})

const createRequest = (path: string, body: object, token = buyer) =>
  portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...body } })
const statusOf = async (path: string) =>
  ((await portal.get(`/documents/${path}`, buyer)).body as { status: string }).status
const answer = (id: unknown, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body })
const requestsOf = async (path: string, token = buyer) =>
  ((await portal.get(`/documents/${path}/requests`, token)).body as { requests: CustomerRequest[] }).requests

describe('a buyer decides on a quote', () => {
  test('an accepted quote shows it at once, and the salesperson gets a mail that is answered to the buyer', async () => {
    const { status, body } = await createRequest('quotes/Q-1/accept', {
      signature: 'Berta Byer',
      customerReference: 'PO-9',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'accept', state: 'open', own: true, madeBy: 'buyer@c.example' })
    expect(await statusOf('quotes/Q-1')).toBe('accepted')
    const [mail] = await portal.mails()
    expect(mail).toMatchObject({
      to: { address: 'sol@supplier.example', name: 'Sol Vang' },
      replyTo: { address: 'buyer@c.example' },
      subject: 'Better Bikes (C-1): accepted quote Q-1',
    })
    expect(mail?.text).toContain('Signed by: Berta Byer\nTheir PO number: PO-9\n')
    expect(mail?.text).not.toContain('https://portal.test/quotes')
  })

  test('who, when, from where and what was seen are kept', async () => {
    const { rows } = await portal.database.owner.query(
      `select r.made_by_email, r.network, r.document_hash = d.content_hash as seen, r.content ->> 'signature' as signature
       from requests r join documents d on d.account_id = r.account_id and d.type = r.document_type and d.number = r.document_number
       where r.document_number = 'Q-1'`,
    )
    expect(rows).toEqual([
      { made_by_email: 'buyer@c.example', network: '127.0.0.0/24', seen: true, signature: 'Berta Byer' },
    ])
  })

  test('sent twice, it is accepted once', async () => {
    const body = { key: randomUUID(), signature: 'Berta Byer' }
    const [first, second] = await Promise.all(
      [1, 2].map(() => portal.call('POST', '/documents/quotes/Q-2/accept', { token: buyer, body })),
    )
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(first?.body.id).toBe(second?.body.id)
    expect(await portal.mails()).toHaveLength(1)
  })

  test('what was decided is not decided again while the supplier has not answered', async () => {
    expect((await createRequest('quotes/Q-2/reject', { reason: 'price' })).status).toBe(409)
    expect(await requestsOf('quotes/Q-2')).toHaveLength(1)
  })

  test('two colleagues who decide at the same moment: one of them is told', async () => {
    const replies = await Promise.all([
      createRequest('quotes/Q-3/accept', { signature: 'Berta Byer' }),
      createRequest('quotes/Q-3/reject', { reason: 'price' }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('an expired quote cannot be accepted, but a new version of it can be asked for', async () => {
    expect((await createRequest('quotes/Q-late/accept', { signature: 'Berta Byer' })).status).toBe(409)
    expect((await createRequest('quotes/Q-late/requestRevision', { note: 'Valid for longer, please' })).status).toBe(
      200,
    )
  })

  test('a decision outlasts the ERP’s next message about the same revision, and falls with a new one', async () => {
    await createRequest('quotes/Q-4/reject', { reason: 'price', note: 'Too dear' })
    await portal.ingest(quote('Q-4', { note: 'Sent once more' }))
    expect(await statusOf('quotes/Q-4')).toBe('rejected')
    await portal.ingest(quote('Q-4', { details: { revision: '2' } }))
    expect(await statusOf('quotes/Q-4')).toBe('open')
  })

  test('a decision that the supplier declines leaves the quote open', async () => {
    const { body } = await createRequest('quotes/Q-5/accept', { signature: 'Berta Byer' })
    expect(await statusOf('quotes/Q-5')).toBe('accepted')
    await portal.mails()
    expect((await answer(body.id, { state: 'declined', text: 'The price has changed.', by: 'Sol' })).status).toBe(200)
    expect(await statusOf('quotes/Q-5')).toBe('open')
    const [mail] = await portal.mails()
    expect(mail).toMatchObject({
      to: { address: 'buyer@c.example' },
      subject: 'Declined: your acceptance of quote Q-5',
    })
    expect(mail?.text).toContain('The price has changed.')
    expect(mail?.text).toContain('https://portal.test/quotes/Q-5')
  })

  test('a decision taken back leaves the quote open; one that was taken up stays', async () => {
    const { body } = await createRequest('quotes/Q-5/accept', { signature: 'Berta Byer' })
    const back = await portal.call('DELETE', `/requests/${body.id}`, { token: buyer })
    expect(back.body).toMatchObject({ state: 'withdrawn' })
    expect(await statusOf('quotes/Q-5')).toBe('open')
    const again = await createRequest('quotes/Q-5/accept', { signature: 'Berta Byer' })
    await answer(again.body.id, { state: 'taken' })
    expect((await portal.call('DELETE', `/requests/${again.body.id}`, { token: buyer })).status).toBe(409)
  })
})

describe('everybody asks what their role allows', () => {
  test.each([
    ['orders/O-1/requestChange', { requestedDate: '2026-05-01', address: 'Gate 4' }],
    ['orders/O-1/requestCancellation', { reason: 'ordered_twice', lines: ['1'] }],
    ['orders/O-done/reorder', { lines: [{ line: '1', quantity: '4' }] }],
    ['orders/O-held/answerHold', { note: 'The drawing is approved' }],
  ])('a buyer: %s', async (path, body) => {
    expect((await createRequest(path, body)).status).toBe(200)
    expect((await createRequest(path, body, logistics)).status).toBe(403)
  })

  test.each([
    ['shipments/S-1/confirmReceipt', { receivedOn: '2026-03-09', receivedBy: 'Lena', complete: false }],
    ['shipments/S-1/claim', { lines: [{ line: '1', kind: 'short', quantity: '1' }], note: 'One is missing' }],
    ['shipments/S-failed/claim', { lines: [{ line: '1', kind: 'damaged', quantity: '1' }] }],
    ['shipments/S-failed/instructDelivery', { instruction: 'redeliver', requestedDate: '2026-03-11' }],
    ['shipments/S-moving/trace', {}],
  ])('the warehouse: %s', async (path, body) => {
    expect((await createRequest(path, body, logistics)).status).toBe(200)
    expect((await createRequest(path, body, finance)).status).toBe(404)
    expect((await createRequest(path, body, buyer)).status).toBe(403)
  })

  test.each([
    ['invoices/I-1/dispute', { reason: 'PRI', wanted: 'CNP', note: 'We agreed on less', lines: ['1'] }],
    ['invoices/I-1/reportPayment', { paidOn: '2026-03-09', amount: '50.00', reference: 'SEPA 1' }],
  ])('bookkeeping: %s', async (path, body) => {
    expect((await createRequest(path, body, finance)).status).toBe(200)
    expect((await createRequest(path, body, logistics)).status).toBe(404)
  })

  test.each([
    ['orders/O-done/requestChange', { note: 'Later' }, 409, undefined],
    ['orders/O-1/requestChange', {}, 400, 'note'],
    ['orders/O-1/requestChange', { requestedDate: '2026-03-01' }, 400, 'requestedDate'],
    ['orders/O-1/reorder', { lines: [{ line: '7', quantity: '1' }] }, 400, 'lines'],
    ['orders/O-1/reorder', { lines: [{ line: '1', quantity: '0.00' }] }, 400, 'lines.0.quantity'],
    [
      'orders/O-done/reorder',
      { lines: [{ line: '1', quantity: '1' }], requestedDate: '2026-03-01' },
      400,
      'requestedDate',
    ],
    ['orders/O-1/ask', { note: '   ' }, 400, 'note'],
    ['quotes/Q-1/accept', { note: 'Yes' }, 400, 'signature'],
    ['orders/O-none/ask', { note: 'Hello' }, 404, undefined],
  ])('%s with %j is refused and says why', async (path, body, status, field) => {
    const reply = await createRequest(path, body)
    expect([reply.status, (reply.body.errors as { field: string }[] | undefined)?.[0]?.field]).toEqual([status, field])
  })

  test.each([
    ['S-failed/instructDelivery', { instruction: 'deliver_elsewhere' }, 400, 'address'],
    ['S-failed/instructDelivery', { instruction: 'redeliver', address: 'Kade 1' }, 400, 'address'],
    ['S-failed/instructDelivery', { instruction: 'redeliver', requestedDate: '2026-03-09' }, 400, 'requestedDate'],
    ['S-failed/instructDelivery', { instruction: 'burn' }, 400, 'instruction'],
    ['S-failed/confirmReceipt', { receivedOn: '2026-03-09', receivedBy: 'Lena', complete: true }, 409, undefined],
    ['S-1/instructDelivery', { instruction: 'redeliver' }, 409, undefined],
  ])('%s with %j is refused and says why', async (path, body, status, field) => {
    const reply = await createRequest(`shipments/${path}`, body, logistics)
    expect([reply.status, (reply.body.errors as { field: string }[] | undefined)?.[0]?.field]).toEqual([status, field])
  })

  test('of two people who say at once what should happen with a delivery, one is heard', async () => {
    await portal.ingest(buildDocument('shipments', 'S-waits', { status: 'on_hold', salesperson }))
    const other = await portal.signIn('second@c.example', 'C-1', 'logistics')
    await portal.mails()
    const replies = await Promise.all([
      createRequest('shipments/S-waits/instructDelivery', { instruction: 'collect' }, logistics),
      createRequest('shipments/S-waits/instructDelivery', { instruction: 'send_back' }, other),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await requestsOf('shipments/S-waits', logistics)).toHaveLength(1)
    expect((await portal.mails()).filter(({ to }) => to.address === salesperson.email)).toHaveLength(1)
  })

  test('a line that the document does not have is named in the refusal', async () => {
    const reply = await createRequest('orders/O-1/requestCancellation', { reason: 'ordered_twice', lines: ['999'] })
    expect(reply.body).toMatchObject({
      errors: [{ field: 'lines', message: 'The document has no line “999”.' }],
    })
  })

  test('a date that is still to come is no date of receipt', async () => {
    const body = { receivedOn: '2026-03-11', receivedBy: 'Lena', complete: true }
    expect((await createRequest('shipments/S-1/confirmReceipt', body, logistics)).status).toBe(400)
  })
})

describe('papers go along', () => {
  const add = (id: unknown, content: Buffer, token = buyer, name = 'order.pdf') =>
    portal.app.inject({
      method: 'POST',
      url: `/api/requests/${id}/files?name=${encodeURIComponent(name)}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: content,
    })
  const pdf = Buffer.from('%PDF-1.7 our order')

  test('a signed order is added, and the supplier’s system reads it', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'See the paper' })
    expect((await add(body.id, pdf, buyer, '../../order\u202e.pdf')).json()).toMatchObject({
      name: 'order .pdf',
      size: 18,
    })
    const [request] = (await requestsOf('orders/O-1')).slice(-1)
    const file = request?.files[0]
    expect(file).toMatchObject({ mimeType: 'application/pdf' })
    const fromPortal = await portal.get(`/requests/${body.id}/files/${file?.id}`, buyer)
    expect([fromPortal.status, fromPortal.text]).toEqual([200, String(pdf)])
    const fromApi = await portal.get(`/ingest/requests/${body.id}/files/${file?.id}`, apiKey)
    expect([fromApi.status, fromApi.text]).toEqual([200, String(pdf)])
  })

  test('a page that calls itself a picture is refused, as is somebody else’s request, and a sixth file', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'More papers' })
    expect((await add(body.id, Buffer.from('<script>'), buyer, 'photo.png')).statusCode).toBe(400)
    expect((await add(body.id, pdf, logistics)).statusCode).toBe(404)
    const many = await Promise.all(Array.from({ length: 6 }, () => add(body.id, pdf)))
    expect(many.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 409])
  })

  test('one of up to 8 MB is taken, a larger one refused with a sentence', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'Large papers' })
    const ofSize = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 32)])
    expect((await add(body.id, ofSize(maxFileBytes))).statusCode).toBe(200)
    const refused = await add(body.id, ofSize(maxFileBytes + 1))
    expect([refused.statusCode, refused.json().message]).toEqual([413, expect.stringContaining('8 MB')])
    // So much is not even read.
    expect((await add(body.id, ofSize(maxFileBytes + 5000))).json()).toMatchObject({ code: 'too_large' })
    expect((await requestsOf('orders/O-1')).find(({ id }) => id === body.id)?.files).toHaveLength(1)
  })
})

describe('what goes along within a day', () => {
  const add = (id: unknown, token: string) =>
    portal.call('POST', `/requests/${id}/files?name=a.pdf`, {
      token,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from('%PDF-1.7 our order'),
    })
  const grow = (id: unknown, size: number) =>
    portal.database.owner.query('update request_files set size = $2 where request_id = $1', [id, size])

  test('is so much of a person, and so much of all of an account; others go on', async () => {
    await portal.ingest(
      buildDocument('orders', 'O-E', { account: 'C-9' }),
      buildDocument('orders', 'O-F', { account: 'C-8' }),
    )
    const tokens = [await portal.signIn('p1@e.example', 'C-9'), await portal.signIn('p2@e.example', 'C-9')]
    const elsewhere = await portal.signIn('p3@f.example', 'C-8')
    const ids: unknown[] = []
    for (const token of tokens)
      ids.push((await createRequest('orders/O-E/ask', { note: 'See the papers' }, token)).body.id)
    const [first = '', second = ''] = tokens
    expect((await add(ids[0], first)).status).toBe(200)
    await grow(ids[0], maxBytesPerDay.person - 18)
    expect((await add(ids[0], first)).status).toBe(200)
    await grow(ids[0], maxBytesPerDay.person / 2)
    const refused = await add(ids[0], first)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('You have sent 100 MB')])
    // A colleague has a share of their own, within that of the account.
    expect((await add(ids[1], second)).status).toBe(200)
    await grow(ids[0], maxBytesPerDay.account / 2)
    expect((await add(ids[1], second)).body.message).toContain('Your company has sent 250 MB')
    const other = (await createRequest('orders/O-F/ask', { note: 'See the papers' }, elsewhere)).body.id
    expect((await add(other, elsewhere)).status).toBe(200)
  })
})

describe('the supplier answers', () => {
  test('what nobody has taken up is listed, the oldest first and page by page, until it is', async () => {
    const first = await portal.get('/ingest/requests?limit=2', apiKey)
    const { requests, nextCursor } = first.body as { requests: { id: string; state: string }[]; nextCursor: string }
    expect(requests).toHaveLength(2)
    const second = await portal.get(`/ingest/requests?limit=100&cursor=${nextCursor}`, apiKey)
    const rest = (second.body as { requests: { id: string }[] }).requests
    expect(rest.some(({ id }) => requests.some((listed) => listed.id === id))).toBe(false)
    for (const { id } of requests) expect((await answer(id, { state: 'taken' })).status).toBe(200)
    const again = (await portal.get('/ingest/requests?limit=1', apiKey)).body as { requests: { id: string }[] }
    expect(again.requests[0]?.id).toBe(rest[0]?.id)
  })

  test('the same answer again changes nothing; another one is refused', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'When does it come?' })
    await portal.mails()
    const answerInput = { state: 'answered', text: 'On Friday.', by: 'Sol Vang' }
    expect((await answer(body.id, answerInput)).body).toMatchObject({ state: 'answered', answer: 'On Friday.' })
    expect((await answer(body.id, answerInput)).status).toBe(200)
    expect((await answer(body.id, { state: 'accepted' })).status).toBe(409)
    expect(await portal.mails()).toHaveLength(1)
    expect((await requestsOf('orders/O-1')).at(-1)).toMatchObject({ answer: 'On Friday.', answeredBy: 'Sol Vang' })
  })

  test('an answer needs words, and a request that exists', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'And the rest?' })
    expect((await answer(body.id, { state: 'answered' })).status).toBe(400)
    expect((await answer(randomUUID(), { state: 'accepted' })).status).toBe(404)
  })
})

describe('a buyer asks for a quote from scratch', () => {
  const body = {
    key: randomUUID(),
    lines: [
      { sku: 'BK-1', quantity: '12', unit: 'EA' },
      { description: 'A bell, brass', quantity: '2.5' },
    ],
    requestedDate: '2026-04-01',
    note: 'For the spring fair',
  }
  const enquire = (overrides: object, token = buyer) =>
    portal.call('POST', '/enquiries', { token, body: { ...body, key: randomUUID(), ...overrides } })

  test('it gets a number, reaches the account’s salesperson and the ERP, and is made once however often it is sent', async () => {
    await portal.mails()
    const replies = await Promise.all([1, 2, 3].map(() => portal.call('POST', '/enquiries', { token: buyer, body })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    const enquiry = replies[0]?.body
    expect(enquiry).toMatchObject({ kind: 'enquire', type: 'quotes', state: 'open', own: true })
    expect(enquiry?.number).toMatch(/^ENQ-[0-9A-HJKMNP-TV-Z]{8}$/)
    const [mail, ...others] = await portal.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: { address: 'sol@supplier.example' },
      replyTo: { address: 'buyer@c.example' },
      subject: `Better Bikes (C-1): asks for a quote: ${enquiry?.number}`,
    })
    expect(mail?.text).toContain(
      'Lines:\n- 12 EA · BK-1\n- 2.5 · A bell, brass\nRequested date: 1 Apr 2026\nNote: For the spring fair',
    )
    const { requests } = (await portal.get('/ingest/requests?limit=100', apiKey)).body as {
      requests: { id: string; account: string; content: object }[]
    }
    const { key: _key, ...content } = body
    expect(requests.find(({ id }) => id === enquiry?.id)).toMatchObject({ account: 'C-1', content })
    expect((await portal.call('POST', '/enquiries', { token: buyer, body: { ...body, note: 'More' } })).status).toBe(
      409,
    )
  })

  test('an order of goods is told from an enquiry, in the mail and by the ERP', async () => {
    await portal.mails()
    const { body: made } = await enquire({ wanted: 'order' })
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe(`Better Bikes (C-1): orders goods: ${made.number}`)
    expect(mail?.text).toContain('What should happen: Deliver the goods: this is an order')
    expect(made.content).toMatchObject({ wanted: 'order' })
    expect(await enquire({ wanted: 'gift' })).toMatchObject({ status: 400 })
  })

  test('the quote that names it shows it, is found by it, and the answer comes by mail', async () => {
    const { body: made } = await enquire({ lines: [{ sku: 'BK-77', quantity: '3' }] })
    const number = String(made.number)
    expect((await portal.ingest(quote('Q-answer', { details: { enquiryNumber: number } }))).errors).toEqual([])
    expect(await requestsOf('quotes/Q-answer')).toMatchObject([{ id: made.id, kind: 'enquire' }])
    const listed = (await portal.get(`/documents/quotes?q=${number}`, buyer)).body as { rows: { number: string }[] }
    expect(listed.rows.map((row) => row.number)).toEqual(['Q-answer'])
    await portal.mails()
    await answer(made.id, { state: 'accepted', text: 'Our quote Q-answer is there.' })
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe(`Agreed: your enquiry ${number}`)
    expect(mail?.text).toContain('https://portal.test/profile/requests')
  })

  test('what makes no sense is refused by name, and a role without quotes is told nothing', async () => {
    const invalidEnquiries = [
      [{ lines: [] }, 'lines'],
      [{ lines: [{ quantity: '1' }] }, 'lines'],
      [{ lines: [{ sku: 'BK-1', quantity: '0' }] }, 'lines'],
      [{ requestedDate: '2026-03-01' }, 'requestedDate'],
    ] as const
    for (const [overrides, field] of invalidEnquiries) {
      const reply = await enquire(overrides)
      expect([reply.status, String((reply.body.errors as { field: string }[])[0]?.field).startsWith(field)]).toEqual([
        400,
        true,
      ])
    }
    expect((await enquire({}, logistics)).status).toBe(404)
    expect((await enquire({}, finance)).status).toBe(404)
  })
})

describe('what was asked is seen by those who may', () => {
  test('all of it, the newest first and page by page, without what the role does not see', async () => {
    const all = (await portal.get('/requests?limit=100', buyer)).body as { requests: CustomerRequest[] }
    expect(all.requests.map(({ type }) => type)).toContain('quotes')
    expect(all.requests.map(({ madeAt }) => madeAt)).toEqual(
      all.requests
        .map(({ madeAt }) => madeAt)
        .toSorted()
        .reverse(),
    )
    const pages: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await portal.get(`/requests?limit=3${cursor}`, buyer)).body as {
        requests: CustomerRequest[]
        nextCursor: string | null
      }
      pages.push(...page.requests.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(pages).toEqual(all.requests.map(({ id }) => id))
    const warehouse = (await portal.get('/requests?limit=100', logistics)).body as { requests: CustomerRequest[] }
    expect(new Set(warehouse.requests.map(({ type }) => type))).toEqual(new Set(['orders', 'shipments']))
  })

  test('a colleague cannot take back what another asked, an admin can', async () => {
    const { body } = await createRequest('orders/O-1/ask', { note: 'Never mind' })
    const admin = await portal.signIn('admin@c.example', 'C-1')
    expect((await portal.call('DELETE', `/requests/${body.id}`, { token: logistics })).status).toBe(404)
    expect((await portal.call('DELETE', `/requests/${body.id}`, { token: admin })).status).toBe(200)
  })

  test('the server itself cannot change what was asked', async () => {
    await expect(portal.database.pools.server.query(`update requests set content = '{}'`)).rejects.toThrow(/denied/)
    await expect(portal.database.pools.server.query('delete from requests')).rejects.toThrow(/denied/)
  })
})

test('after an hour a paper comes too late', async () => {
  const { body } = await createRequest('orders/O-1/ask', { note: 'A paper will follow' })
  portal.setTime('2026-03-10T10:30:00Z')
  const laterToken = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/requests/${body.id}/files?name=order.pdf`,
    headers: { authorization: `Bearer ${laterToken}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from('%PDF-1.7 our order'),
  })
  expect(reply.statusCode).toBe(409)
})
