import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* What the open pages of the console hear of, and when they hear nothing more. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
let address: string
let customer: string
let sue: { cookie: string; id: string }
const pages: AbortController[] = []

beforeAll(async () => {
  // Another server than the one by which things change.
  const other = await portal.serve()
  await other.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`
  await portal.ingest({ type: 'orders', number: 'O-1', account: 'A-1', currency: 'EUR', issueDate: '2026-03-01' })
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  sue = await desk.join('sue@supplier.example', 'owner', 'Sue Support')
})
afterEach(() => {
  for (const page of pages.splice(0)) page.abort()
})

/** An open page of the console: `next` gives the names of its events; undefined when the stream has ended. */
async function follow(cookie: string) {
  const leaving = new AbortController()
  pages.push(leaving)
  const reply = await fetch(`${address}/api/console/live`, {
    headers: { cookie: `console=${cookie}` },
    signal: leaving.signal,
  })
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  const reader = (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (): Promise<string | undefined> => {
    for (;;) {
      const [, event] = /event: (\w+)\n[\s\S]*?\n\n/.exec(text) ?? []
      if (event) {
        text = text.slice(text.indexOf('\n\n') + 2)
        return event
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
}
async function ask() {
  const body = { key: randomUUID(), note: 'When?' }
  const { body: request } = await portal.call('POST', '/documents/orders/O-1/ask', { token: customer, body })
  return String(request.id)
}

test('a page hears that a customer asks, and that a colleague writes a note, on any server', async () => {
  const next = await follow(sue.cookie)
  expect(await next()).toBe('hello')
  const id = await ask()
  expect(await next()).toBe('changed')
  const note = { id: randomUUID(), text: 'I know this one.' }
  expect((await desk.call('POST', `/requests/${id}/notes`, { cookie: sue.cookie, body: note })).status).toBe(200)
  expect(await next()).toBe('changed')
})

test('a page hears that somebody is away, that they are back, and that a source has fallen silent', async () => {
  const ben = await desk.join('stand@supplier.example', 'support', 'Ben Standin')
  const next = await follow(sue.cookie)
  expect(await next()).toBe('hello')
  const body = { staff: sue.id, standIn: ben.id, firstDay: '2099-03-02', lastDay: '2099-03-03' }
  const added = await desk.call('POST', '/absences', { cookie: sue.cookie, body })
  expect(await next()).toBe('changed')
  const [{ id }] = added.body.absences
  expect((await desk.call('DELETE', `/absences/${id}`, { cookie: sue.cookie })).status).toBe(200)
  expect(await next()).toBe('changed')
  const { owner } = portal.database
  await owner.query(`insert into intake_sources (id, last_at) values ('018f0000-0000-7000-8000-0000000000aa', now())`)
  await owner.query('update intake_sources set silent_since = now()')
  expect(await next()).toBe('changed')
})

test('the page of a member of staff who is disabled hears nothing more, and nobody without a session hears anything', async () => {
  const ben = await desk.join('ben@supplier.example', 'support', 'Ben Leaves')
  const next = await follow(ben.cookie)
  expect(await next()).toBe('hello')
  const body = { disabled: true }
  expect((await desk.call('PUT', `/staff/${ben.id}`, { cookie: sue.cookie, body })).status).toBe(200)
  expect(await next()).toBeUndefined()
  for (const cookie of [ben.cookie, 'nothing'])
    expect((await fetch(`${address}/api/console/live`, { headers: { cookie: `console=${cookie}` } })).status).toBe(401)
})
