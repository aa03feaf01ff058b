import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClient } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { listBackups } from '#server/backup/kept-backups.ts'
import { localText } from '#server/commands/backup/moments.ts'
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
let portal: RunningPortal
let key = ''

beforeAll(async () => {
  portal = await start({ ...settings, LOG_LEVEL: 'fatal' })
  key = (await command(['key', 'create', '--name', 'ERP'])).out.trim().split('\n').at(-1)?.trim() ?? ''
  await vi.waitFor(async () => expect((await listBackups(backups))[0]?.archive).toBeDefined(), { timeout: 20_000 })
}, 60_000)
afterAll(async () => {
  await endAll()
  rmSync(root, { recursive: true, force: true })
})

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

test('what was withdrawn by mistake is there again in a portal as of before, and nothing that came later', async () => {
  await send('SO-1', 'SO-2')
  const moment = new Date()
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(moment.getTime() + 1_100), { timeout: 5_000 })
  await call('DELETE', 'documents/orders/SO-1')
  await send('SO-3')
  const yesterday = join(root, 'yesterday')
  const restored = await command(['restore', '--to', moment.toISOString(), '--into', yesterday])
  expect(restored, restored.err).toMatchObject({ code: 0, out: expect.stringContaining(localText(moment)) })
  expect(await ordersIn(yesterday)).toEqual(['SO-1', 'SO-2'])
}, 60_000)

test('a rehearsal restores the newest backup with all that is archived, and holds every row against the portal', async () => {
  const rehearsal = await command(['test-restore'])
  expect(rehearsal, rehearsal.err).toMatchObject({ code: 0 })
}, 60_000)
