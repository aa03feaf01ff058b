import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Return, ReturnableLine } from '#contract/requests/return-endpoints.ts'
import { isLong } from '#database/testing/long-form.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Whatever is ordered, delivered, returned and credited, and in which order it is said: the quantities balance. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let apiKey: string
let runs = 0
beforeAll(async () => {
  apiKey = await makeErpKey(portal)
})

type Step =
  | { kind: 'ask'; delivery: number; quantity: number }
  | { kind: 'approve'; at: number; quantity: number }
  | { kind: 'decline' | 'withdraw'; at: number }
  | { kind: 'sendBack'; at: number; received: boolean }
  | { kind: 'credit'; at: number }
const index = fc.nat({ max: 9 })
const quantity = fc.integer({ min: 1, max: 7 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), delivery: index, quantity }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('approve' as const), at: index, quantity }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('decline' as const, 'withdraw' as const), at: index }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sendBack' as const), at: index, received: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('credit' as const), at: index }) },
  ),
  { minLength: 3, maxLength: 10 },
)

const wholeWay: Step[] = [
  { kind: 'ask', delivery: 0, quantity: 3 },
  { kind: 'approve', at: 0, quantity: 2 },
  { kind: 'sendBack', at: 0, received: false },
  { kind: 'sendBack', at: 0, received: true },
  { kind: 'credit', at: 0 },
]

/** A return as this test expects it to stand. */
type Expected = {
  id: string
  number: string
  delivery: number
  asked: number
  approved: number | null
  sent: number
  received: number
  credited: number
  ended: boolean
}
const standing = ({ ended, approved, asked }: Expected) => (ended ? 0 : (approved ?? asked))
const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

async function openAccount(ordered: number, deliveries: readonly number[]) {
  runs += 1
  const [account, name] = [`B-${runs}`, (suffix: string) => `${suffix}-${runs}`]
  const line = (quantityOf: number, more: object = {}) => ({
    ...{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: String(quantityOf), unit: 'EA' },
    ...more,
  })
  const ofOrder = { references: [{ type: 'orders' as const, number: name('O'), line: '1' }] }
  const ingest = async (...documents: Omit<IngestDocument, 'account'>[]) =>
    expect((await portal.ingest(...documents.map((one) => ({ ...one, account })))).errors).toEqual([])
  await ingest(
    { type: 'orders', number: name('O'), status: 'in_progress', issueDate: '2026-02-01', lines: [line(ordered)] },
    ...deliveries.map(
      (delivered, at): Omit<IngestDocument, 'account'> => ({
        ...{ type: 'shipments', number: name(`S${at}`), status: 'delivered', issueDate: '2026-03-01' },
        ...{ shipment: { deliveredAt: '2026-03-04T09:00:00Z' }, lines: [line(delivered, ofOrder)] },
      }),
    ),
  )
  const token = await portal.signIn(`b${runs}@b.example`, account, 'admin')
  return { name, line, ofOrder, ingest, token }
}
type Account = Awaited<ReturnType<typeof openAccount>>

async function take(
  { name, line, ofOrder, ingest, token }: Account,
  step: Step,
  deliveries: readonly number[],
  returns: Expected[],
) {
  if (step.kind === 'ask') {
    const delivery = step.delivery % deliveries.length
    const left = (deliveries[delivery] ?? 0) - total(returns.filter((one) => one.delivery === delivery).map(standing))
    const { status, body, text } = await portal.call(
      'POST',
      `/documents/shipments/${name(`S${delivery}`)}/returnGoods`,
      {
        token,
        body: {
          key: randomUUID(),
          lines: [{ shipment: name(`S${delivery}`), line: '1', quantity: String(step.quantity), reason: 'damaged' }],
          // Else it would be the same wish once more.
          note: String(returns.length),
        },
      },
    )
    if (status !== 200) {
      const isRepeated = returns.some((one) => one.delivery === delivery && one.asked === step.quantity && !one.ended)
      expect([step.quantity > left || isRepeated, text]).toEqual([true, text])
      return
    }
    expect(step.quantity, 'more was taken than is left').toBeLessThanOrEqual(left)
    const { returnNumber } = body.content as { returnNumber: string }
    const fresh = { approved: null, sent: 0, received: 0, credited: 0, ended: false }
    returns.push({ id: String(body.id), number: returnNumber, delivery, asked: step.quantity, ...fresh })
    return
  }
  const one = returns[step.at % Math.max(1, returns.length)]
  if (!one || one.ended) return
  if (step.kind === 'withdraw') {
    const { status } = await portal.call('DELETE', `/requests/${one.id}`, { token })
    if (status === 200) one.ended = true
    return
  }
  if (step.kind === 'decline') {
    const said = { token: apiKey, body: { state: 'declined', text: 'No' } }
    if ((await portal.call('POST', `/ingest/requests/${one.id}/answer`, said)).status === 200) one.ended = true
    return
  }
  if (step.kind === 'approve') {
    const lines = [{ shipment: name(`S${one.delivery}`), line: '1', approved: String(step.quantity) }]
    const agreed = { token: apiKey, body: { step: 'approved', lines } }
    const { status } = await portal.call('POST', `/ingest/requests/${one.id}/return`, agreed)
    if (status === 200) one.approved = step.quantity
    if (step.quantity > one.asked) expect(status, 'more was agreed to than asked').not.toBe(200)
    return
  }
  if (one.approved === null) return
  const named = { issueDate: '2026-03-09', details: { returnNumber: one.number } }
  if (step.kind === 'sendBack') {
    one.sent = one.approved
    if (step.received) one.received = one.sent
    const status = one.received > 0 ? 'delivered' : 'in_transit'
    await ingest({
      ...{ type: 'shipments', number: name(`R${returns.indexOf(one)}`), status, ...named },
      lines: [line(-one.sent, ofOrder)],
    })
    return
  }
  if (one.received === 0) return
  one.credited = one.received
  await ingest({
    ...{ type: 'invoices', number: name(`CN${returns.indexOf(one)}`), invoiceKind: '381', currency: 'EUR', ...named },
    ...{ totals: { gross: '10.00' }, lines: [line(one.credited, { ...ofOrder, amount: '10.00' })] },
  })
}

