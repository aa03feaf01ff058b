import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { endProcess, portalProcesses, programEnvironment, type RunningPortal } from '#server/testing/process.ts'
import { keepSending, ledgerViolations, resendUnknown } from '../ledger.ts'
import { keepReading } from '../reader.ts'

/* A server of the version before goes on while one of today's brings its database up to date. */

/** The tree of the version before, which the command has placed. */
const before = process.env.VERSION_BEFORE ?? ''
const folder = mkdtempSync(join(tmpdir(), 'portal-rolling-'))
const log = { info: () => undefined, warn: () => undefined }
const database = await startEmbedded({ dataDir: folder, log })
const environment = { DATABASE_URL: database.url, TOKEN_SECRET: 'a secret that both versions of this test sign with' }
const dataDirs = ['then', 'now'].map((name) => join(folder, name))
for (const dataDir of dataDirs) mkdirSync(dataDir)
const [then, now] = dataDirs.map(portalProcesses)
const owner = new pg.Pool({ connectionString: database.url, max: 2 })
afterAll(async () => {
  await Promise.all([then?.endAll(), now?.endAll(), owner.end()])
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})
const startThen = () => then?.run(environment, [join(before, 'server/main.ts')])

const password = 'nine barges on a slow river'
/** Runs an operator's command of the version before. */
function command(args: readonly string[], input = ''): string {
  const env = { ...programEnvironment, ...environment, DATA_DIR: dataDirs[0], DEMO: 'off' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(before, 'server/cli.ts'), ...args], {
    ...{ env, input },
    encoding: 'utf8',
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}
async function signIn({ address }: RunningPortal): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'ann@better.example', password }),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as string
}

test('No call to either fails, nothing is lost, and the one of before starts no more', {
  timeout: 180_000,
}, async () => {
  const begun = startThen()
  const old = begun && (await then?.served(begun))
  if (!old || !now) throw new Error('The server of the version before did not start')
  const file = join(folder, 'first.ndjson')
  writeFileSync(file, JSON.stringify({ type: 'orders', number: 'FIRST', account: 'C-1', accountName: 'Better' }))
  command(['import', file])
  const person = ['--email', 'ann@better.example', '--name', 'Ann', '--account', 'C-1', '--role', 'admin']
  command(['user', 'add', ...person, '--password-stdin'], password)
  const key = command(['key', 'create', '--name', 'erp'])
  const token = await signIn(old)
  const ledgers = [keepSending(() => old.address, key, { prefix: 'THEN' })]
  const readers = [keepReading(() => old.address, token)]
  await expect.poll(() => ledgers[0]?.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(60)
  // It migrates while the other writes.
  const today = await now.start(environment)
  ledgers.push(keepSending(() => today.address, key, { prefix: 'NOW' }))
  readers.push(keepReading(() => today.address, token))
  const counts = ledgers.map(({ acknowledged }) => acknowledged.length)
  for (const [index, ledger] of ledgers.entries())
    await expect.poll(() => ledger.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan((counts[index] ?? 0) + 200)
  // New sessions, on both, of what each has written.
  for (const portal of [old, today]) await signIn(portal)
  await Promise.all([...ledgers, ...readers].map((one) => one.stop()))
  for (const { answers } of readers) expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const ledger of ledgers) {
    // A batch that waited for a table that a migration held is told to come again, and does.
    expect([...ledger.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    await resendUnknown(today.address, key, ledger)
    expect(await ledgerViolations(owner, ledger)).toEqual([])
  }
  expect(await endProcess(old.child, 'SIGTERM')).toBe(0)
  const refused = await startThen()?.ended
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('which this version does not know') })
})
