import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openClient } from '#database/connect.ts'
import { isReadOnly } from '#database/copy/read-only.ts'
import { refuseUnlessEmpty } from '#database/copy/tables.ts'
import { testDatabase } from '#database/testing/database.ts'
import { readConfig } from '#server/config.ts'
import { emptyDatabases } from '#server/testing/copies.ts'
import { runCommandLine } from '../command-line.ts'
import { nextSteps } from './copy-to.ts'

test('Whoever copied the portal into a folder is told all that the database does not hold', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-copied-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  const copyOf = () => nextSteps({ config }, { folder: '/srv/embedded' }).filter((line) => line.includes('Copy '))
  expect(copyOf()).toEqual([])
  for (const folder of ['postgres', 'postgres.new', 'demo', 'faq', 'outbox']) mkdirSync(join(dataDir, folder))
  const files = ['seller.json', 'logo.svg', 'terms.md', 'terms.de.md']
  for (const name of [
    ...files,
    'token-secret',
    'token-secret.made-anew',
    'portal.lock',
    'postgres.log',
    'archive.json',
  ])
    writeFileSync(join(dataDir, name), '')
  expect(copyOf()).toEqual([
    `   Copy faq, logo.svg, outbox, seller.json, terms.de.md, terms.md from ${dataDir} to /srv/embedded.`,
  ])
  const elsewhere = nextSteps({ config }, { url: 'postgres://db.example.com/portal' })
  expect(elsewhere.filter((line) => line.includes('Copy '))).toEqual([])
})

test('Whoever copied a portal that has no data folder is told what to do next, without a file to copy', () => {
  const config = readConfig({
    ...{ DATABASE_URL: 'postgres://db.example.com/portal', TOKEN_SECRET: 'a secret that is long enough for a portal' },
    DATA_DIR: join(tmpdir(), 'portal-that-has-no-folder'),
  })
  for (const destination of [{ url: 'postgres://new.example.com/portal' }, { folder: '/srv/embedded' }]) {
    const steps = nextSteps({ config }, destination)
    expect(steps[0]).toBe('1. Stop the portal, all of its servers.')
    expect(steps.filter((line) => line.includes('Copy '))).toEqual([])
  }
})

describe('A copy that is interrupted', async () => {
  const database = await testDatabase()
  const emptyDatabase = emptyDatabases()
  beforeAll(() =>
    database.owner.query(`insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes')`, [
      randomUUIDv7(),
    ]),
  )

  /** Begins a copy; returns what its process prints and how it is interrupted. */
  function startCopy(toUrl: string) {
    let output = ''
    const print = { write: (text: string) => (output += text) }
    let close: () => Promise<void> = async () => undefined
    const ended = runCommandLine(['copy-to', toUrl], {
      env: {
        ...{ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret },
        DATA_DIR: join(tmpdir(), 'portal-that-has-no-folder'),
      },
      ...{ stdin: Readable.from([]), stdout: print, stderr: print },
      onInterrupt: (work) => {
        close = work
      },
    })
    return { ended, output: () => output, interrupt: () => close() }
  }

  /** Connections of the owner to the portal's database, and two to a new one. */
  async function twoSides() {
    const url = await emptyDatabase()
    const [source, target, holder] = await Promise.all(
      [database.ownerUrl, url, url].map((connectionString) => openClient({ connectionString })),
    )
    if (!source || !target || !holder) throw new Error('three connections were opened')
    onTestFinished(async () => void (await Promise.all([source, target, holder].map((client) => client.end()))))
    return { url, source, target, holder }
  }

  const copies = `select from pg_stat_activity
    where datname = current_database() and application_name = 'portal copy' and pid <> pg_backend_pid()`

  test('before its rows are there copies nothing, and the portal writes again', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const { url, source, target } = await twoSides()
    await source.query('begin; lock table documents in access exclusive mode')
    const copy = startCopy(url)
    const isHeldUp = async () => (await database.owner.query(`${copies} and wait_event_type = 'Lock'`)).rowCount
    await expect.poll(isHeldUp, { timeout: 60_000 }).toBe(1)
    await copy.interrupt()
    await source.query('rollback')
    await copy.ended
    await refuseUnlessEmpty(target)
    expect(await isReadOnly(source)).toBe(false)
  })

  test('when its rows are there leaves the portal taking nothing new, and says what to do next', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const { url, source, target, holder } = await twoSides()
    const copy = startCopy(url)
    const isUnderWay = async () => (await target.query(`${copies} and query ~ '^(copy|select count)'`)).rowCount
    await expect.poll(isUnderWay, { timeout: 60_000, interval: 5 }).toBe(1)
    // Is held from the moment on at which the copy is committed, and holds up what comes after that.
    await holder.query('begin; lock table documents in share update exclusive mode')
    await expect.poll(async () => (await target.query(`${copies} and query like 'analyze%'`)).rowCount).toBe(1)
    await copy.interrupt()
    expect(copy.output()).toMatch(/^Interrupted, but everything is copied.*\n1\. Stop the portal/m)
    expect(await isReadOnly(source)).toBe(true)
    await holder.query('rollback')
    await copy.ended
    await expect(refuseUnlessEmpty(target)).rejects.toThrow('The database is not empty')
  })
})
