import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptSecret } from '../database/files.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-cli-'))
const dataDir = join(root, 'data')
const quiet = { info: () => undefined, warn: () => undefined }

type Outcome = { code: number | null; out: string; err: string }

/** Runs the command line as npm does, in a process of its own. */
async function portal(words: string[], { input = '', env = {} as Record<string, string> } = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

const openAs = (folder: string, what: string): Promise<OpenDatabase> =>
  openDatabase({
    dataDir: folder,
    databaseUrl: undefined,
    tokenSecret: keptSecret(folder, 'token-secret'),
    log: quiet,
    what,
    beside: false,
  })

let running: OpenDatabase
let owner: pg.Pool

afterAll(async () => {
  await owner?.end()
  await running?.close()
  await rm(root, { recursive: true, force: true })
})

describe('the command line', () => {
  it('shows its commands, and says what is wrong with a call, with 2 as exit code', async () => {
    expect(await portal(['help'])).toMatchObject({ code: 0, err: '' })
    expect((await portal(['help'])).out).toContain('backup DIR')
    expect(await portal(['user', 'add', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--account'),
    })
    expect(await portal([])).toMatchObject({ code: 2 })
    expect(await portal(['frobnicate'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command "frobnicate"'),
    })
    expect(await portal(['seed', '--size', 'XL'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('choose S, M or L'),
    })
    expect(await portal(['backup'])).toMatchObject({ code: 2, err: expect.stringContaining('DIR is missing') })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('names a setting that is wrong in one sentence, with 1 as exit code', async () => {
    const { code, err } = await portal(['doctor'], { env: { PORT: 'many' } })
    expect(code).toBe(1)
    expect(err).toMatch(/^PORT must be .*\n$/)
  })

  it('leaves a database of the operator’s own to its own tools', async () => {
    const env = { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/portal', TOKEN_SECRET: 'x'.repeat(32) }
    const { code, err } = await portal(['backup', join(root, 'never')], { env })
    expect(code).toBe(1)
    expect(err).toContain('pg_dump')
    expect(existsSync(join(root, 'never'))).toBe(false)
  })

  it('starts the embedded database itself when no portal runs, and stops it afterwards', async () => {
    expect(await portal(['migrate'])).toMatchObject({ code: 0, out: 'The database is at this version.\n' })
    expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })
})

describe('beside a running portal', () => {
  beforeAll(async () => {
    running = await openAs(dataDir, 'a running portal')
    owner = new pg.Pool({ connectionString: running.ownerUrl, max: 2 })
    owner.on('error', () => undefined)
  }, 30_000)

  it('seeds the demo company once', async () => {
    const first = await portal(['seed'])
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/^600 documents are in/)
    expect(first.out).toContain('asa@demo.example')
    expect(await portal(['seed'])).toMatchObject({ code: 0, out: expect.stringContaining('nothing was added') })
  }, 30_000)

  it('adds a person whose password comes by standard input, and disables them again', async () => {
    const add = ['user', 'add', '--email', 'New.Person@example.com', '--account', 'C-10003', '--role', 'finance']
    expect(await portal(add)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^A new person needs a password\.\n$/),
    })
    const added = await portal([...add, '--password-stdin'], { input: 'a long sentence to type\n' })
    expect(added).toMatchObject({ code: 0, out: 'New.Person@example.com can sign in now and is finance of C-10003.\n' })
    expect(await portal([...add.slice(0, 7), 'king'])).toMatchObject({ code: 2 })
    const elsewhere = await portal(['user', 'add', '--email', 'a@b.example', '--account', 'C-0', '--password-stdin'], {
      input: 'a long sentence to type\n',
    })
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('no account with the number "C-0"') })
    expect(await portal(['user', 'disable', 'new.person@example.com'])).toMatchObject({ code: 0 })
    expect(await portal(['user', 'disable', 'nobody@example.com'])).toMatchObject({ code: 1 })
  }, 30_000)

  it('tells that all is well, and with 1 that a role could see past row-level security', async () => {
    const well = await portal(['doctor'])
    expect(well).toMatchObject({ code: 0, err: '' })
    expect(well.out).toMatch(/^ok {4}database {4}PostgreSQL 18.*checksums on, fsync on/m)
    expect(well.out).toContain('600 documents')
    await owner.query('alter role portal bypassrls')
    const unsafe = await portal(['doctor'])
    await owner.query('alter role portal nobypassrls')
    expect(unsafe.code).toBe(1)
    expect(unsafe.out).toMatch(/^bad {3}roles .*bypasses row-level security/m)
  }, 30_000)

  it('backs up while documents are written, and restores all that was there when it began', async () => {
    await owner.query('create table written (id integer primary key, filler text)')
    let last = 0
    let writing = true
    const writer = (async () => {
      while (writing) {
        await owner.query('insert into written select $1::integer, repeat(md5($1::integer::text), 60)', [last + 1])
        last++
        if (last % 200 === 0) await owner.query('checkpoint')
      }
    })()
    const before = await owner.query<{ id: number }>('select coalesce(max(id), 0) as id from written')
    const backup = join(root, 'backup')
    const made = await portal(['backup', backup])
    writing = false
    await writer
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
    expect(rows[0].documents).toBe(600)
    expect(rows[0].last).toBe(rows[0].rows)
    expect(rows[0].last).toBeGreaterThanOrEqual(before.rows[0]?.id ?? 0)
    expect(rows[0].last).toBeLessThanOrEqual(last)
  }, 60_000)

  it('refuses a backup that was damaged or cut short, and leaves the folder empty', async () => {
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
  }, 30_000)
})
