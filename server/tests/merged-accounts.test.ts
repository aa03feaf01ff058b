import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import type { Return } from '#contract/requests/return-endpoints.ts'
import { commandLine } from '../audit/record.ts'
import { mergeAccounts } from '../ingest/maintenance/merge-accounts.ts'
import { moveDocument } from '../ingest/maintenance/move-document.ts'
import { makeErpKey } from '../testing/erp-key.ts'
import { testPortal } from '../testing/portal.ts'

/* The supplier merges two customers: their members' notices and notification settings go along. */
const portal = await testPortal('2026-03-10T09:00:00Z')
const { owner } = portal.database
const hold = (number: string, account: string): IngestDocument => ({
  ...{ type: 'orders', number, account, status: 'on_hold', issueDate: '2026-03-10' },
})
const set = (token: string, path: string, body: object) =>
  portal.call('PUT', `/notifications/${path}`, { token, body }).then(({ status }) => expect(status).toBe(200))
const settings = async (token: string) => (await portal.get('/notifications/settings', token)).body as NoticeSettings
const bell = async (token: string) =>
  ((await portal.get('/notifications', token)).body as Notification[])
    .map(({ message, clicked }) => `${message}${clicked ? ' (read)' : ''}`)
    .toSorted()
const mailed = async () => {
  await portal.runDueJobs()
  return (await portal.mails()).map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()
}
const atOnce = { kinds: [{ kind: 'orders.onHold', channels: ['portal', 'now'] }] }

test('A person who works for a customer that becomes part of another keeps their notifications and how they want them, and is mailed each once', async () => {
  await portal.ingest({ ...hold('SO-3', 'C-1'), status: 'confirmed' }, hold('OTHER', 'C-2'))
  portal.setTime('2026-03-10T09:01:00Z')
  const before: Record<string, string> = {}
  for (const [name, account] of [
    ['ann', 'C-1'],
    ['ben', 'C-1'],
    ['cleo', 'C-1'],
    ['dora', 'C-2'],
  ] as const) {
    before[name] = await portal.signIn(`${name}@a.example`, account, 'buyer')
    await set(before[name], 'settings', atOnce)
  }
  await mailed()

  // Mailed before; then settings change, mails end, a notice is clicked.
  await portal.ingest(hold('SO-1', 'C-1'), hold('SO-2', 'C-2'))
  portal.setTime('2026-03-10T09:03:00Z')
  await portal.runDueJobs()
  const first = await portal.mails()
  expect(first).toHaveLength(4)
  const link = new URL(first.find(({ to }) => to.address === 'cleo@a.example')?.unsubscribe ?? '')
  await set(before.ann as string, 'settings', { quiet: { from: '22:00', to: '06:00' } })
  await set(before.ann as string, 'choices', { subject: 'document', type: 'orders', key: 'SO-3', choice: 'mute' })
  await owner.query(
    `update notice_readers set mails_ended = true where user_id = (select id from users where email = 'ben@a.example')`,
  )
  const [notice] = (await portal.get('/notifications', before.ann as string)).body as Notification[]
  await portal.call('PUT', `/notifications/${notice?.id}`, { token: before.ann as string })

  // A notice without a mail yet, and one whose mail waits.
  await portal.ingest(hold('SO-4', 'C-1'))
  portal.setTime('2026-03-10T09:05:00Z')
  await portal.runDueJobs()
  await portal.ingest(hold('SO-5', 'C-1'))
  await mergeAccounts(
    { workPool: portal.database.pools.work, clock: () => new Date('2026-03-10T09:05:30Z'), newId: randomUUIDv7 },
    { from: 'C-1', into: 'C-2' },
    { caller: commandLine, keyId: null },
  )
  expect((await portal.mails()).map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()).toEqual([
    'ann@a.example: Order SO-4 is on hold.',
    'cleo@a.example: Order SO-4 is on hold.',
  ])
  portal.setTime('2026-03-10T09:08:00Z')
  expect(await mailed()).toEqual(['ann@a.example: Order SO-5 is on hold.', 'cleo@a.example: Order SO-5 is on hold.'])
  expect(await mailed()).toEqual([])

  const [ann, ben] = [await portal.login('ann@a.example'), await portal.login('ben@a.example')]
  expect(await bell(ann)).toEqual(['Order SO-1 is on hold. (read)', 'Order SO-4 is on hold.', 'Order SO-5 is on hold.'])
  expect(await bell(await portal.login('dora@a.example'))).toEqual(
    ['SO-1', 'SO-2', 'SO-4', 'SO-5'].map((number) => `Order ${number} is on hold.`),
  )
  expect(await settings(ann)).toMatchObject({ quiet: { from: '22:00', to: '06:00' }, mailsEnded: false })
  expect(await settings(ben)).toMatchObject({ mailsEnded: true })

  // An unsubscribe link from before the merge still ends the mails; later notices come as usual.
  const path = `${link.pathname.slice('/api'.length)}${link.search}`
  expect((await portal.call('POST', path)).status).toBe(200)
  await portal.ingest(hold('SO-3', 'C-2'), hold('SO-6', 'C-1'))
  portal.setTime('2026-03-10T09:10:00Z')
  expect(await mailed()).toEqual([
    'ann@a.example: Order SO-6 is on hold.',
    'dora@a.example: 2 new notifications in Test portal',
  ])
})

