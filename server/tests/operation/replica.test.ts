import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { versionHeader } from '#contract/live.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import { connect } from '#database/connect.ts'
import { roleUrls } from '#database/roles.ts'
import { replicatedDatabase } from '#database/testing/replicated.ts'
import { checkReplica } from '#server/commands/doctor/replica.ts'
import { readConfig } from '#server/config.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Pages that are read from a replica of PostgreSQL: nobody sees anything older than what was there for them before. */

const database = await replicatedDatabase()
const portal = await testPortal(undefined, { database })
const { replica } = database.pools.viewer

const order = (number: string, { account = 'A-1', reference = 'PO 1' } = {}): IngestDocument => ({
  ...{ type: 'orders', number, account, accountName: account, currency: 'EUR', issueDate: '2026-03-01' },
  ...{ customerReference: reference, lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
})
await portal.ingest(order('O-1'), order('O-2', { account: 'A-2' }))
const [ann, ben] = [await portal.signIn('ann@a.example', 'A-1'), await portal.signIn('ben@b.example', 'A-2')]

/** Reads as a browser with these cookies; returns what was answered, by the server and with the version that it names. */
async function read(app: FastifyInstance, path: string, token: string, cookie = '') {
  const headers = { authorization: `Bearer ${token}`, prefer: versionHeader, cookie }
  const reply = await app.inject({ url: `/api${path}`, headers })
  return {
    status: reply.statusCode,
    version: Number(reply.headers[versionHeader]),
    body: reply.json(),
    text: reply.body,
  }
}

const counts = () => ({ ...replica?.reads })
/** Waits until the replica answers a customer's page. */
async function untilUsed(token = ann): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = counts()
        await read(portal.app, '/documents/orders', token)
        return (counts().answered ?? 0) - (before.answered ?? 0)
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
}

