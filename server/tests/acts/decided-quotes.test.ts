import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { resettleQuotes } from '#server/ingest/maintenance/resettle-quotes.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What becomes of a decision on a quote that the supplier answers with words. */

const portal = await testPortal('2026-03-10T09:00:00Z')
const { owner, pools } = portal.database
let buyer: string
let apiKey: string

const quote = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'quotes', number, account: 'C-1', status: 'open', validUntil: '2026-03-12', details: { revision: '1' } },
  ...overrides,
})

beforeAll(async () => {
  await portal.ingest(...['Q-1', 'Q-2', 'Q-3'].map((number) => quote(number)))
  // In a new account nobody is reminded of what it came with.
  await owner.query(`update accounts set created_at = '2025-01-01'`)
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  apiKey = await makeErpKey(portal)
  await portal.runDueJobs()
})

const decide = (path: string, body: object) =>
  portal.call('POST', `/documents/quotes/${path}`, { token: buyer, body: { key: randomUUID(), ...body } })
const accept = (number: string) => decide(`${number}/accept`, { signature: 'Berta Byer' })
const answer = (id: unknown) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body: { state: 'answered', text: 'Seen' } })
const statuses = () =>
  Promise.all(
    ['Q-1', 'Q-2', 'Q-3'].map(
      async (number) => ((await portal.get(`/documents/quotes/${number}`, buyer)).body as { status: string }).status,
    ),
  )

test('what was accepted or rejected stays so: nothing is accepted twice, and nobody is reminded that it expires', async () => {
  for (const { status, body } of [await accept('Q-1'), await decide('Q-2/reject', { reason: 'price' })]) {
    expect(status).toBe(200)
    expect((await answer(body.id)).body).toMatchObject({ state: 'answered' })
  }
  expect(await statuses()).toEqual(['accepted', 'rejected', 'open'])
  for (const number of ['Q-1', 'Q-2']) {
    expect((await accept(number)).status).toBe(409)
    expect((await decide(`${number}/requestRevision`, { note: 'Cheaper' })).status).toBe(409)
  }
  await portal.ingest(quote('Q-1', { note: 'Sent once more' }))
  expect(await statuses()).toEqual(['accepted', 'rejected', 'open'])
  portal.setTime('2026-03-11T09:00:00Z')
  await portal.runDueJobs()
  const { rows } = await owner.query(`select number from notices where kind = 'quotes.expiring' order by number`)
  expect(rows).toEqual([{ number: 'Q-3' }])
  portal.setTime('2026-03-10T09:00:00Z')
})

test('a quote that such an answer left open before shows the decision after the upgrade', async () => {
  await owner.query(`update documents set status = 'open' where type = 'quotes'`)
  const resettle = () => resettleQuotes({ workPool: pools.work, clock: () => new Date('2026-03-10T09:00:00Z') })
  expect([await resettle(), await resettle()]).toEqual([2, 0])
  expect(await statuses()).toEqual(['accepted', 'rejected', 'open'])
})

test('a wish for another version is over with such an answer: the quote is open to be decided', async () => {
  const { body } = await decide('Q-3/requestRevision', { note: 'Ten of them' })
  expect(await statuses()).toEqual(['accepted', 'rejected', 'revision_requested'])
  await answer(body.id)
  expect(await statuses()).toEqual(['accepted', 'rejected', 'open'])
  expect((await accept('Q-3')).status).toBe(200)
  expect(await statuses()).toEqual(['accepted', 'rejected', 'accepted'])
})
