import { deflateSync } from 'node:zlib'
import { decode, encode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { signInTests } from '../testing/sign-in.ts'
import { erasePerson } from './deletion.ts'
import { accountDataQueries, personalDataQueries, selectDeletionRequests } from './person-queries.ts'

const { portal, database, browser, person, now, later } = await signInTests()
const { owner, pools } = database
const deps = { db: pools.server, clock: () => new Date(now()), newId: () => crypto.randomUUID() }
const order = { type: 'orders', number: 'SO-1', account: 'C-1', accountName: 'Better Bikes' } as const
await portal.ingest(order)

const signedIn = async () => {
  const someone = await person()
  const session = browser(someone)
  await session.signIn()
  return { ...someone, ...session }
}
const picture = (width = 4, height = 4, text: Record<string, string> = {}) =>
  Buffer.from(encode({ width, height, data: new Uint8Array(width * height * 4).fill(200), text }))
const upload = { headers: { 'content-type': 'application/octet-stream' } }

/** Tables with short-lived rows, scheduled tasks, nothing but secrets, or what is made of a name and an e-mail. */
const exemptTables = new Set([
  'scheduled_tasks',
  'factor_enrolments',
  'passkey_challenges',
  'password_resets',
  'recovery_codes',
  'person_words',
  'sign_in_challenges',
  'sign_on_attempts',
])

describe('What the portal knows of a person', () => {
  test('comes whole in one file: every table that knows people is in it', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `select distinct table_name as "table" from information_schema.columns
       where table_schema = 'public' and column_name in ('user_id', 'author_id', 'made_by', 'invited_by', 'accepted_by')`,
    )
    const queries = Object.values({ ...personalDataQueries, ...accountDataQueries }).join(' ')
    const missing = rows
      .map(({ table }) => table)
      .filter((table) => !exemptTables.has(table) && !new RegExp(`\\b${table}\\b`).test(queries))
    expect(missing).toEqual([])
  })

  test('is theirs alone, and given only to a person who has lately shown who they are', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()]
    await ada.call('POST', '/views', { type: 'orders', name: 'Mine alone', state: 'late=true' })
    await ada.call('PUT', '/faq/10-finding.find', { helpful: true })
    const file = await ada.call('GET', '/profile/data/export')
    expect([file.status, file.raw.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('my-data.json'),
    ])
    expect(file.body).toMatchObject({
      person: [{ email: ada.email }],
      memberships: [{ number: 'C-1', role: 'admin' }],
      sessions: [{ signed_in_by: 'password' }],
      answersRated: [{ question: '10-finding.find', helpful: true }],
      accounts: [{ number: 'C-1', savedViews: [{ name: 'Mine alone' }] }],
    })
    expect(file.body.actions.map((entry: { action: string }) => entry.action)).toContain('personal_data_exported')
    expect(file.raw.body).not.toContain(ben.email)
    expect(file.raw.body).not.toMatch(/argon2|secret/)
    later(3600)
    await ada.refreshed()
    const late = await ada.call('GET', '/profile/data/export')
    expect([late.status, late.body.code]).toEqual([403, 'proof_needed'])
  })

  test('comes whole when it is long', async () => {
    const ada = await signedIn()
    await owner.query(
      `insert into audit_log (id, at, action, user_id) select gen_random_uuid(), timestamptz '2026-01-01' + at * interval '1 second',
       'signed_in', $1 from generate_series(1, 1234) at`,
      [ada.id],
    )
    const { body } = await ada.call('GET', '/profile/data/export')
    const times = body.actions.map((entry: { at: string }) => entry.at)
    expect(new Set(body.actions.map((entry: { id: string }) => entry.id)).size).toBeGreaterThanOrEqual(1234)
    expect(times.toSorted()).toEqual(times)
  })
})