test('Who looks after a customer looks after the one that it becomes part of, with the notes and the requests; nothing else is left under the old number', async () => {
  await portal.ingest(hold('M-1', 'C-5'), hold('M-2', 'C-6'))
  const eve = await portal.signIn('eve@a.example', 'C-5', 'buyer')
  const key = randomUUIDv7()
  const { body: request } = await portal.call('POST', '/documents/orders/M-1/ask', {
    token: eve,
    body: { key, note: 'When?' },
  })
  const idOf = async (text: string) => (await owner.query<{ id: string }>(text)).rows[0]?.id ?? ''
  const [from, into] = [
    await idOf(`select account_id as id from accounts where number = 'C-5'`),
    await idOf(`select account_id as id from accounts where number = 'C-6'`),
  ]
  const [sam, sue] = [randomUUIDv7(), randomUUIDv7()]
  await owner.query(
    `insert into staff (id, email, name, role, created_at) values ($1, 'sam@s.example', 'Sam', 'sales', now()), ($2, 'sue@s.example', 'Sue', 'sales', now())`,
    [sam, sue],
  )
  // Sue looks after both.
  await owner.query(
    'insert into staff_accounts (account_id, staff_id, created_at) values ($1, $3, now()), ($1, $4, now()), ($2, $4, now())',
    [from, into, sam, sue],
  )
  await owner.query(
    `insert into request_notes (account_id, request_id, id, staff_id, text, written_at) values ($1, $2, $2, $3, 'Ask', now())`,
    [from, request.id, sam],
  )
  await owner.query(
    'insert into request_assignees (account_id, request_id, staff_id, assigned_at) values ($1, $2, $3, now())',
    [from, request.id, sam],
  )
  await mergeAccounts(
    { workPool: portal.database.pools.work, clock: () => new Date('2026-03-10T09:20:00Z'), newId: randomUUIDv7 },
    { from: 'C-5', into: 'C-6' },
    { caller: commandLine, keyId: null },
  )
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const left: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} where account_id = $1 limit 1`, [from])
    if (rowCount === 1) left.push(name)
  }
  // The number that stands for the other account; what was done; how often it changed; a sign-in that has ended.
  expect(left).toEqual(['account_versions', 'accounts', 'audit_log', 'sessions'])
  const { rows: looksAfter } = await owner.query<{ name: string }>(
    'select name from staff_accounts join staff on staff.id = staff_id where account_id = $1 order by 1',
    [into],
  )
  expect(looksAfter.map(({ name }) => name)).toEqual(['Sam', 'Sue'])
  for (const table of ['request_notes', 'request_assignees'])
    expect(
      (await owner.query(`select from ${table} where account_id = $1 and staff_id = $2`, [into, sam])).rowCount,
    ).toBe(1)
})

test('A customer does not become part of itself, nor by the number that it had before', async () => {
  const before = await portal.database.owner.query('select account_id, number, merged_into from accounts order by 1')
  for (const accountNumbers of [
    { from: 'C-6', into: 'C-6' },
    { from: 'C-6', into: 'C-5' },
  ])
    await expect(
      mergeAccounts(
        { workPool: portal.database.pools.work, clock: () => new Date('2026-03-10T09:30:00Z'), newId: randomUUIDv7 },
        accountNumbers,
        { caller: commandLine, keyId: null },
      ),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('are one customer already') })
  const after = await portal.database.owner.query('select account_id, number, merged_into from accounts order by 1')
  expect(after.rows).toEqual(before.rows)
})

test('Of a document that both customers have the newer stays, with what the people of both requested and chose about it, whichever of them becomes part of the other', async () => {
  const movedAt = (account: string, number: string, day: string) =>
    ({
      ...hold(number, account),
      // The date has moved, by which both versions wait for the same.
      ...{ status: 'confirmed', promisedDate: '2026-03-20', estimatedDate: '2026-03-25' },
      ...{ customerReference: account, modifiedAt: `2026-03-0${day}T08:00:00Z` },
    }) as const
  // Buyers number these, so that two have the same number.
  const quoteAt = (account: string, day: string) =>
    ({
      type: 'quotes',
      number: 'T-3',
      account,
      status: 'open',
      customerReference: account,
      modifiedAt: `2026-03-0${day}T08:00:00Z`,
    }) as const
  await portal.ingestPerCustomer(movedAt('C-7', 'T-1', '1'), movedAt('C-7', 'T-2', '3'), quoteAt('C-7', '1'))
  await portal.ingestPerCustomer(movedAt('C-8', 'T-1', '2'), movedAt('C-8', 'T-2', '2'), quoteAt('C-8', '2'))
  const ida = await portal.signIn('ida@a.example', 'C-7', 'buyer')
  const jon = await portal.signIn('jon@a.example', 'C-8', 'buyer')
  for (const [token, path, content] of [
    [ida, 'orders/T-1/notePromise', {}],
    [ida, 'orders/T-2/ask', { note: 'When?' }],
    [ida, 'quotes/T-3/accept', { signature: 'Ida' }],
    [jon, 'orders/T-1/ask', { note: 'When?' }],
    [jon, 'orders/T-2/notePromise', {}],
  ] as const) {
    const made = await portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUIDv7(), ...content } })
    expect(made.status, made.text).toBe(200)
  }
  await set(jon, 'choices', { subject: 'document', type: 'orders', key: 'T-2', choice: 'mute' })
  const merged = await mergeAccounts(
    { workPool: portal.database.pools.work, clock: () => new Date('2026-03-10T09:40:00Z'), newId: randomUUIDv7 },
    { from: 'C-7', into: 'C-8' },
    { caller: commandLine, keyId: null },
  )
  expect(merged).toEqual({ moved: 1, doubles: 3, into: 'C-8' })
  const { rows } = await owner.query(
    `select a.number as account, d.number, d.customer_reference as reference, d.status, d.act from documents d join accounts a using (account_id)
      where d.number like 'T-%' order by d.number`,
  )
  expect(rows).toEqual([
    { account: 'C-8', number: 'T-1', reference: 'C-8', status: 'confirmed', act: 'notePromise' },
    { account: 'C-8', number: 'T-2', reference: 'C-7', status: 'confirmed', act: 'notePromise' },
    { account: 'C-8', number: 'T-3', reference: 'C-8', status: 'accepted', act: 'accept' },
  ])
  const { rows: requests } = await owner.query(
    `select a.number as account, r.document_number as number, r.kind, r.state from requests r join accounts a using (account_id)
      where r.document_number like 'T-%' order by r.document_number, r.kind`,
  )
  expect(requests).toEqual(
    [
      ['T-1', 'ask'],
      ['T-1', 'notePromise'],
      ['T-2', 'ask'],
      ['T-2', 'notePromise'],
      ['T-3', 'accept'],
    ].map(([number, kind]) => ({ account: 'C-8', number, kind, state: 'open' })),
  )
  const { rows: choices } = await owner.query(
    `select a.number as account, c.choice from notice_choices c join accounts a using (account_id) where c.key = 'orders/T-2'`,
  )
  expect(choices).toEqual([{ account: 'C-8', choice: 'mute' }])
})

test('What a customer did about a document goes along when customers merge, and stays behind when the document alone moves', async () => {
  await portal.ingest(hold('K-1', 'C-9'), hold('K-2', 'C-9'), hold('K-3', 'C-10'))
  const fay = await portal.signIn('fay@a.example', 'C-9', 'buyer')
  for (const number of ['K-1', 'K-2']) {
    const body = { key: randomUUIDv7(), note: 'When?' }
    expect((await portal.call('POST', `/documents/orders/${number}/answerHold`, { token: fay, body })).status).toBe(200)
  }
  const deps = {
    ...{ workPool: portal.database.pools.work, newId: randomUUIDv7 },
    clock: () => new Date('2026-03-10T09:50:00Z'),
  }
  await moveDocument(deps, { type: 'orders', number: 'K-2' }, { to: 'C-10', papers: true })
  await mergeAccounts(deps, { from: 'C-9', into: 'C-10' }, { caller: commandLine, keyId: null })
  const { rows } = await owner.query(
    `select a.number as account, d.number, d.act from documents d join accounts a using (account_id)
      where d.number like 'K-%' order by d.number`,
  )
  expect(rows).toEqual([
    { account: 'C-10', number: 'K-1', act: 'answerHold' },
    { account: 'C-10', number: 'K-2', act: null },
    { account: 'C-10', number: 'K-3', act: null },
  ])
})

test('A customer that demanded a second factor goes on to demand it as part of another, whose people are asked for it at once', async () => {
  await portal.ingest(hold('F-1', 'C-11'), hold('F-2', 'C-12'))
  const gus = await portal.signIn('gus@a.example', 'C-12', 'buyer')
  const deps = {
    ...{ workPool: portal.database.pools.work, newId: randomUUIDv7 },
    clock: () => new Date('2026-03-10T09:55:00Z'),
  }
  const factorOf = async (number: string) =>
    (await owner.query('select requires_second_factor as "isRequired" from accounts where number = $1', [number])).rows
  const statusOf = async () => (await portal.get('/profile', gus)).status
  await owner.query(`update accounts set requires_second_factor = true where number = 'C-11'`)
  expect(await statusOf()).toBe(200)
  await mergeAccounts(deps, { from: 'C-11', into: 'C-12' }, { caller: commandLine, keyId: null })
  expect(await factorOf('C-12')).toEqual([{ isRequired: true }])
  await expect.poll(statusOf).toBe(401)
  const timesDemanded = async () => {
    const text = `select from audit_log join accounts using (account_id) where action = 'second_factor_required' and number = 'C-12'`
    return (await owner.query(text)).rowCount
  }
  expect(await timesDemanded()).toBe(1)
  // Where it is demanded already, nothing begins that would have to be recorded.
  await portal.ingest(hold('F-3', 'C-13'))
  await owner.query(`update accounts set requires_second_factor = true where number = 'C-13'`)
  await mergeAccounts(deps, { from: 'C-13', into: 'C-12' }, { caller: commandLine, keyId: null })
  expect(await timesDemanded()).toBe(1)
})

test('Two customers whose returns have the same number of the supplier’s merge: one return keeps it, the other goes by the portal’s number', async () => {
  const apiKey = await makeErpKey(portal)
  const shipment = (number: string, account: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
    ...{ type: 'shipments', number, account, status: 'delivered', shipment: { deliveredAt: '2026-03-04T09:00:00Z' } },
    lines: [{ line: '1', sku: 'BK-1', quantity: '2', unit: 'EA' }],
    ...overrides,
  })
  const returned: Record<string, { token: string; number: string }> = {}
  for (const account of ['C-14', 'C-15']) {
    await portal.ingest(shipment(`S-${account}`, account))
    const token = await portal.signIn(`${account}@a.example`, account, 'admin')
    const made = await portal.call('POST', `/documents/shipments/S-${account}/returnGoods`, {
      token,
      body: {
        key: randomUUIDv7(),
        lines: [{ shipment: `S-${account}`, line: '1', quantity: '1', reason: 'damaged' }],
      },
    })
    expect(made.status, made.text).toBe(200)
    const { returnNumber: number } = made.body.content as { returnNumber: string }
    const advanced = await portal.call('POST', `/ingest/requests/${made.body.id}/return`, {
      token: apiKey,
      body: { step: 'approved', returnNumber: 'RMA-1' },
    })
    expect(advanced.status, advanced.text).toBe(200)
    await portal.ingest(shipment(`R-${account}`, account, { status: 'in_transit', details: { returnNumber: 'RMA-1' } }))
    returned[account] = { token, number }
  }
  const deps = {
    ...{ workPool: portal.database.pools.work, newId: randomUUIDv7 },
    clock: () => new Date('2026-03-10T09:58:00Z'),
  }
  await mergeAccounts(deps, { from: 'C-14', into: 'C-15' }, { caller: commandLine, keyId: null })
  const { token } = returned['C-15'] as { token: string }
  const shown = async (number: string | undefined) => (await portal.get(`/returns/${number}`, token)).body as Return
  expect(await shown('RMA-1')).toMatchObject({
    ...{ number: returned['C-15']?.number, supplierNumber: 'RMA-1', step: 'shipped' },
    documents: [{ number: 'R-C-15' }],
  })
  expect(await shown(returned['C-14']?.number)).toMatchObject({
    ...{ number: returned['C-14']?.number, supplierNumber: null, step: 'shipped' },
    documents: [{ number: 'R-C-14' }],
  })
})
