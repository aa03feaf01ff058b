import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IntakeSource, RefusedDetail, RefusedEntry } from '#contract/console/intake.ts'
import { commandLine } from '#server/audit/record.ts'
import { saveProfile } from '#server/imports/profiles.ts'
import { createIntake, type Intake } from '#server/ingest/intake.ts'
import { changeLeniency, createKey, revokeKey } from '#server/ingest/keys.ts'
import { deleteOldRawMessages } from '#server/ingest/maintenance/raw-message-retention.ts'
import { settleCorrected } from '#server/ingest/refused/queries.ts'
import { discardRefused, replayReason } from '#server/ingest/refused/replay.ts'
import { noticeSilence } from '#server/ingest/sources/watch.ts'
import { ordersProfile } from '#server/testing/file-sources.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

const start = '2026-03-10T09:00:00Z'
let now = Date.parse(start)
const portal = await testPortal(start)
const clock = () => new Date(now)
const desk = consoleOf(portal, clock)
const { owner: database, pools } = portal.database
const keyDeps = { db: pools.server, clock, newId: () => randomUUIDv7(), random: randomBytes }
const passTo = (instant: number) => {
  now = instant
  portal.setTime(new Date(now).toISOString())
}

type Person = { cookie: string; id: string; secret: string; email: string }
let staff: Record<'integration' | 'support' | 'sales', Person>
let erp: string
beforeAll(async () => {
  staff = {
    integration: await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration'),
    support: await desk.join('sue@supplier.example', 'support', 'Sue Support'),
    sales: await desk.join('sam@supplier.example', 'sales', 'Sam Sales'),
  }
  erp = await createKey(keyDeps, { name: 'ERP', scope: 'ingest:write' })
  await portal.mails()
})

async function send(
  body: string | Buffer,
  { path = 'ingest/documents', key = erp, type = 'application/x-ndjson', method = 'POST' as 'POST' | 'PATCH' } = {},
) {
  passTo(now + 1000)
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  return (await portal.app.inject({ method, url: `/api/${path}`, headers, payload: body })).json()
}
const order = (number: string, more: object = {}) =>
  JSON.stringify({ type: 'orders', number, account: 'C-1', currency: 'EUR', ...more })
const call = (
  method: 'GET' | 'POST',
  path: string,
  { body, person = staff.integration }: { body?: object; person?: Person } = {},
) => desk.call(method, `/intake${path}`, { cookie: person.cookie, ...(body ? { body } : {}) })
const list = async (query = '') => (await call('GET', `/refused${query}`)).body.refused as RefusedEntry[]
const show = async (id: string) => (await call('GET', `/refused/${id}`)).body as RefusedDetail
const one = async (number: string, view = 'open') => {
  const [entry, ...others] = await list(`?view=${view}&text=${number}`)
  expect(others).toEqual([])
  return entry as RefusedEntry
}

