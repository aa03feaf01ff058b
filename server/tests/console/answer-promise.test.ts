import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* By when an answer was promised: the customer reads it when they ask, staff see what is due. */

const start = '2026-03-10T09:00:00Z'
let now = Date.parse(start)
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(now))
type Member = Awaited<ReturnType<typeof desk.join>>
let people: Record<'owner' | 'support', Member>
let customer: string
let owner: string
let support: string

/** Days later everybody signs in again. */
async function passTo(instant: string): Promise<void> {
  now = Date.parse(instant)
  portal.setTime(instant)
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  const signIn = async ({ email, secret }: Member) => (await desk.signIn(email, secret)).cookie ?? ''
  owner = await signIn(people.owner)
  support = await signIn(people.support)
}

beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'O-1', account: 'A-1', currency: 'EUR', issueDate: '2026-03-01' })
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  people = {
    owner: await desk.join('olga@supplier.example', 'owner', 'Olga Owner'),
    support: await desk.join('sue@supplier.example', 'support', 'Sue Support'),
  }
  owner = people.owner.cookie
  support = people.support.cookie
})

const promise = (hours: unknown, cookie = owner) => desk.call('PUT', '/answerPromise', { cookie, body: { hours } })
const list = async () => (await desk.call('GET', '/requests', { cookie: support })).body.requests
const ask = async (note: string) => {
  const body = { key: randomUUID(), note }
  return String((await portal.call('POST', '/documents/orders/O-1/ask', { token: customer, body })).body.id)
}
const show = async (id: string) => (await desk.call('GET', `/requests/${id}`, { cookie: support })).body
const answer = async (id: string, state: string, text: string) => {
  const { changedAt } = await show(id)
  const body = { key: randomUUID(), seen: changedAt, state, text }
  expect((await desk.call('POST', `/requests/${id}/answer`, { cookie: support, body })).status).toBe(200)
}

describe('A promise of answers', () => {
  test('is none until somebody makes one, who looks after what is published', async () => {
    const id = await ask('Where is it?')
    expect((await portal.get('/portal')).body).toMatchObject({ answersWithin: null })
    expect((await show(id)).dueAt).toBeNull()
    expect((await promise(24, support)).status).toBe(403)
    for (const wrong of [0, 241, 1.5, '24']) expect((await promise(wrong)).status).toBe(400)
    await answer(id, 'answered', 'Here.')
  })

  test('is known to customers, and says of what waits by when it is due, weekends aside', async () => {
    const saved = await promise(24)
    expect(saved.status, saved.text).toBe(200)
    expect((await portal.get('/portal')).body).toMatchObject({ answersWithin: 24 })
    expect((await desk.call('GET', '/answerTimes', { cookie: support })).body.promise).toBe(24)
    await passTo('2026-03-13T12:00:00Z')
    const id = await ask('And now?')
    const due = new Date('2026-03-16T12:00:00Z').toISOString()
    expect(await show(id)).toMatchObject({ id, dueAt: due })
    expect(await list()).toMatchObject([{ id, dueAt: due }])
    const { body: today } = await desk.call('GET', '/today', { cookie: support })
    expect(today.requests.first).toMatchObject([{ id, dueAt: due }])
  })

  test('does not run while the supplier waits for the customer, and begins anew with their words', async () => {
    const [{ id }] = await list()
    await passTo('2026-03-16T08:00:00Z')
    await answer(id, 'asked', 'Which line?')
    expect((await show(id)).dueAt).toBeNull()
    await passTo('2026-03-17T10:00:00Z')
    const body = { key: randomUUID(), text: 'The first', request: id }
    expect((await portal.call('POST', '/documents/orders/O-1/messages', { token: customer, body })).status).toBe(200)
    await passTo('2026-03-17T11:00:00Z')
    const later = { key: randomUUID(), text: 'And the second', request: id }
    await portal.call('POST', '/documents/orders/O-1/messages', { token: customer, body: later })
    expect(await show(id)).toMatchObject({ state: 'open', dueAt: '2026-03-18T10:00:00.000Z' })
  })

  test('is taken back', async () => {
    expect((await promise(null)).status).toBe(200)
    expect((await portal.get('/portal')).body).toMatchObject({ answersWithin: null })
    expect((await list())[0].dueAt).toBeNull()
  })
})
