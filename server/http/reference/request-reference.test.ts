import { randomUUID } from 'node:crypto'
import { Compile } from 'typebox/compile'
import { beforeAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { adviseRemittance, ask, enquire, makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { answerExamples, changesExample, contentExamples } from '#contract/requests/reference/examples.ts'
import { readContents } from '#contract/requests/reference/read-contents.ts'
import { colleagueKind, type RequestKind, requestKinds } from '#contract/requests/rules.ts'
import { listRequestChanges } from '#contract/requests/supplier-endpoints.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What the page says about requests is true: its examples are sent as they stand there, and read as it says. */

const portal = await testPortal('2026-03-26T09:00:00Z')
const page = (await portal.get('/docs')).text
let token: string
let apiKey: string

/** The text of an example of the page, as a person would copy it. */
function printed(id: string): string {
  const [, html] = new RegExp(`id="${id}">(.*?)</pre>`, 's').exec(page) ?? []
  return (html ?? '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

const lines = [
  { line: '10', sku: 'BK-42', name: 'Wheel', quantity: '10', unit: 'EA', unitPrice: '50.00', amount: '500.00' },
]
const common = { account: 'C-1001', currency: 'EUR', lines }
const quote = { ...common, type: 'quotes', status: 'open', validUntil: '2026-04-15' } as const
const order = { ...common, type: 'orders', status: 'confirmed' } as const
const moved = { ...order, promisedDate: '2026-03-24', estimatedDate: '2026-03-31' }
const shipment = {
  ...{ account: 'C-1001', type: 'shipments' as const },
  lines: [{ line: '10', sku: 'BK-42', quantity: '10' }],
}
const invoice = {
  ...common,
  type: 'invoices',
  dueDate: '2026-04-20',
  totals: { net: '230.97', tax: '43.88', gross: '274.85' },
} as const
const option = {
  line: '20',
  sku: 'BK-43',
  quantity: '10',
  unitPrice: '62.00',
  amount: '620.00',
  option: 'optional',
} as const

/** A document about which each kind of request can be made. */
const documents: Partial<Record<RequestKind, Omit<IngestDocument, 'number'>>> = {
  accept: {
    ...quote,
    modifiedAt: '2026-03-02T08:00:00Z',
    details: { revision: '2' },
    totals: { net: '240.34', tax: '0.00', gross: '285.00' },
    lines: [...lines, option],
  },
  askApproval: quote,
  reject: quote,
  requestRevision: quote,
  counterOffer: quote,
  extendValidity: quote,
  notePromise: moved,
  refusePromise: moved,
  requestChange: order,
  requestCancellation: order,
  reorder: order,
  answerHold: { ...order, status: 'on_hold' },
  instructDelivery: { ...shipment, status: 'delivery_failed' },
  trace: { ...shipment, status: 'in_transit' },
  confirmReceipt: { ...shipment, status: 'delivered' },
  claim: { ...shipment, status: 'delivered' },
  returnGoods: { ...shipment, status: 'delivered' },
  dispute: invoice,
  promisePayment: invoice,
  reportPayment: invoice,
  ask: order,
}

beforeAll(async () => {
  const { errors } = await portal.ingest(
    ...Object.entries(documents).map(([kind, document]) => ({ ...document, number: `N-${kind}` })),
    { ...shipment, number: 'DN-5501', status: 'delivered' },
    { ...invoice, number: 'INV-9001' },
  )
  expect(errors).toEqual([])
  const { approvers } = JSON.parse(printed('askApproval-example-1')) as { approvers: [string] }
  await portal.database.owner.query(
    `with person as (insert into users (id, email, name, created_at) values ($1, 'dora@better.example', 'Dora', now()) returning id)
     insert into memberships (user_id, account_id, role, created_at) select id, account_id, 'viewer', now() from person, accounts where number = 'C-1001'`,
    [approvers[0]],
  )
  token = await portal.signIn('ann@better.example', 'C-1001')
  apiKey = await makeErpKey(portal)
})

const callOf = (kind: RequestKind) =>
  [...makeRequestEndpoints, ask, enquire, adviseRemittance].find(({ name }) => name === kind)?.path ?? ''
const send = (kind: RequestKind, body: object) =>
  portal.call('POST', callOf(kind).replace(':type', 'orders').replace(':number', `N-${kind}`), { token, body })
const changes = async () =>
  (
    (await portal.get('/ingest/requests/changes?after=start&limit=100', apiKey)).body as {
      changes: { change: string; request: { id: string; kind: string; content: object } }[]
    }
  ).changes

const examples = requestKinds.flatMap((kind) =>
  contentExamples(kind).map((_, at) => ({ kind, id: `${kind}-example-${at + 1}` })),
)

test.each(examples)('$id of the page is taken, and the supplier reads it as the page says', async ({ kind, id }) => {
  const example = JSON.parse(printed(id)) as Record<string, unknown>
  const { status, body, text } = await send(kind, { ...example, key: randomUUID() })
  expect(status, text).toBe(200)
  const read = (await changes()).find(({ request }) => request.id === body.id)
  expect([...Compile(readContents[kind]).Errors(read?.request.content)]).toEqual([])
  const { key: _key, seen: _seen, ...sent } = example
  // What colleagues write to each other is not for the supplier.
  if (kind === colleagueKind) delete sent.note
  expect(read?.request.content).toMatchObject(sent)
})

test('the examples of answers are taken', async () => {
  for (const [at, { title }] of answerExamples.entries()) {
    const kind = title === 'A decision' ? 'requestChange' : 'ask'
    const [request] = (await changes()).filter((one) => one.request.kind === kind)
    const body = { ...JSON.parse(printed(`answerRequest-example-${at + 1}`)), key: randomUUID() }
    const reply = await portal.call('POST', `/ingest/requests/${request?.request.id}/answer`, { token: apiKey, body })
    expect(reply.status, reply.text).toBe(200)
  }
})

test('the example of the list of changes is one, and what is acknowledged by that of the page has its form', async () => {
  const listed = JSON.parse(printed(`${listRequestChanges.name}-reply-1`))
  expect([...Compile(listRequestChanges.reply).Errors(listed)]).toEqual([])
  expect(listed).toEqual(JSON.parse(changesExample.text))
  expect(Object.keys(listed.changes[0].request).toSorted()).toEqual(
    Object.keys((await changes())[0]?.request ?? {}).toSorted(),
  )
  expect(JSON.parse(printed('acknowledgeRequestChanges-example-1'))).toEqual({ through: listed.last })
})

test('the page and the description for programs say what the content of each kind is', async () => {
  for (const kind of requestKinds) expect(page).toContain(`<caption>content of ${kind}</caption>`)
  const { components, paths } = (await portal.get('/openapi.json')).body as {
    components: { schemas: { RequestContent: { anyOf: { title: string }[] } } }
    paths: Record<string, object>
  }
  expect(components.schemas.RequestContent.anyOf.map(({ title }) => title)).toEqual([...requestKinds])
  for (const path of ['/api/ingest/requests', '/api/ingest/requests/changes'])
    expect(JSON.stringify(paths[path])).toContain('#/components/schemas/RequestContent')
})