describe('A replica', () => {
  test('that is well is seen in the metrics to be used, also before anybody has opened a page', async () => {
    const metrics = createMetrics({ version: '1', pools: {}, db: database.pools.server, replica })
    await expect.poll(async () => (await metrics.read()).text, { timeout: 30_000 }).toContain('portal_replica_used 1')
    expect(counts().answered).toBe(0)
  })

  test('answers the pages of customers once it has all that was there at the start', async () => {
    await untilUsed()
    const { status, text } = await read(portal.app, '/documents/orders/O-1', ann)
    expect([status, text]).toEqual([200, expect.stringContaining('PO 1')])
    expect(counts().failed).toBe(0)
  })

  test('that stands still hides nothing that the ERP has sent, and goes on to answer whoever has nothing new', async () => {
    await untilUsed()
    await untilUsed(ben)
    await database.pauseReplay()
    try {
      await portal.ingest(order('O-1', { reference: 'PO 1, corrected' }))
      const before = counts()
      expect((await read(portal.app, '/documents/orders/O-1', ann)).text).toContain('PO 1, corrected')
      expect((await read(portal.app, '/documents/orders', ann)).text).toContain('PO 1, corrected')
      expect(counts()).toEqual({ ...before, behind: (before.behind ?? 0) + 2 })
      await read(portal.app, '/documents/orders', ben)
      expect(counts()).toEqual({ ...before, behind: (before.behind ?? 0) + 2, answered: (before.answered ?? 0) + 1 })
    } finally {
      await database.resumeReplay()
    }
    await untilUsed()
  })

  test('that stands still hides no document that is new', async () => {
    await untilUsed()
    await database.pauseReplay()
    try {
      await portal.ingest(order('O-9'))
      expect((await read(portal.app, '/documents/orders/O-9', ann)).status).toBe(200)
    } finally {
      await database.resumeReplay()
    }
  })

  test('that stands still hides nothing that a person has just done, on whichever server they go on', async () => {
    const other = await portal.serve()
    await portal.ingest(order('O-3', { account: 'A-3' }))
    const cat = await portal.signIn('cat@c.example', 'A-3')
    const firstNotice = async (app: FastifyInstance, cookie?: string) =>
      ((await read(app, '/notifications', cat, cookie)).body as Notification[])[0]
    await portal.ingest(order('O-3', { account: 'A-3', reference: 'PO 2' }))
    await expect.poll(() => firstNotice(portal.app)).toMatchObject({ clicked: false })
    await untilUsed(cat)
    await database.pauseReplay()
    try {
      const id = (await firstNotice(portal.app))?.id
      const headers = { authorization: `Bearer ${cat}` }
      const click = await portal.app.inject({ method: 'PUT', url: `/api/notifications/${id}`, headers })
      expect(click.statusCode).toBe(200)
      const [cookie] = click.cookies
      expect(cookie).toMatchObject({ name: 'lastWrite', httpOnly: true, sameSite: 'Strict', path: '/api' })
      const before = counts()
      const written = `lastWrite=${encodeURIComponent(cookie?.value ?? '')}`
      expect(await firstNotice(other, written)).toMatchObject({ id, clicked: true })
      expect(counts().behind).toBeGreaterThan(before.behind ?? 0)
    } finally {
      await database.resumeReplay()
    }
  })

  test('that follows by fits and starts never takes anybody a step back, on two servers, while the ERP sends', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const servers = [portal.app, await portal.serve()] as const
    const revisions = 60
    let sent = 0
    const before = counts()
    const send = async () => {
      for (let revision = 1; revision <= revisions; revision++) {
        if (revision % 12 === 6) await database.pauseReplay()
        if (revision % 12 === 0) await database.resumeReplay()
        await portal.ingest(order('O-7', { reference: `Revision ${revision}` }))
        sent = revision
      }
    }
    const follow = async (offset: number) => {
      let [latest, turn, steps] = [0, offset, 0]
      while (latest < revisions) {
        const known = sent
        const app = turn++ % 2 === 0 ? servers[0] : servers[1]
        const { status, text } = await read(app, turn % 3 === 0 ? '/documents/orders' : '/documents/orders/O-7', ann)
        const revision = Number(/Revision (\d+)/.exec(text)?.[1] ?? 0)
        if (status === 404 && known === 0) continue
        expect(status).toBe(200)
        expect(revision).toBeGreaterThanOrEqual(Math.max(latest, known))
        if (revision > latest) steps++
        latest = revision
      }
      return steps
    }
    const [, ...steps] = await Promise.all([send(), follow(0), follow(1), follow(2)])
    expect(Math.min(...steps)).toBeGreaterThan(3)
    const after = counts()
    expect(after.answered).toBeGreaterThan(before.answered ?? 0)
    expect(after.behind).toBeGreaterThan(before.behind ?? 0)
  })

  test('is seen in the metrics, and by doctor, which says when it is behind', { tags: 'long' }, async () => {
    const metrics = createMetrics({ version: '1', pools: {}, db: database.pools.server, replica })
    const { text } = await metrics.read()
    expect(text).toContain(`portal_replica_reads_total{outcome="answered"} ${counts().answered}`)
    expect(text).toContain('portal_replica_used 1')
    const config = readConfig({
      DATABASE_URL: database.ownerUrl,
      DATABASE_READ_URL: 'postgres://replica/portal',
      TOKEN_SECRET: 'x'.repeat(32),
    })
    const open = async () => ({ database, pools: database.pools })
    const find = () => checkReplica({ config, open, clock: () => new Date() })
    expect(await find()).toEqual(['ok', 'the replica follows the database.'])
    await database.pauseReplay()
    try {
      await portal.ingest(order('O-8'))
      expect(await find()).toEqual(['look', expect.stringContaining('more than 5 s behind')])
    } finally {
      await database.resumeReplay()
    }
  })

  test('that dies costs nobody a page, is said once in the log, and is used again when it is back', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await untilUsed()
    database.logged.length = 0
    await database.stopReplica()
    for (let call = 0; call < 20; call++) {
      expect((await read(portal.app, '/documents/orders/O-1', ann)).status).toBe(200)
    }
    expect(database.logged).toEqual([
      expect.stringMatching(/^The replica \(DATABASE_READ_URL\) is not used, the primary answers: .+/),
    ])
    await database.startReplica()
    await untilUsed()
    expect(database.logged.slice(1)).toEqual(['The replica (DATABASE_READ_URL) is used again.'])
  })

  test('that is a copy of another database is not read, and the log says so', async () => {
    const logged: string[] = []
    const log = { info: () => undefined, warn: (line: string) => void logged.push(line) }
    const elsewhere = new URL(database.ownerUrl)
    elsewhere.pathname = '/postgres'
    const urls = roleUrls(database.ownerUrl, database.tokenSecret, { readUrl: elsewhere.href })
    const pools = connect(urls, { onLost: () => undefined, log })
    onTestFinished(pools.end)
    await expect
      .poll(() => pools.viewer.replica?.isUsable() === false && logged)
      .toEqual([
        'The replica (DATABASE_READ_URL) is not used, the primary answers: it is a copy of another database. Correct DATABASE_READ_URL',
      ])
    expect(pools.viewer.replica?.isUsable()).toBe(false)
  })
})
