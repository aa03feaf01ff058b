import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

/* What an order waits for is given as is easiest; receipt is confirmed once the goods can be there. */

const portal = await testPortal()
let ann: string

beforeAll(async () => {
  const held = (number: string) => ({ type: 'orders', number, account: 'C-1', status: 'on_hold' }) as const
  const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
  await portal.ingest({ ...held('O-tick'), salesperson }, held('O-file'), held('O-words'), held('O-none'))
  ann = await portal.signIn('ann@c.example', 'C-1', 'admin')
})

const act = (path: string, body: object) =>
  portal.call('POST', `/documents/${path}`, { token: ann, body: { key: randomUUID(), ...body } })

test.each([
  ['a confirming tick', 'O-tick', { confirmed: true }],
  ['a file', 'O-file', { filesFollow: true }],
  ['words, as older programs send them', 'O-words', { note: 'The drawing is approved' }],
])('what an order on hold waits for is given by %s alone', async (_, number, body) => {
  expect(await act(`orders/${number}/answerHold`, body)).toMatchObject({ status: 200, body: { content: body } })
})

test('the salesperson reads that it was confirmed', async () => {
  const mail = (await portal.mails()).find(({ to }) => to.address === 'sol@supplier.example')
  expect(mail?.text).toContain('What the order is waiting for is confirmed: Yes')
})

test('nothing at all is no answer to what an order waits for', async () => {
  for (const body of [{}, { confirmed: false }, { note: '  ' }])
    expect((await act('orders/O-none/answerHold', body)).status).toBe(400)
})

const receipt = { receivedOn: '2026-03-10', receivedBy: 'Lena', complete: true }
const shipment = (number: string, status: string, day?: string) => ({
  ...({ type: 'shipments', number, account: 'C-1', status } as const),
  ...{ issueDate: '2026-03-08', ...(day ? { estimatedDate: day } : {}) },
})

test.each([
  ['on its way, expected tomorrow', 'in_transit', '2026-03-11', 409],
  ['in customs, nobody knows until when', 'customs', undefined, 409],
  ['picked up, expected today', 'picked_up', '2026-03-10', 200],
  ['on its way, expected yesterday', 'in_transit', '2026-03-09', 200],
  ['out for delivery', 'out_for_delivery', '2026-03-12', 200],
  ['delivered before its day', 'delivered', '2026-03-20', 200],
])('receipt of a delivery that is %s: %s %s gives %i', async (what, status, day, expected) => {
  const number = `S ${what}`
  await portal.ingest(shipment(number, status, day))
  const reply = await act(`shipments/${encodeURIComponent(number)}/confirmReceipt`, receipt)
  expect(reply.status).toBe(expected)
  if (expected === 409) expect(reply.body.message).toContain('Confirm receipt when it is due')
})
