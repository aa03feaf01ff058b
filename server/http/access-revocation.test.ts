import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'
import { endWhenAccessRevoked } from './access-revocation.ts'

test('a file comes whole to a person who may read it', async () => {
  let checks = 0
  const content = Readable.from(['a', 'b', 'c'])
  endWhenAccessRevoked(content, async () => ++checks > 0, 1)
  await expect.poll(() => checks).toBeGreaterThan(0)
  expect(await text(content)).toBe('abc')
})

test('a person who is removed gets nothing more, also when they do not even read', async () => {
  let isAllowed = true
  const content = Readable.from(['a', 'b', 'c'])
  const fault = new Promise<Error>((resolve) => content.once('error', resolve))
  endWhenAccessRevoked(content, async () => isAllowed, 1)
  isAllowed = false
  expect((await fault).message).toContain('may not read it any more')
  expect(content.destroyed).toBe(true)
})

test('a database that is away ends no file', async () => {
  let checks = 0
  const content = Readable.from(['a'])
  const away = async () => {
    checks++
    throw new Error('away')
  }
  endWhenAccessRevoked(content, away, 1)
  await expect.poll(() => checks).toBeGreaterThan(2)
  expect(await text(content)).toBe('a')
})

test('an export ends when its reader is removed from the account', async () => {
  const portal = await testPortal()
  const orders = Array.from(
    { length: 2_500 },
    (_, n): IngestDocument => ({
      type: 'orders',
      number: `O-${n}`,
      account: 'A',
      customerReference: randomBytes(70).toString('hex'),
    }),
  )
  await portal.ingest(...orders)
  const token = await portal.signIn('leaver@example.com', 'A')
  const whole = (await portal.get('/documents/orders/export?format=csv', token)).text
  expect(whole.split('\n').length).toBeGreaterThan(2_500)
  const reply = await portal.app.inject({
    url: '/api/documents/orders/export?format=csv',
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const stream = reply.stream()
  stream.on('error', () => undefined)
  let read = String(stream.read() ?? '')
  stream.on('readable', () => {
    // Reads a part, and then nothing for a while: a slow reader.
    if (read === '') read += String(stream.read(1_000) ?? '')
  })
  await expect.poll(() => read.length).toBeGreaterThan(0)
  await portal.database.owner.query('delete from memberships where user_id = (select id from users where email = $1)', [
    'leaver@example.com',
  ])
  await expect.poll(() => stream.destroyed, { timeout: 10_000 }).toBe(true)
  expect(stream.readableEnded).toBe(false)
})
