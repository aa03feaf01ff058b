import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

/* What was written about documents stands among the recent activity of the dashboard. */

const portal = await testPortal()
const people = { buyer: 'buyer', colleague: 'buyer', finance: 'finance', logistics: 'logistics' } as const
type Name = keyof typeof people
let apiKey: string

beforeAll(async () => {
  const account = { account: 'C-1', currency: 'EUR' }
  const documents: IngestDocument[] = [
    { ...account, type: 'orders', number: 'O-1' },
    { ...account, type: 'invoices', number: 'I-1', totals: { gross: '50.00' } },
  ]
  expect((await portal.ingest(...documents)).errors).toEqual([])
  for (const [name, role] of Object.entries(people)) await portal.signIn(`${name}@c.example`, 'C-1', role)
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

/** The portal's time goes on by hours, so everybody signs in anew. */
const tokenOf = (name: Name) => portal.login(`${name}@c.example`)
const write = async (name: Name, path: string, text: string) => {
  const sent = { token: await tokenOf(name), body: { key: randomUUID(), text } }
  const { status, body } = await portal.call<{ request: { id: string } }>('POST', `${path}/messages`, sent)
  expect(status).toBe(200)
  return body.request
}
const answer = (id: string, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body })
const activity = async (name: Name) => {
  const { body } = await portal.get('/dashboard', await tokenOf(name))
  return (body as Dashboard).activity.flatMap(({ number, message, isNew }) =>
    message ? [[number, message.side, message.by, message.asksBack, isNew]] : [],
  )
}

test('says who wrote about which document, and marks as new what others wrote since the last visit', async () => {
  await activity('buyer')
  await activity('colleague')
  portal.setTime('2026-03-11T09:00:00Z')
  const request = await write('buyer', '/documents/orders/O-1', 'Is it long?')
  expect((await activity('buyer'))[0]).toEqual(['O-1', 'customer', 'buyer@c.example', false, false])
  expect((await activity('colleague'))[0]).toEqual(['O-1', 'customer', 'buyer@c.example', false, true])
  portal.setTime('2026-03-11T09:01:00Z')
  await answer(request.id, { state: 'asked', text: 'Which one?', by: 'Sol Vang' })
  expect((await activity('buyer'))[0]).toEqual(['O-1', 'supplier', 'Sol Vang', true, true])
  portal.setTime('2026-03-11T09:02:00Z')
  await answer(request.id, { state: 'closed' })
  expect((await activity('buyer'))[0]).toEqual(['O-1', 'supplier', 'Sol Vang', true, true])
})

test('shows nothing about a document whose type the person does not see', async () => {
  await write('finance', '/documents/invoices/I-1', 'Twice?')
  expect((await activity('logistics')).map(([number]) => number)).not.toContain('I-1')
  expect((await activity('finance'))[0]?.[0]).toBe('I-1')
})

const questions = async (name: Name) => {
  const { body } = await portal.get('/dashboard', await tokenOf(name))
  return (body as Dashboard).questions
}

test('what the supplier asks back needs an answer of whoever sees what it is about, until there is one', async () => {
  portal.setTime('2026-03-12T09:00:00Z')
  const about = await write('finance', '/documents/invoices/I-1', 'Why twice?')
  expect(await questions('finance')).toEqual([])
  portal.setTime('2026-03-12T09:01:00Z')
  await answer(about.id, { state: 'asked', text: 'Which line do you mean?', by: 'Sol Vang' })
  const question = { type: 'invoices', number: 'I-1', isDocument: true, askedBy: 'Sol Vang' }
  expect(await questions('finance')).toMatchObject([{ ...question, words: 'Which line do you mean?' }])
  expect(await questions('logistics')).toEqual([])
  portal.setTime('2026-03-12T09:02:00Z')
  await write('finance', '/documents/invoices/I-1', 'The first')
  expect(await questions('finance')).toEqual([])
})

test('a question about the account is there too, and one about a document that was taken back is not', async () => {
  portal.setTime('2026-03-13T09:00:00Z')
  const ofAccount = await write('buyer', '/conversation', 'Who is our contact?')
  const ofOrder = await write('buyer', '/documents/orders/O-1', 'And this?')
  for (const { id } of [ofAccount, ofOrder]) await answer(id, { state: 'asked', text: 'For what?' })
  expect((await questions('buyer')).map(({ type, number }) => [type, number])).toEqual([
    ['account', null],
    ['orders', 'O-1'],
  ])
  const withdrawn = await portal.app.inject({
    ...{ method: 'DELETE', url: '/api/ingest/documents/orders/O-1' },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  expect(withdrawn.statusCode).toBe(200)
  expect((await questions('buyer')).map(({ type }) => type)).toEqual(['account'])
})
