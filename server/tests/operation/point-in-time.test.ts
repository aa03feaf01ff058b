import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openClient } from '#database/connect.ts'
import { embeddedUrl, startEmbedded } from '#database/embedded/embedded.ts'
import { listBackups } from '#server/backup/kept-backups.ts'
import { localText, readMoment } from '#server/commands/backup/moments.ts'
import { testCommands } from '#server/testing/command.ts'
import { portalProcesses, type RunningPortal } from '#server/testing/process.ts'

/* A portal that archives each change, and goes back to a moment. */

const root = mkdtempSync(join(tmpdir(), 'portal-moment-'))
const [dataDir, backups, archive] = ['data', 'backups', 'archive'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
const settings = { ARCHIVE_DIR: archive, BACKUP_DIR: backups, BACKUP_AT: '00:00' }
const { start, endAll } = portalProcesses(dataDir)
// As an operator types it beside the portal, with none of its settings.
const { run: command } = testCommands({ DATA_DIR: dataDir, DEMO: 'off' })
afterAll(async () => {
  await endAll()
  rmSync(root, { recursive: true, force: true })
})
let portal: RunningPortal
let key = ''

const call = async (method: string, path: string, body?: string) => {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/x-ndjson' } : {}) }
  const reply = await fetch(`${portal.address}/api/ingest/${path}`, { method, headers, ...(body ? { body } : {}) })
  expect(reply.status, await reply.clone().text()).toBe(200)
}
const send = (...numbers: string[]) =>
  call(
    'POST',
    'documents',
    numbers.map((number) => JSON.stringify({ type: 'orders', number, account: 'C-1' })).join('\n'),
  )

async function ordersIn(folder: string): Promise<string[]> {
  const database = await startEmbedded({ dataDir: folder, log: { info: () => undefined, warn: () => undefined } })
  const client = await openClient({ connectionString: database.url })
  const { rows } = await client.query<{ number: string }>('select number from documents order by number')
  await client.end()
  await database.stop()
  return rows.map(({ number }) => number)
}

/** In the long form alone: a portal that starts and backs up, and three that are restored, take a minute on a busy machine. */
describe.runIf(process.env.MOMENTS === 'all')('A portal that archives each change', () => {
  beforeAll(async () => {
    portal = await start({ ...settings, LOG_LEVEL: 'fatal' })
    key = (await command(['key', 'create', '--name', 'ERP'])).out.trim().split('\n').at(-1)?.trim() ?? ''
    await vi.waitFor(async () => expect((await listBackups(backups))[0]?.archive).toBeDefined(), { timeout: 60_000 })
  }, 120_000)

  test('says right after its first backup that this one can be restored, and later moments within minutes', async () => {
    expect(await command(['doctor'], { env: settings })).toMatchObject({
      out: expect.stringMatching(/^ok +archive +The backup of .+ can be restored, and any later moment once/m),
    })
  })

  test('has what was withdrawn by mistake again where it is restored to before, and nothing that came later', async () => {
    await send('SO-1', 'SO-2')
    const moment = new Date()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(moment.getTime() + 10))
    await call('DELETE', 'documents/orders/SO-1')
    await send('SO-3')
    const before = join(root, 'before')
    const restored = await command(['restore', '--to', moment.toISOString(), '--into', before])
    expect(restored, restored.err).toMatchObject({ code: 0, out: expect.stringContaining(localText(moment)) })
    expect(await ordersIn(before)).toEqual(['SO-1', 'SO-2'])
    // A folder that holds something, such as that of the portal, is never written to.
    for (const into of [[], ['--into', before]])
      expect(await command(['restore', '--to', moment.toISOString(), ...into])).toMatchObject({ code: 1, out: '' })
    const late = await command(['restore', '--to', '2020-01-01 12:00', '--into', join(root, 'early')])
    expect(late).toMatchObject({ code: 1, err: expect.stringMatching(/can is any moment from .+ to .+\.$/m) })
    expect(existsSync(join(root, 'early'))).toBe(false)
    expect(await command(['doctor'], { env: settings })).toMatchObject({
      out: expect.stringMatching(/^ok +archive +Any moment from .+ can be restored/m),
    })
  }, 240_000)

  test('holds each row and some documents against a restored portal, and says which table is not the same', async () => {
    const person = ['--email', 'ann@better.example', '--name', 'Ann', '--account', 'C-1', '--role', 'buyer']
    expect(
      await command(['user', 'add', ...person, '--password-stdin'], { input: 'a passphrase of their own' }),
    ).toMatchObject({ code: 0 })
    const rehearsal = await command(['test-restore'])
    expect(rehearsal, rehearsal.err).toMatchObject({
      code: 0,
      out: expect.stringMatching(/public\.documents +2 +2 +the same[\s\S]+shows 2 documents as its database has them/),
    })
    // What PostgreSQL keeps out of its log cannot be restored.
    const owner = await openClient({ connectionString: embeddedUrl(dataDir) })
    await owner.query('alter table operator_notes set unlogged')
    await owner.query(`insert into operator_notes values ('refused documents', current_date, 1, now(), 'SO-9')`)
    await owner.end()
    expect(await command(['test-restore'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/public\.operator_notes +1 +0 +different/),
      err: expect.stringMatching(/not what the portal holds[\s\S]+public\.operator_notes: 0, now 1/),
    })
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('portal-restored-'))).toEqual([])
  }, 240_000)
})

test('a moment is written by the clock of the machine or with a zone, and what is none is refused', () => {
  expect(readMoment('2026-11-26 14:05')).toEqual(new Date(2026, 10, 26, 14, 5))
  expect(readMoment('2026-11-26T14:05:30.5')).toEqual(new Date(2026, 10, 26, 14, 5, 30, 500))
  expect(readMoment('2026-11-26T14:05:30+01:00')).toEqual(new Date('2026-11-26T13:05:30Z'))
  for (const text of ['yesterday', '14:05', '2026-11-31 14:05', '2026-11-26 25:00', '2026-11-26'])
    expect(() => readMoment(text), text).toThrow('is no moment')
})
