import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testPortal } from '../testing.ts'

const portal = await testPortal()

test('a long order comes packed to a browser, whole to who cannot unpack it, and a short one as it is', async () => {
  const lines = Array.from({ length: 400 }, (_, place) => ({
    line: String(place + 1),
    sku: `SKU-${place}`,
    name: `Käsereibe ${place}, verzinkt`,
    quantity: '3',
  }))
  const report = await portal.ingest(
    { type: 'orders', number: 'LONG', account: 'K-1', lines },
    { type: 'orders', number: 'SHORT', account: 'K-1', lines: lines.slice(0, 2) },
  )
  expect(report.errors).toEqual([])
  const authorization = `Bearer ${await portal.signIn('packed@x.example', 'K-1')}`
  const ask = (number: string, encoding?: string) =>
    portal.app.inject({
      url: `/api/documents/orders/${number}`,
      headers: { authorization, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
    })
  const packed = await ask('LONG', 'gzip, deflate, br')
  const whole = await ask('LONG')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
  expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 10)
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(whole.json())
  expect(whole.headers['content-encoding']).toBeUndefined()
  expect(whole.json().lines).toHaveLength(400)
  expect((await ask('SHORT', 'gzip')).headers['content-encoding']).toBeUndefined()
})
