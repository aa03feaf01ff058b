import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOrCreateSecret } from '#database/files.ts'
import { type OpenDatabase, openDatabase } from '#database/open-database.ts'
import { createJobs } from './jobs/jobs.ts'
import { testCommands } from './testing/command.ts'
import { portalVersion } from './version.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-cli-'))
const dataDir = join(root, 'data')
const silentLog = { info: () => undefined, warn: () => undefined }

const { run: portal, start: startPortal } = testCommands({ DATA_DIR: dataDir })

const openAs = (folder: string, what: string): Promise<OpenDatabase> =>
  openDatabase({
    dataDir: folder,
    databaseUrl: undefined,
    tokenSecret: readOrCreateSecret(folder, 'token-secret'),
    log: silentLog,
    what,
    beside: false,
  })

const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>CLI-77</cbc:ID><cbc:IssueDate>2026-03-01</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4098765000006</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Ein Unbekannter</cbc:Name></cac:PartyName>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">10.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>`

let running: OpenDatabase
let owner: pg.Pool

afterAll(async () => {
  await owner?.end()
  await running?.close()
  await rm(root, { recursive: true, force: true })
})

describe('the command line', () => {
  it('ends quietly when nobody reads on', { tags: 'long' }, async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'help'], { stdio: 'pipe' })
    child.stdout.destroy()
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    expect(await Promise.all([text(child.stderr), ended])).toEqual(['', 0])
  })

  it('shows its commands, and says what is wrong with a call, with 2 as exit code', { tags: 'long' }, async () => {
    const [started, help, topicHelp, none, unknown, size, missing] = await Promise.all([
      startPortal(['frobnicate']),
      portal(['help']),
      portal(['user', 'add', '--help']),
      portal([]),
      portal(['frobnicate']),
      portal(['seed', '--size', 'XL']),
      portal(['backup']),
    ])
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('backup DIR') })
    expect(topicHelp).toMatchObject({ code: 0, out: expect.stringContaining('--account') })
    expect(none).toMatchObject({ code: 2, out: expect.stringContaining('Usage') })
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('no command "frobnicate"') })
    expect(started).toEqual(unknown)
    expect(size).toMatchObject({ code: 2, err: expect.stringContaining('choose S, M or L') })
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('DIR is missing') })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('names a setting that is wrong in one sentence, with 1 as exit code', async () => {
    const { code, err } = await startPortal(['doctor'], { env: { PORT: 'many' } })
    expect(code).toBe(1)
    expect(err).toMatch(/^PORT must be .*\n$/)
  })

  it('makes no folder for a backup of a database of the operator’s own that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/portal', TOKEN_SECRET: 'x'.repeat(32) }
    const { code, err } = await portal(['backup', join(root, 'never')], { env })
    expect(code).toBe(1)
    expect(err).toMatch(/^DATABASE_URL: the database does not answer/)
    expect(existsSync(join(root, 'never'))).toBe(false)
  })

  it('starts the embedded database itself when no portal runs, and stops it afterwards', { tags: 'long' }, async () => {
    expect(await startPortal(['migrate'])).toMatchObject({ code: 0, out: 'The database is at this version.\n' })
    expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })
})

