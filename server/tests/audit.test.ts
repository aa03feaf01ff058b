import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatAuditEntry, readAudit } from '../audit/read-audit.ts'
import { commandLine, record } from '../audit/record.ts'
import { disableUser } from '../auth/administration/users.ts'
import { locateNowhere } from '../geolocation/location-database.ts'
import { createKey, revokeKey } from '../ingest/keys.ts'
import { passphrase, testPortal } from '../testing/portal.ts'

const portal = await testPortal()
const { server: db } = portal.database.pools
let elapsed = 0
// Each reading is a millisecond later: entries with the same time have no order.
const clock = () => new Date(Date.parse('2026-03-10T09:00:00Z') + elapsed++)
const deps = { clock, newId: () => randomUUIDv7(), random: randomBytes }
const actions = async (user?: string) => (await readAudit(db, { user })).map(({ action }) => action)

beforeAll(async () => {
  await portal.database.owner.query(
    `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'A-1', 'One'), (gen_random_uuid(), 'A-2', 'Two')`,
  )
})

describe('The audit log', () => {
  test('tells who did what from where', async () => {
    const token = await portal.signIn('ada@example.com', 'A-1')
    await portal.signIn('ada@example.com', 'A-2')
    const login = (password: string) =>
      portal.call('POST', '/auth/login', {
        body: { email: 'ada@example.com', password },
        headers: { 'user-agent': 'Probe' },
      })
    await login('a wrong password altogether')
    await portal.call('PUT', '/profile/account', { body: { number: 'A-2' }, token })
    await portal.call('DELETE', '/auth/logout', { token })
    await disableUser({ ...deps, db }, 'ada@example.com')
    expect(await actions('ada@example.com')).toEqual([
      'user_added',
      'signed_in',
      'member_added',
      'signed_in',
      'sign_in_failed',
      'account_switched',
      'signed_out',
      'user_disabled',
    ])
    const [failed] = (await readAudit(db, { user: 'ADA@example.com' })).filter(
      ({ action }) => action === 'sign_in_failed',
    )
    expect(failed).toMatchObject({ addressPrefix: '127.0.0.0/24', userAgent: 'Probe', requestId: expect.any(String) })
    expect((await readAudit(db, { account: 'A-2' })).map(({ action }) => action)).toContain('account_switched')
    expect(await readAudit(db, { since: new Date('2026-03-10T09:00:01Z') })).toEqual([])
  })

  test('holds no password, token or e-mail of a stranger', async () => {
    await portal.call('POST', '/auth/login', {
      body: { email: 'my-secret-typed-here@x.example', password: passphrase },
    })
    const { rows } = await portal.database.owner.query('select l::text as entry from audit_log l')
    const all = rows.map(({ entry }) => entry).join('\n')
    expect(all).toContain('sign_in_failed')
    expect(all).not.toContain('my-secret-typed-here')
    expect(all).not.toContain(passphrase)
  })

  test('tells of keys that were made and revoked', async () => {
    const secret = await createKey({ ...deps, db }, { name: 'erp', scope: 'ingest' })
    await revokeKey({ ...deps, db }, 'erp')
    const entries = (await readAudit(db, {})).filter(({ key }) => key === 'erp')
    expect(entries.map(({ action }) => action)).toEqual(['key_created', 'key_revoked'])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  test('is not for customers', async () => {
    await expect(portal.database.pools.viewer.query('select from audit_log')).rejects.toMatchObject({ code: '42501' })
  })

  test('has neither what it tells of nor the entry when one of them fails', async () => {
    const before = (await actions()).length
    const { owner } = portal.database
    await owner.query(`alter table audit_log add constraint full_disk check (action <> 'key_created') not valid`)
    await expect(createKey({ ...deps, db }, { name: 'lost', scope: 'ingest' })).rejects.toThrow()
    await owner.query('alter table audit_log drop constraint full_disk')
    expect((await owner.query(`select from api_keys where name = 'lost'`)).rowCount).toBe(0)
    expect((await actions()).length).toBe(before)
  })

  test('shows from which place something was done, when the operator has a file of places', async () => {
    const caller = { network: '10.1.0.0/24', userAgent: null, requestId: null }
    await record(deps, db, { action: 'signed_out', caller })
    const entry = (await readAudit(db, {})).at(-1) as Parameters<typeof formatAuditEntry>[0]
    const locate = (network: string | null) => (network === '10.1.0.0/24' ? { city: 'Lund', country: 'SE' } : null)
    expect(formatAuditEntry(entry, locate)).toMatch(/from 10\.1\.0\.0\/24 \(Lund, SE\)$/)
  })

  test('shows an entry as one line, whatever a caller says of itself', async () => {
    const caller = { network: '10.0.0.0/24', userAgent: 'evil\r\n2026 signed_in \u001b[2J\u202e', requestId: 'r-1' }
    await record(deps, db, { action: 'signed_out', caller, details: { session: 's-1' } })
    const line = formatAuditEntry(
      (await readAudit(db, {})).at(-1) as Parameters<typeof formatAuditEntry>[0],
      locateNowhere,
    )
    expect(line).toMatch(/^2026-03-10T09:00:00.*Z {2}signed_out {2}from 10\.0\.0\.0\/24 {2}session=s-1 {2}request r-1/)
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

test.each([
  ['changed', `update audit_log set action = 'nothing'`],
  ['deleted', 'delete from audit_log'],
  ['emptied', 'truncate audit_log'],
])('The audit log cannot be %s, neither by the server nor by the owner of the database', async (_, sql) => {
  // At the end of the file: an entry of the last year, by the database's own clock, stays and is the newest.
  await record({ ...deps, clock: () => new Date() }, db, { action: 'signed_in', caller: commandLine })
  await expect(db.query(sql)).rejects.toMatchObject({ code: '42501' })
  await expect(portal.database.owner.query(sql)).rejects.toMatchObject({ code: '42501' })
})