/** Compares what the pages of the order, of its deliveries and of its returns say with what was done. */
async function check(
  { name, token }: Account,
  ordered: number,
  deliveries: readonly number[],
  returns: readonly Expected[],
) {
  const read = async <T>(path: string) => (await portal.get(path, token)).body as T
  const { lines } = await read<DocumentDetail>(`/documents/orders/${name('O')}`)
  const stages = lines[0]?.stages
  // What is on its way back counts as returned for the order (docs/derived.md), and as received when it has come.
  const back = total(returns.map(({ sent }) => sent))
  expect([stages?.delivered, stages?.returned].map(Number)).toEqual([total(deliveries), back])
  const { rows } = await portal.database.owner.query<
    Record<'ordered' | 'delivered' | 'returned' | 'open' | 'cancelled' | 'transit', number>
  >(
    `select l.ordered::float, l.delivered::float, l.returned::float, l.open::float, l.cancelled::float, l.in_transit::float as transit
       from ordered_lines l join documents d on d.account_id = l.account_id and d.id = l.order_id where d.number = $1`,
    [name('O')],
  )
  const [kept] = rows
  expect(kept).toMatchObject({ ordered, delivered: total(deliveries), returned: back, cancelled: 0, transit: 0 })
  expect(kept?.open).toBe(Math.max(0, ordered - total(deliveries)))

  const shipments = deliveries.map((_, at) => name(`S${at}`))
  const body = { token, body: { shipments } }
  const returnable = (await portal.call<{ lines: ReturnableLine[] }>('POST', '/returns/returnable', body)).body.lines
  for (const [at, delivered] of deliveries.entries()) {
    const asked = total(returns.filter(({ delivery }) => delivery === at).map(standing))
    const left = Number(returnable.find(({ shipment }) => shipment === name(`S${at}`))?.left ?? 0)
    expect([at, left, left >= 0]).toEqual([at, delivered - asked, true])
  }
  for (const one of returns) {
    const [shown] = (await read<Return>(`/returns/${one.number}`)).lines
    // An ERP may agree to less once more has come: of that the return takes what was agreed to last.
    const agreed = one.approved ?? one.asked
    expect([shown?.quantity, shown?.received, shown?.credited].map(Number)).toEqual([
      one.asked,
      Math.min(one.received, agreed),
      Math.min(one.credited, agreed),
    ])
    expect(Number(shown?.credited)).toBeLessThanOrEqual(Number(shown?.received))
    expect(Number(shown?.received)).toBeLessThanOrEqual(Number(shown?.approved ?? shown?.quantity))
  }
}

test('quantities of orders, deliveries, returns and credit notes balance after every step', {
  timeout: 180_000,
}, async () => {
  let returned = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(quantity, { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 5 }),
      steps,
      async (deliveries, more, taken) => {
        const ordered = total(deliveries) + more
        const account = await openAccount(ordered, deliveries)
        const returns: Expected[] = []
        for (const step of taken) {
          await take(account, step, deliveries, returns)
          await check(account, ordered, deliveries, returns)
        }
        returned += total(returns.map(({ received }) => received))
      },
    ),
    // One that goes the whole way, so that no run is without a return that came back and was credited.
    { numRuns: isLong ? 7 : 3, examples: [[[5, 2], 1, wholeWay]] },
  )
  expect(returned, 'nothing came back in any run').toBeGreaterThan(0)
})