describe('A person who wants to be deleted', () => {
  test('says so once, the operator hears of it, and it can be taken back', async () => {
    const ada = await signedIn()
    await owner.query('delete from mails')
    expect((await ada.call('POST', '/profile/deletion', { note: 'I have left' })).status).toBe(200)
    expect((await ada.call('POST', '/profile/deletion', {})).status).toBe(200)
    expect((await ada.call('GET', '/profile/data')).body.deletionAskedAt).toBe(
      deps.clock().toISOString().replace('.000', ''),
    )
    expect(await selectDeletionRequests(pools.server)).toMatchObject([{ email: ada.email, note: 'I have left' }])
    await ada.call('DELETE', '/profile/deletion')
    expect(await selectDeletionRequests(pools.server)).toEqual([])
    const { rows } = await owner.query(
      `select action from audit_log where user_id = $1 and action like 'deletion%' order by at, id`,
      [ada.id],
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['deletion_asked', 'deletion_taken_back'])
  })

  test('is found nowhere after it, but in what they asked in their company’s name', async () => {
    const ada = await signedIn()
    await ada.call('POST', '/views', { type: 'orders', name: 'Mine for now', state: '' })
    await ada.call('POST', '/views', { type: 'orders', name: 'Of all', state: '', shared: true })
    await ada.call('PUT', '/profile/avatar', picture(), upload)
    await ada.call('POST', '/auth/forgotPassword', { email: ada.email })
    await ada.call('POST', '/profile/deletion', {})
    await erasePerson(deps, ada.email.toUpperCase())
    expect((await ada.signIn()).status).toBe(400)
    const { rows: tables } = await owner.query<{ table: string }>(
      `select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { table } of tables) {
      const { rows } = await owner.query(`select 1 from ${table} one where one::text ilike '%' || $1 || '%'`, [
        ada.email,
      ])
      expect([table, rows.length]).toEqual([table, 0])
    }
    const { rows: views } = await owner.query('select name, author_id from saved_views where name in ($1, $2)', [
      'Mine for now',
      'Of all',
    ])
    expect(views).toEqual([{ name: 'Of all', author_id: null }])
    const { rows: avatars } = await owner.query('select 1 from avatars where user_id = $1', [ada.id])
    expect(avatars).toEqual([])
    await expect(erasePerson(deps, ada.email)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('A picture', () => {
  test('is drawn anew, kept, shown to its owner alone and forgotten when they say so', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()]
    const original = picture(8, 8, { Comment: 'taken at 52.5 north' })
    expect((await ada.call('PUT', '/profile/avatar', original, upload)).status).toBe(200)
    const shown = await ada.call('GET', '/profile/avatar')
    expect(shown.raw.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(decode(shown.raw.rawPayload)).toMatchObject({ width: 8, height: 8, text: {} })
    expect(shown.raw.rawPayload.includes('52.5')).toBe(false)
    expect((await ada.call('GET', '/profile')).body.user.avatarAt).not.toBe(null)
    expect((await ben.call('GET', '/profile/avatar')).status).toBe(404)
    expect((await ada.call('DELETE', '/profile/avatar')).status).toBe(200)
    expect((await ada.call('GET', '/profile/avatar')).status).toBe(404)
  })

  const good = picture()
  const dataOffset = good.indexOf('IDAT')
  const bomb = () => {
    const packed = deflateSync(Buffer.alloc(200_000_000))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(packed.length)
    const data = [length, Buffer.from('IDAT'), packed, Buffer.alloc(4)]
    return Buffer.concat([good.subarray(0, dataOffset - 4), ...data, good.subarray(good.indexOf('IEND') - 4)])
  }
  test.each<[string, () => Buffer, number]>([
    [
      'a drawing in text',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      400,
    ],
    ['a JPEG', () => Buffer.from('ffd8ffe000104a46494600', 'hex'), 400],
    ['a page that begins like a picture', () => Buffer.concat([good.subarray(0, 8), Buffer.from('<script>')]), 400],
    ['a picture that is cut off', () => good.subarray(0, good.length - 20), 400],
    ['too wide a picture', () => picture(513, 1), 400],
    ['a small picture that would fill the memory', bomb, 400],
    ['more than a megabyte', () => Buffer.alloc(1_048_577), 413],
    ['nothing', () => Buffer.alloc(0), 400],
  ])('is refused when it is %s, and nothing is kept of it', async (_, make, status) => {
    const ada = await signedIn()
    expect((await ada.call('PUT', '/profile/avatar', make(), upload)).status).toBe(status)
    expect((await ada.call('GET', '/profile/avatar')).status).toBe(404)
  })

  test('may have something hidden behind its end, which is not kept', async () => {
    const ada = await signedIn()
    await ada.call('PUT', '/profile/avatar', Buffer.concat([good, Buffer.from('<script>alert(1)</script>')]), upload)
    expect((await ada.call('GET', '/profile/avatar')).raw.rawPayload.includes('script')).toBe(false)
  })
})
