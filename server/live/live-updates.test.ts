import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()
const order = (number: string, account = 'C-1'): IngestDocument => ({ type: 'orders', number, account })

const addressOf = async (app: FastifyInstance) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

type LiveEvent = { event: string; id: number }

/** A page that follows its account: `next` gives its events one by one; undefined when the stream has ended. */
async function follow(address: string, token: string, lastEventId?: number) {
  const leaving = new AbortController()
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': `${lastEventId}` }),
  }
  const reply = await fetch(`${address}/api/live`, { headers, signal: leaving.signal })
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  const reader = (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<LiveEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const [, event, id] = /^event: (\w+)\nid: (\d+)/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (event) return { event, id: Number(id) }
        continue
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
  return { next, leave: () => leaving.abort() }
}

let firstServer: string
let secondServer: string
let ann: string
beforeAll(async () => {
  firstServer = await addressOf(portal.app)
  secondServer = await addressOf(await portal.serve())
  await portal.ingest(order('FIRST'), order('FIRST', 'C-2'))
  ann = await portal.signIn('ann@a.example', 'C-1')
})

describe('a page that is open', () => {
  test('hears of an import within a second, on every server', async () => {
    const pages = await Promise.all([follow(firstServer, ann), follow(secondServer, ann)])
    for (const page of pages) expect(await page.next()).toMatchObject({ event: 'hello' })
    const before = performance.now()
    await portal.ingest(order('SO-1'))
    const events = await Promise.all(pages.map((page) => page.next()))
    expect(performance.now() - before).toBeLessThan(1000)
    expect(events[0]).toMatchObject({ event: 'changed' })
    expect(events[1]).toEqual(events[0])
    for (const page of pages) page.leave()
  })

  test('hears nothing of other accounts', async () => {
    const [own, other] = [
      await follow(firstServer, ann),
      await follow(firstServer, await portal.signIn('eve@b.example', 'C-2')),
    ]
    await Promise.all([own.next(), other.next()])
    await portal.ingest(order('SO-2', 'C-2'))
    expect(await other.next()).toMatchObject({ event: 'changed' })
    await portal.ingest(order('SO-3'))
    const { rows } = await portal.database.owner.query<{ version: string }>(
      `select version from account_versions where account_id = (select account_id from accounts where number = 'C-1')`,
    )
    // Its first event is of its own account.
    expect(await own.next()).toEqual({ event: 'changed', id: Number(rows[0]?.version) })
    own.leave()
    other.leave()
  })

  test('is told what it missed when it comes back, on another server, and nothing when it missed nothing', async () => {
    const page = await follow(firstServer, ann)
    const { id = 0 } = (await page.next()) ?? {}
    page.leave()
    await portal.ingest(order('SO-4'))
    const back = await follow(secondServer, ann, id)
    const event = await back.next()
    expect(event).toMatchObject({ event: 'changed' })
    back.leave()
    const again = await follow(firstServer, ann, event?.id)
    expect(await again.next()).toEqual({ event: 'hello', id: event?.id })
    again.leave()
  })

  test('learns, where it asks, at which version each reply was read, and by the greeting what has changed since', async () => {
    const fetchWith = (path: string, headers: Record<string, string>) =>
      fetch(`${firstServer}/api${path}`, { headers: { authorization: `Bearer ${ann}`, ...headers } })
    const reply = await fetchWith('/documents/orders', { prefer: 'account-version' })
    const version = Number(reply.headers.get('account-version'))
    expect(await reply.text()).not.toContain('SO-4B')
    await portal.ingest(order('SO-4B'))
    const page = await follow(secondServer, ann)
    const { id = 0 } = (await page.next()) ?? {}
    expect(id).toBeGreaterThan(version)
    page.leave()
    for (const path of ['/profile', '/notifications', '/documents/orders/SO-4B']) {
      const again = await fetchWith(path, { prefer: 'account-version' })
      expect([again.status, again.headers.get('account-version')]).toEqual([200, `${id}`])
    }
    expect((await fetchWith('/profile', {})).headers.get('account-version')).toBeNull()
  })

  test('learns the version of its own account, also when people of others ask at the same moment', async () => {
    await portal.ingest(order('SO-4C'))
    await portal.ingest(order('SO-4D', 'C-2'))
    const eve = await portal.signIn('eve@b.example', 'C-2')
    const versionFor = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, prefer: 'account-version' }
      return (await fetch(`${firstServer}/api/profile`, { headers })).headers.get('account-version')
    }
    const versions = await Promise.all([ann, eve, ann, eve].map(versionFor))
    const { rows } = await portal.database.owner.query<{ version: string }>(
      'select version from account_versions join accounts using (account_id) order by number',
    )
    const [ofAnn, ofEve] = rows.map(({ version }) => version)
    expect(ofAnn).not.toBe(ofEve)
    expect(versions).toEqual([ofAnn, ofEve, ofAnn, ofEve])
  })

  test('hears of what happened while the server had lost its database', async () => {
    const page = await follow(firstServer, ann)
    await page.next()
    await portal.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('portal server', 'portal listener')`,
    )
    await portal.ingest(order('SO-5'))
    expect(await page.next()).toMatchObject({ event: 'changed' })
    page.leave()
  })

  test('is closed within seconds when its session has ended', { timeout: 15_000 }, async () => {
    const bea = await portal.signIn('bea@a.example', 'C-1')
    const page = await follow(firstServer, bea)
    await page.next()
    const sessionId = decodeJwt(bea).sid
    expect((await portal.call('DELETE', `/profile/sessions/${sessionId}`, { token: bea })).status).toBe(200)
    const before = performance.now()
    expect(await page.next()).toBeUndefined()
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('is one of twenty at most for one person, and leaves nothing behind however it goes', {
    tags: 'long',
  }, async () => {
    const cem = await portal.signIn('cem@a.example', 'C-1')
    const headers = { authorization: `Bearer ${cem}` }
    const open = async () => {
      const leaving = new AbortController()
      const reply = await fetch(`${firstServer}/api/live`, { headers, signal: leaving.signal })
      return { reply, leave: () => leaving.abort() }
    }
    // If one of the hundred still counted in the end, there would be no room for twenty.
    for (let round = 0; round < 5; round++) {
      const pages: Awaited<ReturnType<typeof open>>[] = []
      for (let page = 0; page < 20; page++) {
        await expect
          .poll(async () => {
            const opened = await open()
            if (opened.reply.status === 200) pages.push(opened)
            return opened.reply.status
          })
          .toBe(200)
      }
      const { reply: refused } = await open()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      await pages[0]?.reply.body?.cancel()
      for (const { leave } of pages) leave()
      // Some disconnect before they are answered.
      const early = new AbortController()
      const hasty = Array.from({ length: 5 }, () => fetch(`${firstServer}/api/live`, { headers, signal: early.signal }))
      early.abort()
      await Promise.allSettled(hasty)
    }
  })
})