describe('What was refused', () => {
  test('is kept with the key, the reason, the place and the text as it was sent', async () => {
    const line = order('SO-1', { status: 'Open' })
    await send(`${order('SO-OK')}\n${line}`)
    const entry = await one('SO-1')
    expect(entry).toMatchObject({ source: 'ERP', type: 'orders', number: 'SO-1', account: 'C-1', line: '2', times: 1 })
    expect(entry.reason).toContain('$.status')
    const shown = await show(entry.id)
    expect(shown).toMatchObject({ content: line, whole: true, problems: [{ path: '$.status' }] })
  })

  test('is one message however often it is refused, and is counted', async () => {
    const line = order('SO-2', { status: 'Open' })
    await send(`${line}\n${line}`)
    await send(line)
    await send(line)
    expect((await one('SO-2')).times).toBe(3)
  })

  test('is kept whatever way it comes: as a part, as a file of trade, as events, in a line that is no JSON', async () => {
    await send(order('SO-3', { nonsense: 1 }), { method: 'PATCH' })
    expect(await one('SO-3')).toMatchObject({ format: 'ndjson' })
    await send('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', {
      path: 'ingest/ubl',
      type: 'application/xml',
    })
    const xml = (await list()).find(({ format }) => format === 'ubl') as RefusedEntry
    expect((await show(xml.id)).content).toContain('<Invoice')
    const events = {
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      epcisBody: { eventList: [{ type: 'Dance' }, { type: 'Song' }] },
    }
    await send(JSON.stringify(events), { path: 'epcis/capture', type: 'application/ld+json' })
    const refused = (await list()).filter(({ format }) => format === 'epcis')
    expect(refused).toHaveLength(2)
    const texts = await Promise.all(
      refused.map(async ({ id }) => JSON.parse((await show(id)).content).epcisBody.eventList),
    )
    expect(texts.toSorted((a, b) => (a[0].type < b[0].type ? -1 : 1))).toEqual([
      [{ type: 'Dance' }],
      [{ type: 'Song' }],
    ])
    await send('{"type":"orders","number":"SO-4",}')
    const [broken] = await list('?text=not%20JSON')
    expect((await show(broken?.id ?? '')).content).toBe('{"type":"orders","number":"SO-4",}')
  })

  test('keeps no key and no token that came along', async () => {
    const secret = `tt_${'x'.repeat(43)}`
    await send(order('SO-5', { status: 'Open', token: 'hush-hush', note: `Bearer abcdefgh12345678 and ${secret}` }))
    const { content } = await show((await one('SO-5')).id)
    expect(content).not.toMatch(/hush-hush|abcdefgh12345678|xxxx/)
  })

  test('is settled when it is mended and sent through, once, by whom and when', async () => {
    await send(order('SO-6', { status: 'Open' }))
    const { id } = await one('SO-6')
    const again = await call('POST', `/refused/${id}/replay`, { body: {} })
    expect(again.body).toMatchObject({ taken: false, problems: [{ path: '$.status' }] })
    const pretty = JSON.stringify(JSON.parse(order('SO-6', { status: 'confirmed' })), null, 2)
    expect((await call('POST', `/refused/${id}/replay`, { body: { text: pretty } })).body).toEqual({
      taken: true,
      problems: [],
    })
    expect(await one('SO-6', 'settled')).toMatchObject({ outcome: 'replayed', settledBy: 'Ivo Integration' })
    const { rows } = await database.query<{ status: string }>(`select status from documents where number = 'SO-6'`)
    expect(rows).toEqual([{ status: 'confirmed' }])
    const twice = await call('POST', `/refused/${id}/replay`, { body: { text: pretty } })
    expect(twice).toMatchObject({ status: 409 })
    const { rows: audited } = await database.query<{ details: object }>(
      `select details from audit_log where action = 'refused_replayed' and user_id = $1`,
      [staff.integration.id],
    )
    expect(audited).toEqual([{ details: { refused: id, number: 'SO-6', note: null, changed: true } }])
  })

  test('of a file of one company takes no document of the same number from a customer of another', async () => {
    const german = await createKey(keyDeps, {
      ...{ name: 'German company', scope: 'ingest:write' },
      numbering: { source: 'DE', numberedBy: 'supplier' },
    })
    await send(order('1001', { account: 'X-1' }), { key: german })
    const sendFile = async (source: string | undefined, number: string) => {
      const { documents } = ordersProfile
      const fields = { ...documents.fields, status: { column: 'Status' } }
      const profile = { ...ordersProfile, name: 'dutch', documents: { ...documents, fields } }
      await saveProfile(keyDeps, source === undefined ? profile : { ...profile, source })
      const file = `Auftrag;Kunde;Datum;Status\n${number};Y-1;01.11.2026;Open\n`
      expect(await send(file, { path: 'ingest/files?profile=dutch', type: 'text/csv' })).toMatchObject({ rejected: 1 })
    }
    const mend = async (number: string) => {
      const { id } = await one(number)
      const text = order(number, { account: 'Y-1', status: 'confirmed' })
      expect((await call('POST', `/refused/${id}/replay`, { body: { text } })).body.taken).toBe(true)
    }
    const kept = async (number: string) => {
      const { rows } = await database.query<{ account: string; source: string }>(
        'select a.number as account, d.source from documents d join accounts a using (account_id) where d.number = $1 order by 1',
        [number],
      )
      return rows
    }
    await sendFile('NL', '1001')
    await mend('1001')
    expect(await kept('1001')).toEqual([
      { account: 'X-1', source: 'DE' },
      { account: 'Y-1', source: 'NL' },
    ])
    // A profile that names the company only by the second time.
    await sendFile(undefined, '1002')
    await sendFile('NL', '1002')
    await mend('1002')
    expect(await kept('1002')).toEqual([{ account: 'Y-1', source: 'NL' }])
  })

  test('settles by itself when the ERP sends the document right, and is open again when it is refused again', async () => {
    const bad = order('SO-7', { status: 'Open' })
    await send(bad)
    await send(order('SO-8', { status: 'Open', account: 'C-2' }))
    await send(order('SO-7', { status: 'confirmed' }))
    // The same number of another customer says nothing of it.
    await send(order('SO-8', { status: 'confirmed', account: 'C-3' }))
    await settleCorrected(pools.server, clock())
    expect(await one('SO-7', 'settled')).toMatchObject({ outcome: 'came_right', settledBy: null })
    expect(await one('SO-8')).toMatchObject({ outcome: null })
    await send(bad)
    expect(await one('SO-7')).toMatchObject({ outcome: null, times: 2 })
  })

  test('is sent through together when it was refused for the same reason', async () => {
    for (const number of ['W-1', 'W-2', 'W-3']) await send(order(number, { colour: number }))
    const { reasons } = (await call('GET', '/reasons')).body as { reasons: { reason: string; messages: number }[] }
    const colour = reasons.find(({ reason }) => reason.includes('colour'))
    expect(colour?.messages).toBe(3)
    // Another source has not been refused for it.
    expect((await call('GET', `/reasons?source=${randomUUIDv7()}`)).body).toEqual({ reasons: [] })
    const body = { reason: colour?.reason }
    expect((await call('POST', '/reasons/replay', { body })).body).toEqual({ taken: 0, refused: 3, next: null })
    await database.query(
      `update refused_messages set content = replace(content, '"colour"', '"costCentre"') where document_number like 'W-%'`,
    )
    expect((await call('POST', '/reasons/replay', { body })).body).toEqual({ taken: 3, refused: 0, next: null })
  })

  test('is not counted as refused again when a colleague settles it meanwhile, but is when its key was revoked', async () => {
    const key = await createKey(keyDeps, { name: 'Former ERP', scope: 'ingest:write' })
    for (const number of ['V-1', 'V-2']) await send(order(number, { shape: number }))
    await send(order('V-3', { shape: 'V-3' }), { key })
    await revokeKey(keyDeps, 'Former ERP')
    await database.query(
      `update refused_messages set content = replace(content, '"shape"', '"costCentre"') where document_number like 'V-%'`,
    )
    const [{ reason }, { id: second }] = [await one('V-1'), await one('V-2')]
    const actor = { staffId: null, name: 'command line', caller: commandLine }
    const deps = { db: pools.server, clock, newId: () => randomUUIDv7() }
    const intake = createIntake({ ...deps, workPool: pools.work })
    const take: Intake['take'] = async (...sent) => {
      await discardRefused(deps, second, actor, 'It was sent twice.')
      return intake.take(...sent)
    }
    expect(await replayReason({ ...deps, intake: { take } }, { reason, source: null, after: null }, actor)).toEqual({
      ...{ taken: 1, refused: 1, next: null },
    })
    expect(await one('V-2', 'settled')).toMatchObject({ outcome: 'discarded' })
    expect(await one('V-3')).toMatchObject({ outcome: null })
  })

  test('that is put aside stays there when it comes again', async () => {
    await send(order('SO-10', { status: 'Open' }))
    const { id } = await one('SO-10')
    const body = { note: ' A test of theirs. ' }
    expect((await call('POST', `/refused/${id}/discard`, { body })).status).toBe(200)
    await send(order('SO-10', { status: 'Open' }))
    expect(await one('SO-10', 'settled')).toMatchObject({ outcome: 'discarded', note: 'A test of theirs.', times: 2 })
    const { rows } = await database.query(`select action from audit_log where details ->> 'refused' = $1`, [id])
    expect(rows).toEqual([{ action: 'refused_discarded' }])
  })

  test('is not sent through with a key that was revoked, nor whole when it was cut', async () => {
    const key = await createKey(keyDeps, { name: 'Old ERP', scope: 'ingest:write' })
    await send(order('SO-11', { status: 'Open' }), { key })
    await revokeKey(keyDeps, 'Old ERP')
    const { id } = await one('SO-11')
    const text = order('SO-11', { status: 'confirmed' })
    expect((await call('POST', `/refused/${id}/replay`, { body: { text } })).status).toBe(409)
    await send(order('SO-12', { status: 'Open', note: 'ü'.repeat(300_000) }))
    const long = await show((await one('SO-12')).id)
    expect([long.whole, Buffer.byteLength(long.content) <= 256 * 1024]).toEqual([false, true])
    expect((await call('POST', `/refused/${long.id}/replay`, { body: {} })).status).toBe(409)
  })

  test('is read as leniently as its key has it now', async () => {
    const key = await createKey(keyDeps, { name: 'Loose ERP', scope: 'ingest:write' })
    const leniency = { always: true, dates: 'day first', statuses: { offen: 'confirmed' } } as const
    await changeLeniency(keyDeps, 'Loose ERP', leniency)
    await send(order('SO-13', { status: 'neu', issueDate: '31.12.2026', colour: 'red' }), { key })
    const { id } = await one('SO-13')
    expect((await call('POST', `/refused/${id}/replay`, { body: {} })).body).toMatchObject({
      ...{ taken: false, problems: [{ path: '$.status', message: expect.stringContaining('"neu"') }] },
    })
    await changeLeniency(keyDeps, 'Loose ERP', { ...leniency, statuses: { ...leniency.statuses, neu: 'received' } })
    expect((await call('POST', `/refused/${id}/replay`, { body: {} })).body).toEqual({ taken: true, problems: [] })
    const { rows } = await database.query(
      `select status, issue_date::text as day from documents where number = 'SO-13'`,
    )
    expect(rows).toEqual([{ status: 'received', day: '2026-12-31' }])
  })

  test('that was sent in a lenient call is read leniently again, and strictly once it was sent in a strict one', async () => {
    const key = await createKey(keyDeps, { name: 'Sometimes loose ERP', scope: 'ingest:write' })
    const lenient = { path: 'ingest/documents?lenient=true' }
    await changeLeniency(keyDeps, 'Sometimes loose ERP', { statuses: { offen: 'confirmed' } })
    await send(order('SO-17', { status: 'neu' }), { ...lenient, key })
    await changeLeniency(keyDeps, 'Sometimes loose ERP', { statuses: { neu: 'received' } })
    const { id } = await one('SO-17')
    expect((await call('POST', `/refused/${id}/replay`, { body: {} })).body).toEqual({ taken: true, problems: [] })
    // Of a key that says nothing of it, what is clear by itself is taken.
    const mend = async (text: string) => {
      const [broken] = await list('?text=not%20JSON')
      expect((await show(broken?.id ?? '')).content).toBe(text.replace('}', ',}'))
      return (await call('POST', `/refused/${broken?.id}/replay`, { body: { text } })).body
    }
    const loose = order('SO-18', { colour: 'red' })
    await send(loose.replace('}', ',}'), lenient)
    expect(await mend(loose)).toEqual({ taken: true, problems: [] })
    const strict = order('SO-19', { colour: 'red' })
    await send(strict.replace('}', ',}'), lenient)
    await send(strict.replace('}', ',}'))
    expect(await mend(strict)).toMatchObject({ taken: false, problems: [{ path: '$.colour' }] })
  })

  test('of a key for some customers reaches no other, whoever sends it through', async () => {
    await send([order('SO-14'), order('SO-15', { account: 'C-9' })].join('\n'))
    const key = await createKey(keyDeps, { name: 'Partner', scope: 'ingest:write', accounts: ['C-1'] })
    await send([order('SO-16', { account: 'C-9' }), order('SO-15')].join('\n'), { key })
    const replay = async (number: string) =>
      (await call('POST', `/refused/${(await one(number)).id}/replay`, { body: {} })).body
    expect(await replay('SO-16')).toMatchObject({ taken: false, problems: [{ path: '$.account' }] })
    expect(await replay('SO-15')).toMatchObject({ taken: false, problems: [{ path: '$.number' }] })
    const text = order('SO-16', { note: 'For us.' })
    const { id } = await one('SO-16')
    expect((await call('POST', `/refused/${id}/replay`, { body: { text } })).body).toMatchObject({ taken: true })
    const { rows } = await database.query(
      `select d.number || ' ' || a.number as at from documents d join accounts a using (account_id)
where d.number in ('SO-14', 'SO-15', 'SO-16') order by 1`,
    )
    expect(rows.map(({ at }) => at)).toEqual(['SO-14 C-1', 'SO-15 C-9', 'SO-16 C-1'])
  })

  test('of a flood fills no disk: of a source and day so much is kept, and the rest is counted alone', async () => {
    const flood = await createKey(keyDeps, { name: 'Flood', scope: 'ingest:write' })
    const lines = Array.from({ length: 3_000 }, (_, index) => order(`F-${index}`, { status: 'Open' }))
    const report = await send(lines.join('\n'), { key: flood })
    expect(report).toMatchObject({ rejected: 3_000 })
    expect(report.errors).toHaveLength(1_000)
    expect(await send(lines.join('\n'), { key: flood })).toMatchObject({ rejected: 3_000 })
    const { rows } = await database.query<{ kept: number }>(
      `select count(*)::int as kept from refused_messages r join api_keys k on k.id = r.source_id where k.name = 'Flood'`,
    )
    expect(rows).toEqual([{ kept: 1_000 }])
    const { sources } = (await call('GET', '/sources')).body as { sources: IntakeSource[] }
    const source = sources.find(({ name }) => name === 'Flood')
    expect(source?.hours.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(6_000)
    await revokeKey(keyDeps, 'Flood')
  })

  test('is shown to whoever may read the intake, and mended only by whoever may write it', async () => {
    const [entry] = await list()
    expect((await call('GET', '/refused', { person: staff.support })).status).toBe(200)
    expect((await call('GET', '/refused', { person: staff.sales })).status).toBe(403)
    const body = {}
    expect((await call('POST', `/refused/${entry?.id}/replay`, { person: staff.support, body })).status).toBe(403)
  })

  test('is read page by page', async () => {
    const all = await list('?limit=100')
    const { body: first } = await call('GET', '/refused?limit=3')
    const { body: second } = await call('GET', `/refused?limit=3&cursor=${first.nextCursor}`)
    expect([...first.refused, ...second.refused].map(({ id }: RefusedEntry) => id)).toEqual(
      all.slice(0, 6).map(({ id }) => id),
    )
  })
})

describe('What waits', () => {
  test('for its customer is given to an account found by a part of its name', async () => {
    await portal.ingest({ type: 'orders', number: 'O-Q', account: 'Q-7', accountName: 'Quirky Boats', currency: 'EUR' })
    await database.query(
      `insert into quarantine (id, received_at, type, number, buyer_name, identifiers, reason, payload, content_hash)
       values ($1, now(), 'invoices', 'IN-Q', 'Quirky', '[{"scheme":"GLN","value":"4000001000005"}]', 'No account has it.', $2, 'h')`,
      [
        randomUUIDv7(),
        {
          kind: 'Invoice',
          document: { type: 'invoices', number: 'IN-Q', currency: 'EUR' },
          buyer: { identifiers: [], accountNumbers: [] },
          buyersReferences: [],
        },
      ],
    )
    const { documents } = (await call('GET', '/quarantine')).body as { documents: { id: string; number: string }[] }
    const { accounts } = (await call('GET', '/accounts?text=quirky')).body as { accounts: { number: string }[] }
    expect(accounts).toEqual([{ number: 'Q-7', name: 'Quirky Boats' }])
    const path = `/quarantine/${documents[0]?.id}/assign`
    const body = { account: 'Q-7', learn: true }
    expect((await call('POST', path, { body: { ...body, account: 'Q-0' } })).status).toBe(404)
    expect((await call('POST', path, { body })).body).toEqual({ taken: true, problems: [] })
    expect((await call('GET', '/quarantine')).body).toEqual({ documents: [] })
    const { rows } = await database.query<{ number: string }>(
      `select a.number from documents d join accounts a using (account_id) where d.number = 'IN-Q'`,
    )
    expect(rows).toEqual([{ number: 'Q-7' }])
  })
})

describe('A source', () => {
  const hour = 3_600_000
  const nightly = async (key: string, nights: number) => {
    const first = Math.ceil(now / (24 * hour)) * 24 * hour + 2 * hour
    for (let night = 0; night < nights; night++) {
      passTo(first + night * 24 * hour)
      await send(order(`N-${night}`), { key })
      await signInAgain()
      await call('GET', '/sources')
      expect(await noticeSilence({ db: pools.server, clock, mail: portal.outbox })).toBe(0)
    }
    return first + nights * 24 * hour
  }
  const signInAgain = async () => {
    const { email, secret } = staff.integration
    staff.integration.cookie = (await desk.signIn(email, secret)).cookie ?? ''
  }
  const notice = () => noticeSilence({ db: pools.server, clock, mail: portal.outbox })

  test('that speaks every night is missed when it does not, is mailed once, and is heard again', async () => {
    const key = await createKey(keyDeps, { name: 'Night run', scope: 'ingest:write' })
    const due = await nightly(key, 17)
    await portal.mails()
    passTo(due + hour)
    expect(await notice()).toBe(0)
    passTo(due + 3 * hour)
    expect(await notice()).toBe(1)
    expect(await notice()).toBe(0)
    const mails = await portal.mails()
    expect(mails.map(({ to }) => to)).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Night run')
    expect(mails[0]?.text).toContain('https://portal.test/console/intake')
    const silent = async () => {
      const { sources } = (await call('GET', '/sources')).body as { sources: IntakeSource[] }
      return sources.filter(({ silentSince }) => silentSince !== null).map(({ name }) => name)
    }
    await signInAgain()
    expect(await silent()).toEqual(['Night run'])
    await send(order('N-99'), { key })
    expect(await silent()).toEqual([])
    await revokeKey(keyDeps, 'Night run')
  })

  test('is forgotten with what was refused before', async () => {
    passTo(now + 91 * 24 * hour)
    await signInAgain()
    await deleteOldRawMessages({ workPool: pools.work }, new Date(now - 90 * 24 * hour))
    expect(await list('?limit=100')).toEqual([])
    const { rows } = await database.query<{ hours: number }>('select count(*)::int as hours from intake_hours')
    expect(rows).toEqual([{ hours: 0 }])
  })
})
