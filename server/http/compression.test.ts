import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()

test('an order comes packed to a browser, whole to a program that cannot unpack it, and a short reply as it is', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => ({
    line: String(index + 1),
    sku: `SKU-${index}`,
    name: `Käsereibe ${index}, verzinkt`,
    quantity: '3',
  }))
  const report = await portal.ingest(
    { type: 'orders', number: 'LONG', account: 'K-1', lines },
    { type: 'orders', number: 'USUAL', account: 'K-1', lines: lines.slice(0, 20) },
  )
  expect(report.errors).toEqual([])
  const authorization = `Bearer ${await portal.signIn('packed@x.example', 'K-1')}`
  const ask = (number: string, encoding?: string) =>
    portal.app.inject({
      url: `/api/documents/orders/${number}`,
      headers: { authorization, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
    })
  const packed = await ask('LONG', 'gzip, deflate')
  const whole = await ask('LONG')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'authorization, accept-encoding' })
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
  expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 10)
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(whole.json())
  expect(whole.headers['content-encoding']).toBeUndefined()
  expect(whole.json().lines).toHaveLength(400)
  for (const number of ['USUAL', 'LONG']) {
    const byBrotli = await ask(number, 'gzip, deflate, br, zstd')
    const byGzip = await ask(number, 'gzip')
    expect([byBrotli.headers['content-encoding'], byGzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(byBrotli.rawPayload)).toEqual(gunzipSync(byGzip.rawPayload))
    expect(byBrotli.rawPayload.length).toBeLessThan((await ask(number)).rawPayload.length / 3)
  }
  const short = await portal.app.inject({
    url: '/api/views?type=orders',
    headers: { authorization, 'accept-encoding': 'gzip' },
  })
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([200, undefined])
})

test.each(['/api/docs', '/api/openapi.json'])(
  '%s is packed once, however often strangers ask for it, and whole to a program that cannot unpack it',
  async (url) => {
    const ask = (headers: Record<string, string>) => portal.app.inject({ url, headers })
    const first = await ask({ 'accept-encoding': 'gzip, br' })
    const second = await ask({ 'accept-encoding': 'gzip, br' })
    const whole = await ask({})
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(first.rawPayload.length).toBeLessThan(whole.rawPayload.length / 5)
    expect(gunzipSync(first.rawPayload)).toEqual(whole.rawPayload)
    // A reply that is sent again is neither rendered nor compressed again.
    const began = process.cpuUsage()
    for (let times = 0; times < 50; times++) await ask({ 'accept-encoding': 'gzip' })
    const packed = process.cpuUsage(began)
    const beganWhole = process.cpuUsage()
    for (let times = 0; times < 5; times++) gzipSync(whole.rawPayload)
    const packing = process.cpuUsage(beganWhole)
    expect(packed.user / 50).toBeLessThan(packing.user / 5)
  },
)
