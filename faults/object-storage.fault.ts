import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { testDatabase } from '#database/testing/database.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { sendDocuments } from './ledger.ts'
import { hasSwift, type Swift, startSwift } from './swift.ts'

/* Files are moved to a real object storage and read from there, while servers and the storage are killed. */

const orders = 60
const filesOfOrder = 2
const kills = 6
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe.skipIf(!hasSwift())('Files in OpenStack Swift (needs Debian’s packages swift-proxy and so on)', () => {
  let swift: Swift
  let database: Awaited<ReturnType<typeof testDatabase>>
  let portal: RunningPortal
  let made: ReturnType<typeof faultPortal>
  let token = ''
  /** The hash of each file that was acknowledged, by its order and name. */
  const sent = new Map<string, string>()

  /** Sends an order with files, as an ERP does, and notes what was acknowledged. */
  const sendOrder = async (number: string) => {
    const contents = Array.from({ length: filesOfOrder }, (_, index) => randomBytes(24_000 + index * 60_000))
    const attachments = contents.map((content, index) => ({
      ...{ name: `file-${index}.bin`, mimeType: 'application/octet-stream' },
      contentBase64: content.toString('base64'),
    }))
    const order = { type: 'orders', number, account: 'C-1', status: 'confirmed', attachments }
    const reply = await sendDocuments(portal.address, made.key(), [order])
    expect(reply.status, await reply.text()).toBe(200)
    for (const [index, content] of contents.entries()) sent.set(`${number}/file-${index}.bin`, hashOf(content))
  }
  const call = (path: string) =>
    fetch(`${portal.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const download = async (number: string, name: string) => {
    const { attachments } = (await (await call(`/documents/orders/${number}`)).json()) as DocumentDetail
    const id = attachments.find((attachment) => attachment.name === name)?.id
    return call(`/documents/orders/${number}/attachments/${id}`)
  }
  /** The files that were acknowledged and that a customer does not get as they were sent. */
  const lostFiles = async () => {
    const lost: string[] = []
    for (const [file, hash] of sent) {
      const [number = '', name = ''] = file.split('/')
      const reply = await download(number, name)
      if (!reply.ok || hashOf(Buffer.from(await reply.arrayBuffer())) !== hash) lost.push(file)
    }
    return lost
  }
  const inDatabase = async () => {
    const { rows } = await database.owner.query<{ count: number }>(
      'select count(*)::int as count from attachments where object_key is null',
    )
    return rows[0]?.count
  }
  /** The keys that rows name, and those that are to be removed. */
  const knownKeys = async () => {
    const { rows } = await database.owner.query<{ key: string }>(
      `select object_key as key from attachments where object_key is not null
        union select object_key from raw_messages where object_key is not null union select object_key from unused_objects`,
    )
    return new Set(rows.map(({ key }) => key))
  }

  beforeAll(async () => {
    swift = await startSwift()
    database = await testDatabase()
    made = faultPortal({
      ...{ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret, OBJECT_STORAGE_URL: swift.url },
    })
    portal = await made.start()
    await made.prepare(portal)
    token = await made.signIn(portal)
    for (let order = 0; order < orders; order++) await sendOrder(`SO-${order}`)
  }, 180_000)
  afterAll(async () => {
    await made?.end()
    await swift?.stop()
  })

  test('are lost by no server and by no storage that is killed while they are moved, and no object is forgotten', {
    timeout: 240_000,
  }, async () => {
    const cli = new URL('../server/cli.ts', import.meta.url).pathname
    let interrupted = 0
    for (let kill = 0; kill < kills; kill++) {
      const before = (await swift.keys()).length
      const moving = made.processes.run(made.settings, [cli, 'files', 'move'])
      const hasBegun = async () => (await swift.keys()).length > before
      while (moving.child.exitCode === null && !(await hasBegun())) await sleep(20)
      await sleep(100 * kill)
      if (kill % 2 === 0) {
        moving.child.kill('SIGKILL')
        await moving.ended
      } else {
        await swift.kill()
        const { code, output } = await moving.ended
        if (code !== 0) expect(output).toMatch(/it cannot be reached|it broke off/)
        await swift.start()
      }
      if (((await inDatabase()) ?? 0) > 0) interrupted += 1
    }
    expect(interrupted).toBeGreaterThan(kills / 2)
    const { code, output } = await made.command(['files', 'move'])
    expect(code, output).toBe(0)
    expect(await inDatabase()).toBe(0)
    expect(await lostFiles()).toEqual([])
    const known = await knownKeys()
    expect((await swift.keys()).filter((key) => !known.has(key))).toEqual([])
    expect((await made.command(['files', 'check'])).output).toContain('files are as they were put there.')
  })

  test('that cannot be fetched are said to be away, and nothing else is', { timeout: 120_000 }, async () => {
    await swift.kill()
    const reply = await download('SO-1', 'file-0.bin')
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '10'])
    expect(((await reply.json()) as { message: string }).message).toContain('This file cannot be fetched')
    expect((await call('/documents/orders?limit=10')).status).toBe(200)
    await sendOrder('NEW-1')
    expect((await download('NEW-1', 'file-1.bin')).status).toBe(200)
    const { code, output } = await made.command(['doctor'])
    expect([code, output]).toEqual([1, expect.stringContaining('the storage cannot be used, it cannot be reached')])
    await swift.start()
    expect(await lostFiles()).toEqual([])
  })

  test('are moved by the servers themselves, and go back into the database when they are told to', {
    timeout: 240_000,
  }, async () => {
    await endProcess(portal.child, 'SIGTERM')
    portal = await made.start()
    await sendOrder('NEW-2')
    // Each server looks once a minute.
    const until = performance.now() + 90_000
    while ((await inDatabase()) !== 0 && performance.now() < until) await sleep(500)
    expect(await inDatabase()).toBe(0)
    await endProcess(portal.child, 'SIGTERM')
    portal = await made.start({ OBJECT_STORAGE_MOVES: 'off' })
    const { code, output } = await made.command(['files', 'return'])
    expect([code, output]).toEqual([0, expect.stringContaining('files were moved to the database.')])
    await swift.kill()
    expect(await lostFiles()).toEqual([])
  })
})
