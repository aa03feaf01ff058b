import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { IngestDocument } from '../../contract/ingest.ts'
import { testPortal } from '../testing.ts'
import { whileAllowed } from './guard.ts'

const piece = 'x'.repeat(40_000)

/** What is read of twenty pieces by a reader who is removed when they have had so many. */
async function readUntil(removedAfter: number): Promise<{ bytes: number; made: number; fault: string | undefined }> {
  let made = 0
  let bytes = 0
  const content = Readable.from(
    (function* () {
      for (; made < 20; made++) yield piece
    })(),
    { objectMode: false },
  )
  try {
    for await (const chunk of whileAllowed(content, async () => bytes < removedAfter)) bytes += (chunk as Buffer).length
    return { bytes, made, fault: undefined }
  } catch (error) {
    return { bytes, made, fault: String(error) }
  }
}

test('a file comes whole to who may read it', async () => {
  expect(await readUntil(Number.POSITIVE_INFINITY)).toEqual({ bytes: 800_000, made: 20, fault: undefined })
})

test('who is removed while they read gets a few pieces more, and nothing more is read for them', async () => {
  const { bytes, made, fault } = await readUntil(200_000)
  expect(bytes).toBeLessThan(400_000)
  expect(made).toBeLessThan(14)
  expect(fault).toContain('may not read it any more')
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
  const all = (await portal.get('/documents/orders/export?format=csv', token)).text.split('\n').length
  expect(all).toBeGreaterThan(2_500)
  const reply = await portal.app.inject({
    url: '/api/documents/orders/export?format=csv',
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const reader = reply.stream()[Symbol.asyncIterator]()
  let text = String((await reader.next()).value)
  await portal.database.owner.query('delete from memberships where user_id = (select id from users where email = $1)', [
    'leaver@example.com',
  ])
  const rest = async () => {
    for (let next = await reader.next(); !next.done; next = await reader.next()) text += String(next.value)
  }
  await rest().catch(() => undefined)
  expect(text.split('\n').length).toBeLessThan(all)
})
