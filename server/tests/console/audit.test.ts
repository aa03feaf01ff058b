import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/console/audit.ts'
import { languages } from '#contract/languages.ts'
import { auditActions, record } from '#server/audit/record.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* The audit log in the console. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
const { owner: database, pools } = portal.database

let auditor: { cookie: string; id: string }
type Listed = { entries: AuditEntry[]; nextCursor: string | null; acts: string[]; since: string | null }
const list = async (query = '', cookie = auditor.cookie) =>
  (await desk.call('GET', `/audit?${query}`, { cookie })).body as Listed
const acts = async (query: string) => (await list(query)).entries.map(({ act }) => act)

beforeAll(async () => {
  const order = (account: string) => ({ type: 'orders', number: `O-${account}`, account }) as const
  await portal.ingest(order('A-1'), order('B-1'))
  await portal.signIn('ann@a.example', 'A-1')
  await portal.signIn('eve@b.example', 'B-1')
  await database.query(`update accounts set name = 'Alpha & Co' where number = 'A-1'`)
  auditor = await desk.join('auditor@supplier.example', 'auditor', 'Ada Auditor')
  const { rows } = await database.query<{ ann: string; a: string }>(
    `select (select id from users where email = 'ann@a.example') as ann, (select account_id from accounts where number = 'A-1') as a`,
  )
  const { ann = '', a = '' } = rows[0] ?? {}
  let at = Date.parse('2026-02-01T00:00:00Z')
  let id = 0
  const deps = {
    clock: () => {
      at += 60_000
      return new Date(at)
    },
    newId: () => `018f0000-0000-7000-8000-${String(++id).padStart(12, '0')}`,
  }
  const caller = { network: '203.0.113.0/24', userAgent: 'Mozilla/5.0 (Windows) Firefox/140', requestId: null }
  for (let count = 0; count < 120; count++) {
    const entry = { action: 'list_exported', caller, userId: ann, accountId: a, details: { format: '=1+1' } } as const
    await record(deps, pools.server, entry)
  }
  const details = { member: ann, from: 'buyer', to: 'admin' }
  await record(deps, pools.server, { action: 'role_changed', caller, staffId: auditor.id, accountId: a, details })
})

describe('The audit log in the console', () => {
  test('says who did what to whom, with what it was before and is after', async () => {
    const [entry] = (await list('act=role_changed')).entries
    expect(entry).toMatchObject({
      by: { kind: 'staff', name: 'Ada Auditor' },
      account: { number: 'A-1', name: 'Alpha & Co' },
      network: '203.0.113.0/24',
      device: 'Firefox on Windows',
      details: expect.arrayContaining([
        { name: 'member', value: 'ann@a.example' },
        { name: 'from', value: 'buyer' },
        { name: 'to', value: 'admin' },
      ]),
    })
  })

  test('is found by person, member of staff, customer, act and time, alone and together', async () => {
    expect(new Set(await acts('person=ann%40a'))).toContain('list_exported')
    expect(await acts('person=ada&act=role_changed')).toEqual(['role_changed'])
    expect((await list('account=alpha')).entries.every(({ account }) => account?.number === 'A-1')).toBe(true)
    expect((await list('account=b-1')).entries.map(({ account }) => account?.number)).toContain('B-1')
    expect(await acts('person=eve&account=A-1')).toEqual([])
    expect(
      await acts('person=ann&account=A-1&act=list_exported&since=2026-02-01T00:03:00Z&before=2026-02-01T00:05:00Z'),
    ).toHaveLength(2)
    expect(await acts('person=%25')).toEqual([])
    expect(await acts('act=no_such_act')).toEqual([])
  })

  test('is paged without a gap, whatever narrows it', async () => {
    for (const query of ['', 'account=A-1', 'person=ann', 'person=ann&account=A-1', 'act=list_exported']) {
      const whole: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Listed = await list(`${query}&limit=50${cursor ? `&cursor=${cursor}` : ''}`)
        whole.push(...page.entries.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(new Set(whole).size).toBe(whole.length)
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from audit_log where at < '2026-03-01' and ($1 <> 'act=list_exported' or action = 'list_exported')`,
        [query],
      )
      expect(whole.filter((id) => id.startsWith('018f0000'))).toHaveLength(
        (rows[0]?.count ?? 0) - (query.includes('person') ? 1 : 0),
      )
    }
  })

  test('is saved as a file in which nothing is a formula, and that is recorded too', async () => {
    const { status, text } = await desk.call('GET', '/audit/csv?act=list_exported', { cookie: auditor.cookie })
    expect(status).toBe(200)
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(121)
    expect(lines[0]).toBe('\uFEFFat,act,by,name,account,accountName,network,device,details')
    expect(lines[1]).toContain('list_exported,person')
    const [entry] = (await list('act=file_downloaded')).entries
    expect(entry?.by).toEqual({ kind: 'staff', name: 'Ada Auditor' })
  })

  test('says since when it is kept', async () => {
    expect((await list()).since).toBe('2026-02-01T00:01:00Z')
  })

  test('is for owners and auditors', async () => {
    const support = await desk.join('support@supplier.example', 'support')
    for (const path of ['/audit', '/audit/csv'])
      expect((await desk.call('GET', path, { cookie: support.cookie })).status).toBe(403)
  })

  test('has words for each act in every language', async () => {
    const folder = join(import.meta.dirname, '../../../contract/messages')
    for (const language of languages) {
      const texts = JSON.parse(await readFile(join(folder, language, 'console-audit.json'), 'utf8')) as object
      const missing = auditActions.filter((action) => !Object.hasOwn(texts, `audit.act.${action}`))
      expect([language, missing]).toEqual([language, []])
    }
  })
})
