import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Role } from '#contract/permissions.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { type DocumentRequestKind, type RuledRequestKind, requestRules } from '#contract/requests/rules.ts'
import { changedParts } from '#contract/requests/shown-version.ts'
import { testPortal } from '#server/testing/portal.ts'
import { requestContents } from '#server/testing/request-contents.ts'

/* Nothing is done about a document that has changed since the person saw it, whatever it is that is asked for. */

const portal = await testPortal()
const tokens = new Map<Role, string>()

beforeAll(async () => {
  await ingest(documentFor('ask', '1'))
  for (const role of ['admin', 'buyer', 'logistics'] as const)
    tokens.set(role, await portal.signIn(`${role}@c.example`, 'C-1', role))
})

/** The status in which a kind can be asked for; the first that its rule names, unless only dates make it. */
const statuses: Partial<Record<DocumentRequestKind, string>> = {
  ...{ confirmReceipt: 'delivered', claim: 'delivered', returnGoods: 'delivered' },
}
const statusOf = (kind: RuledRequestKind) => {
  const rule = requestRules[kind]
  return statuses[kind] ?? ('statuses' in rule ? rule.statuses[0] : undefined)
}

/** A document about which a kind can be asked for, as the supplier has it with so many of its line. */
function documentFor(kind: DocumentRequestKind, quantity: string): IngestDocument {
  const type = kind === 'ask' ? 'orders' : requestRules[kind].type
  const status = kind === 'ask' ? 'confirmed' : statusOf(kind)
  return {
    ...{ type, number: kind === 'returnGoods' ? 'S-1' : `N-${kind}`, account: 'C-1', currency: 'EUR' },
    ...(status === undefined ? {} : { status }),
    ...(type === 'quotes' ? { validUntil: '2026-04-01' } : {}),
    ...(type === 'orders' ? { promisedDate: '2026-03-12', estimatedDate: '2026-03-20' } : {}),
    ...(type === 'invoices' ? { dueDate: '2026-03-20' } : {}),
    totals: { gross: '100.00' },
    lines: [{ line: '1', sku: 'BK-1', quantity, unitPrice: '10.00', amount: '20.00' }],
  }
}

const ingest = async (document: IngestDocument) => expect((await portal.ingest(document)).errors).toEqual([])
const detailOf = async ({ type, number }: IngestDocument, role: Role = 'admin') =>
  (await portal.get(`/documents/${type}/${number}`, tokens.get(role))).body as DocumentDetail
const act = async (kind: string, { type, number }: IngestDocument, body: object, role: Role = 'admin') =>
  portal.call('POST', `/documents/${type}/${number}/${kind}`, {
    token: tokens.get(role),
    body: { key: randomUUID(), ...body, ...(kind === 'askApproval' ? { approvers: [await idOf('buyer')] } : {}) },
  })
const idOf = async (role: Role) => {
  const email = `${role}@c.example`
  const { rows } = await portal.database.owner.query<{ id: string }>('select id from users where email = $1', [email])
  return rows[0]?.id
}
const madeAbout = async ({ type, number }: IngestDocument) =>
  (
    (await portal.get(`/documents/${type}/${number}/requests`, tokens.get('admin'))).body as {
      requests: CustomerRequest[]
    }
  ).requests
const refusedParts = (body: Record<string, unknown>) =>
  (body.errors as { field: string; message: string }[]).map(({ field, message }) => [field, message])

const kinds = [...(Object.keys(requestRules) as RuledRequestKind[]), 'ask'] as const

describe.each(kinds)('%s', (kind) => {
  const content = kind === 'ask' ? { note: 'When?' } : requestContents[kind]

  test('is refused with what has changed, and taken when the person has seen that', async () => {
    await ingest(documentFor(kind, '2'))
    const { version: seenVersion } = await detailOf(documentFor(kind, '2'))
    const changed = documentFor(kind, '3')
    await ingest(changed)
    const refused = await act(kind, changed, { ...content, seenVersion })
    expect(refused.status, refused.text).toBe(409)
    expect(refused.body.message).toMatch(/has changed since you opened this form/)
    expect(refusedParts(refused.body)).toContainEqual(['seenVersion.lines', 'Lines were changed.'])
    expect(await madeAbout(changed)).toEqual([])
    const body = { ...content, seenVersion: (await detailOf(changed)).version, key: randomUUID() }
    const taken = await act(kind, changed, body)
    expect(taken.status, taken.text).toBe(200)
    // Its reply was lost, and the document has changed since: it is the same request.
    await ingest(documentFor(kind, '4'))
    expect((await act(kind, changed, body)).body.id).toBe(taken.body.id)
    expect(await madeAbout(changed)).toHaveLength(1)
  })
})

describe('the version of a document', () => {
  const order = (overrides: Partial<IngestDocument> = {}): IngestDocument => ({
    ...{ type: 'orders', number: 'O-1', account: 'C-1', currency: 'EUR', status: 'confirmed' },
    ...{ promisedDate: '2026-03-20', totals: { gross: '100.00' }, paymentTerms: '30 days' },
    shipTo: { name: 'Better Bikes', city: 'Leeds' },
    lines: [{ line: '1', sku: 'BK-1', quantity: '2', unitPrice: '10.00' }],
    ...overrides,
  })
  const versionAs = async (role?: Role) => (await detailOf(order(), role)).version

  test('stays when the document is sent again, and when somebody asks about it', async () => {
    await ingest(order({ modifiedAt: '2026-03-09T08:00:00Z' }))
    const before = await versionAs()
    await ingest(order({ modifiedAt: '2026-03-09T09:00:00Z' }))
    await act('ask', order(), { note: 'When?' })
    expect(await versionAs()).toBe(before)
  })

  test.each([
    ['status', { status: 'in_progress' }],
    ['facts', { promisedDate: '2026-03-27' }],
    ['facts', { paymentTerms: '14 days' }],
    ['amounts', { totals: { gross: '110.00' } }],
    ['lines', { lines: [{ line: '1', sku: 'BK-1', quantity: '2', unitPrice: '11.00' }] }],
    ['addresses', { shipTo: { name: 'Better Bikes', city: 'York' } }],
  ])('tells that %s changed by %j', async (part, overrides) => {
    await ingest(order())
    const before = await versionAs()
    await ingest(order(overrides))
    expect(changedParts(before ?? '', (await versionAs()) ?? '')).toEqual([part])
  })

  test('is the same for who may not see prices when only these change', async () => {
    await ingest(order())
    const before = await versionAs('logistics')
    await ingest(
      order({ totals: { gross: '120.00' }, lines: [{ line: '1', sku: 'BK-1', quantity: '2', unitPrice: '12.00' }] }),
    )
    expect(await versionAs('logistics')).toBe(before)
  })
})
