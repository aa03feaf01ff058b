import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { plainRoles, readRoles } from '#database/connection/role-names.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { onClient } from '#database/testing/on-client.ts'
import { contentsOf } from '#server/testing/copies.ts'
import { endProcess, portalProcesses, type RunningPortal } from '#server/testing/process.ts'

/* Two companies run a portal each on one PostgreSQL server, in databases of their own owners. */

const dataDir = mkdtempSync(join(tmpdir(), 'two-portals-'))
const { run, served, endAll } = portalProcesses(dataDir)
afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const asAdmin = (sql: string) => onClient(inject('database').adminUrl, (client) => client.query(sql))

/** An empty database of an owner of its own with a password of its own; both are gone after the file's last test. */
async function emptyDatabase(): Promise<string> {
  const name = `tenant_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${name} login createrole nosuperuser password '${name}'`)
  await asAdmin(`create database ${name} owner ${name}`)
  const url = Object.assign(new URL(inject('database').adminUrl), {
    pathname: `/${name}`,
    username: name,
    password: name,
  })
  atEnd(async () => {
    const roles = await onClient(url.href, readRoles)
    await asAdmin(`drop database ${name} with (force)`)
    for (const role of Object.values(roles).filter((one) => !Object.values(plainRoles).includes(one)))
      await asAdmin(`drop role if exists ${role}`)
    await asAdmin(`drop owned by ${name} cascade; drop role ${name}`)
  })
  return url.href
}

type Company = { url: string; environment: Record<string, string> }

async function company(name: string): Promise<Company> {
  mkdirSync(join(dataDir, name))
  const url = await emptyDatabase()
  const TOKEN_SECRET = `the secret of the portal of ${name} that no other knows`
  return { url, environment: { DATA_DIR: join(dataDir, name), DATABASE_URL: url, TOKEN_SECRET } }
}
const start = ({ environment }: Company): Promise<RunningPortal> => served(run(environment))
async function command({ environment }: Company, ...args: string[]): Promise<string> {
  const { code, output } = await run(environment, [join(import.meta.dirname, '../server/cli.ts'), ...args]).ended
  expect(code, output).toBe(0)
  return output
}

async function bringOrder({ environment }: Company, number: string): Promise<void> {
  const file = join(environment.DATA_DIR ?? '', 'orders.ndjson')
  writeFileSync(file, JSON.stringify({ type: 'orders', number, account: 'C-1', accountName: 'Alpha Bikes' }))
  await command({ url: '', environment }, 'import', file)
}

/** What a portal answers to a question for its health and to a wrong sign-in, for both of which it asks its database. */
async function answers({ address }: RunningPortal): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ email: 'nobody@a.example', password: 'not the password of anybody' })
  const replies = await Promise.all([
    fetch(`${address}/api/health/ready`),
    fetch(`${address}/api/auth/login`, { method: 'POST', headers, body }),
  ])
  return replies.map(({ status }) => status)
}

const [north, south] = [await company('north'), await company('south')]

test('Both answer, however often either is started again', { timeout: 120_000 }, async () => {
  const portals = [await start(north), await start(south)]
  for (const again of [north, south]) {
    const [oldest] = portals.splice(0, 1)
    if (oldest) await endProcess(oldest.child, 'SIGTERM')
    portals.push(await start(again))
    for (const portal of portals) expect(await answers(portal)).toEqual([200, 400])
  }
  await endAll()
  const [ofNorth, ofSouth] = [await onClient(north.url, readRoles), await onClient(south.url, readRoles)]
  expect(new Set([...Object.values(ofNorth), ...Object.values(ofSouth)]).size).toBe(10)
})

test('A backup of one goes back into a database of another owner, and a copy too', { timeout: 180_000 }, async () => {
  await bringOrder(north, 'SO-NORTH')
  await bringOrder(south, 'SO-SOUTH')
  const contents = await contentsOf(south.url)
  expect(contents['public.documents']).toMatch(/^1 rows/)
  await command(south, 'backup', join(dataDir, 'backup'))
  const restored = await company('restored')
  await command(restored, 'restore', join(dataDir, 'backup'))
  expect(await contentsOf(restored.url)).toEqual(contents)
  const copied = await emptyDatabase()
  await command(south, 'copy-to', copied)
  expect(await contentsOf(copied)).toMatchObject({ 'public.documents': contents['public.documents'] })
  // It takes nothing new now, and the other one does.
  const held = await run(south.environment, [
    join(import.meta.dirname, '../server/cli.ts'),
    'import',
    join(dataDir, 'south', 'orders.ndjson'),
  ]).ended
  expect(held.code).not.toBe(0)
  await bringOrder(north, 'SO-NORTH-2')
  await command(south, 'copy-to-cancel')
  await bringOrder(south, 'SO-SOUTH-2')
  const roles = await Promise.all([south.url, restored.url, copied].map((url) => onClient(url, readRoles)))
  expect(new Set(roles.map(({ viewer }) => viewer)).size).toBe(3)
  const doctor = await run(south.environment, [join(import.meta.dirname, '../server/cli.ts'), 'doctor']).ended
  expect(doctor.output).toMatch(/^ok +roles /m)
  expect(doctor.output).toContain(`pg_dump --role=${roles[0]?.backup}`)
})