describe('beside a running portal', () => {
  beforeAll(async () => {
    running = await openAs(dataDir, 'a running portal')
    owner = new pg.Pool({ connectionString: running.ownerUrl, max: 2 })
    owner.on('error', () => undefined)
  }, 60_000)

  it('seeds the demo company once', async () => {
    const first = await portal(['seed'])
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/^600 documents are in/)
    expect(first.out).toContain('asa@demo.example')
    expect(await portal(['seed'])).toMatchObject({ code: 0, out: expect.stringContaining('nothing was added') })
    // What the demo tells of besides documents is there as well.
    expect((await portal(['request', 'list'])).out).toMatch(/counterOffer quotes/)
    expect((await portal(['request', 'list', '--state', 'accepted'])).out).toMatch(/returnGoods shipments/)
  }, 60_000)

  it('adds a person whose password comes by standard input, and disables them again', async () => {
    const add = ['user', 'add', '--email', 'New.Person@example.com', '--account', 'C-10003', '--role', 'finance']
    expect(await portal(add)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^A new person needs a password\.\n$/),
    })
    const added = await startPortal([...add, '--password-stdin'], { input: 'a long sentence to type\n' })
    expect(added).toMatchObject({ code: 0, out: 'New.Person@example.com can sign in now and is finance of C-10003.\n' })
    expect(await portal([...add.slice(0, 7), 'king'])).toMatchObject({ code: 2 })
    const elsewhere = await portal(['user', 'add', '--email', 'a@b.example', '--account', 'C-0', '--password-stdin'], {
      input: 'a long sentence to type\n',
    })
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('no account with the number "C-0"') })
    expect(await portal(['user', 'disable', 'new.person@example.com'])).toMatchObject({ code: 0 })
    expect(await portal(['user', 'disable', 'nobody@example.com'])).toMatchObject({ code: 1 })
  }, 60_000)

  it('imports a file, says line by line what is wrong with it, and writes nothing in a dry run', async () => {
    const file = join(root, 'orders.ndjson')
    const good = { type: 'orders', number: 'CLI/1', account: 'C-20001', accountName: 'Übermorgen & Co.' }
    await writeFile(
      file,
      `${JSON.stringify(good)}\n{"type":"orders","number":"CLI/2","account":"C-20001","colour":"red"}\n`,
    )
    const dry = await portal(['import', file, '--dry-run'])
    expect(dry).toMatchObject({ code: 1, err: expect.stringContaining('1 documents were rejected') })
    expect(dry.out).toContain('2 read (a dry run, nothing was written): 1 created, 1 rejected.')
    expect(dry.out).toMatch(/error {4}line 2 {2}\$\.colour/)
    expect(await portal(['account', 'show', 'C-20001'])).toMatchObject({ code: 1 })
    expect((await portal(['import', file])).out).toContain('1 created, 1 rejected.')
    expect((await portal(['account', 'show', 'C-20001'])).out).toMatch(
      /name +Übermorgen & Co\.\n(?:.*\n)*documents +1 orders/,
    )
    const missing = await portal(['import', join(root, 'none.xml')])
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining('does not exist') })
  }, 60_000)

  it('takes nothing new in, in whatever way, while the disk has less room than is to be kept free', async () => {
    const [file, profile] = [join(root, 'room.csv'), join(root, 'room.json')]
    await writeFile(file, 'Order No;Customer No;Order date\nCLI-5;C-20001;31.03.2026\n')
    expect(await portal(['profile', 'guess', file, '--out', profile])).toMatchObject({ code: 0 })
    const [id = ''] = (await portal(['refused', 'list', '--text', 'CLI/2'])).out.split(' ')
    const input = JSON.stringify({ type: 'orders', number: 'CLI/2', account: 'C-20001' })
    const env = { FREE_SPACE: '10000000' }
    const full = { code: 1, err: expect.stringContaining('short of disk space') }
    expect(await portal(['import', file, '--profile', profile], { env })).toMatchObject(full)
    expect(await portal(['refused', 'replay', id, '--mended'], { env, input })).toMatchObject(full)
    expect((await portal(['import', file, '--profile', profile])).out).toContain('1 created')
    expect(await portal(['refused', 'replay', id, '--mended'], { input })).toMatchObject({ code: 0 })
  }, 60_000)

  it('sets by whose clock an account is reminded', async () => {
    expect(await portal(['account', 'zone', 'C-10003', 'Europe/Lisbon'])).toMatchObject({
      code: 0,
      out: 'C-10003: days begin by the clock of Europe/Lisbon.\n',
    })
    expect((await portal(['account', 'show', 'C-10003'])).out).toContain('Europe/Lisbon')
    expect((await portal(['account', 'zone', 'C-10003', 'server'])).out).toContain('the clock of the server')
    expect(await portal(['account', 'zone', 'C-10003', 'Mars/Olympus'])).toMatchObject({
      code: expect.any(Number),
      out: '',
    })
    expect((await owner.query(`select time_zone from accounts where number = 'C-10003'`)).rows[0].time_zone).toBeNull()
  }, 60_000)

  it('lists jobs that were given up, shows one whole and has them done again', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    expect(await portal(['jobs', 'list'])).toMatchObject({ code: 0, out: 'No job was given up.\n' })
    const jobsPool = new pg.Pool({ connectionString: running.urls.server, max: 4, pipeline: true })
    const jobs = createJobs({
      jobsPool,
      url: running.urls.server,
      log: { info: () => undefined, warn: () => undefined },
    })
    let [fails, done] = [true, 0]
    const idle = async () => undefined
    const notify = async () => {
      if (fails) throw new Error('The mail server is on fire')
      done++
    }
    await jobs.send(jobsPool, [{ name: 'notify', data: { accountId: 'a' } }])
    // Makes the next attempt the last one.
    await owner.query(`update jobs.job set retry_count = retry_limit where name = 'notify'`)
    await jobs.start({ notify, remind: idle, digest: idle, push: idle }, idle)
    const listed = async () => (await portal(['jobs', 'list'])).out
    await expect
      .poll(listed, { timeout: 30_000 })
      .toMatch(/notify .*given up after \d+ tries .*The mail server is on fire/)
    const id = (await listed()).split(' ')[0] ?? ''
    const shown = await portal(['jobs', 'show', id])
    expect(JSON.parse(shown.out)).toMatchObject({ id, name: 'notify', data: { accountId: 'a' } })
    expect(await portal(['jobs', 'show', 'nonsense'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no id'),
    })
    const other = ['--id', '018f0000-0000-7000-8000-00000000ffff']
    expect(await portal(['jobs', 'replay', ...other])).toMatchObject({ code: 1 })
    fails = false
    expect(await portal(['jobs', 'replay', '--id', id])).toMatchObject({ code: 0, out: 'The job is done again.\n' })
    await expect.poll(() => done, { timeout: 30_000 }).toBe(1)
    expect(await listed()).toBe('No job was given up.\n')
    await jobs.stop()
    await jobsPool.end()
  })

  it('lets a stranger’s document wait, and gives it to the account that the operator names', async () => {
    const file = join(root, 'invoice.xml')
    await writeFile(file, invoice)
    expect((await portal(['import', file])).out).toContain('1 quarantined')
    const [id = ''] = (await portal(['quarantine', 'list'])).out.split(' ')
    const assign = ['quarantine', 'assign', id, '--account', 'C-20001', '--learn']
    expect(await portal(assign, { env: { FREE_SPACE: '10000000' } })).toMatchObject({ code: 1 })
    const assigned = await portal(assign)
    expect(assigned).toMatchObject({ code: 0, out: expect.stringContaining('C-20001 goes by') })
    expect((await portal(['account', 'identifier', 'list', 'C-20001'])).out).toContain('4098765000006')
    expect((await portal(['quarantine', 'list'])).out).toBe('Nothing waits in quarantine.\n')
    expect(await portal(['quarantine', 'drop', id])).toMatchObject({ code: 1 })
    expect((await portal(['account', 'language', 'C-20001', 'de'])).out).toBe(
      'C-20001: its people read in Deutsch unless they choose another language.\n',
    )
    expect((await portal(['account', 'show', 'C-20001'])).out).toMatch(/language\s+Deutsch/)
    expect(await portal(['account', 'language', 'C-20001', 'pt'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not speak "pt"'),
    })
    const { out } = await portal(['account', 'identifier', 'remove', 'C-20001', 'GLN', '4098765000006'])
    expect(out).toMatch(/no longer goes by/)
    const known = await portal(['account', 'identifier', 'add', 'C-20001', 'VAT', 'DE123456789'])
    expect(known).toMatchObject({ code: 0, out: 'C-20001 goes by VAT DE123456789.\n' })
  }, 60_000)

  it('makes a key that is alone on the last line, lists it without showing it, and revokes it', async () => {
    const made = await portal(['key', 'create', '--name', 'erp'])
    const key = made.out.trim().split('\n').at(-1) ?? ''
    expect(key).toMatch(/^tt_[\w-]{43}$/)
    const listed = await portal(['key', 'list'])
    expect(listed.out).toMatch(/ erp +ingest:write +never used/)
    expect(listed.out).not.toContain(key)
    expect(await portal(['key', 'revoke', 'erp'])).toMatchObject({ code: 0, out: 'The key no longer works.\n' })
    expect(await portal(['key', 'revoke', 'erp'])).toMatchObject({ code: 1 })
    expect(await portal(['key', 'create', '--name', 'x', '--scope', 'all'])).toMatchObject({ code: 2 })
  }, 60_000)

  it('tells that all is well, and with 1 that a role could see past row-level security', async () => {
    const well = await portal(['doctor'])
    expect(well).toMatchObject({ code: 0, err: '' })
    expect(well.out).toMatch(/^ok {4}database {4}PostgreSQL 18.*checksums on, fsync on/m)
    expect(well.out).toContain('605 documents')
    expect(well.out).toMatch(new RegExp(`^ok {4}version {5}${portalVersion.replaceAll('.', '\\.')}, on Node 24`))
    await owner.query('alter role portal bypassrls')
    const unsafe = await portal(['doctor'])
    await owner.query('alter role portal nobypassrls')
    expect(unsafe.code).toBe(1)
    expect(unsafe.out).toMatch(/^bad {3}roles .*bypasses row-level security/m)
  }, 60_000)

  it('backs up while documents are written, and restores all that was there when it began', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await owner.query('create table written (id integer primary key, filler text)')
    let last = 0
    const writeRow = async () => {
      await owner.query('insert into written select $1::integer, repeat(md5($1::integer::text), 60)', [last + 1])
      last++
      if (last % 100 === 0) await owner.query('checkpoint')
    }
    // Row after row, with a pause: as many as go in would keep a core busy.
    let writing: Promise<void> | undefined
    const writer = setInterval(() => {
      writing ??= writeRow().finally(() => {
        writing = undefined
      })
    }, 5)
    await expect.poll(() => last, { timeout: 10_000 }).toBeGreaterThan(10)
    const before = await owner.query<{ id: number }>('select coalesce(max(id), 0) as id from written')
    const backup = join(root, 'backup')
    const made = await portal(['backup', backup])
    clearInterval(writer)
    await writing
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('The backup is whole') })
    expect(await portal(['backup', backup])).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })

    const restored = join(root, 'restored')
    const env = { DATA_DIR: restored }
    expect(await portal(['restore', backup], { env })).toMatchObject({ code: 0 })
    expect(await portal(['restore', backup], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty'),
    })
    expect(await readFile(join(restored, 'token-secret'))).toEqual(await readFile(join(dataDir, 'token-secret')))
    const database = await openAs(restored, 'the restored portal')
    const copy = new pg.Client({ connectionString: database.ownerUrl })
    copy.on('error', () => undefined)
    await copy.connect()
    const { rows } = await copy.query(`select (select count(*)::int from documents) as documents,
      (select max(id) from written) as last, (select count(*)::int from written) as rows`)
    await copy.end()
    await database.close()
    expect(rows[0].documents).toBe(605)
    expect(rows[0].last).toBe(rows[0].rows)
    expect(rows[0].last).toBeGreaterThanOrEqual(before.rows[0]?.id ?? 0)
    expect(rows[0].last).toBeLessThanOrEqual(last)
  })

  it('refuses a backup that was damaged or cut short, and leaves the folder empty', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const backup = join(root, 'backup')
    const env = { DATA_DIR: join(root, 'damaged') }
    const file = await open(join(backup, 'postgres/global/pg_control'), 'r+')
    await file.write(randomBytes(8), 0, 8, 100)
    await file.close()
    const damaged = await portal(['restore', backup], { env })
    expect(damaged).toMatchObject({
      code: 1,
      err: expect.stringContaining('postgres/global/pg_control is not what was saved'),
    })
    expect(await readdir(env.DATA_DIR)).toEqual([])
    await rm(join(backup, 'manifest.json'))
    expect(await portal(['restore', backup], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('no whole backup'),
    })
  })
})
