import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { readOrCreateSecret } from '#database/files.ts'
import { openDatabase } from '#database/open-database.ts'
import { addUser } from '../auth/administration/users.ts'
import { ingestDocuments } from '../ingest/ingest.ts'
import { testCommands } from '../testing/command.ts'
import { endProcess, portalProcesses } from '../testing/process.ts'

/* A disk that has lost what was written to it. */

const root = mkdtempSync(join(tmpdir(), 'portal-damage-'))
const dataDir = join(root, 'data')
const { start, endAll } = portalProcesses(dataDir)
const { run: command } = testCommands({ DATA_DIR: dataDir, DEMO: 'off', FREE_SPACE: '64' })
const password = 'a passphrase that only tests use'
const clock = () => new Date()
const newId = () => randomUUIDv7()

beforeAll(async () => {
  const silentLog = { info: () => undefined, warn: () => undefined }
  const tokenSecret = readOrCreateSecret(dataDir, 'token-secret')
  const opening = { dataDir, databaseUrl: undefined, tokenSecret, log: silentLog, what: 'a test', beside: false }
  const database = await openDatabase(opening)
  const pools = connect(database.urls, { onLost: () => undefined, size: 2 })
  const lines = Array.from({ length: 40 }, (_, line) => ({
    line: `${line}`,
    name: randomBytes(60).toString('hex'),
    quantity: '1',
  }))
  const documents = Array.from({ length: 20 }, (_, index) => ({
    line: index + 1,
    document: { type: 'orders', number: `SO-${index}`, account: 'C-1', lines },
  }))
  await ingestDocuments({ workPool: pools.work, clock, newId }, documents, { dryRun: false, source: 'ndjson' })
  const person = { email: 'ann@a.example', name: 'Ann', account: 'C-1', role: 'admin', password } as const
  await addUser({ db: pools.server, clock, newId, random: randomBytes }, person)
  const { rows } = await pools.server.query<{ path: string }>(`select pg_relation_filepath('document_lines') as path`)
  await pools.end()
  await database.close()
  const file = join(dataDir, 'postgres', rows[0]?.path ?? '')
  const pages = statSync(file).size / 8192
  expect(pages).toBeGreaterThan(4)
  const damaged = openSync(file, 'r+')
  for (const page of [1, 3]) writeSync(damaged, randomBytes(200), 0, 200, page * 8192 + 4000)
  closeSync(damaged)
}, 120_000)
afterAll(async () => {
  await endAll()
  rmSync(root, { recursive: true, force: true })
})

test('doctor looks at every page and names the table, before anybody has read it', { timeout: 60_000 }, async () => {
  const { code, out } = await command(['doctor'])
  expect(code).toBe(1)
  expect(out).toMatch(/^bad {3}files +damaged: the table document_lines: 2 pages\. The disk is failing:/m)
})

test('a backup of it says so and ends with an error', { timeout: 60_000 }, async () => {
  const { code, out, err } = await command(['backup', join(root, 'backup')])
  expect(code).toBe(1)
  expect(err).toMatch(
    /^The database is damaged, and so is this backup: the table document_lines: 2 pages .*Keep your earlier backups/m,
  )
  expect(out).not.toContain('whole')
})

test('a customer reads everything else, and the log names the table', { timeout: 60_000 }, async () => {
  const portal = await start({ FREE_SPACE: '64' })
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'portal' }
  const signIn = await fetch(`${portal.address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'ann@a.example', password }),
  })
  const authorization = `Bearer ${await signIn.json()}`
  const statusOf = async (path: string) =>
    (await fetch(`${portal.address}/api${path}`, { headers: { authorization } })).status
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => statusOf(`/documents/orders/SO-${index}`)),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 500]))
  expect(await statusOf('/documents/orders')).toBe(200)
  await expect.poll(portal.output).toContain('A damaged page was read, the table document_lines: 1 page.')
  expect(portal.output().match(/A damaged page was read/g)).toHaveLength(1)
  expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
})
