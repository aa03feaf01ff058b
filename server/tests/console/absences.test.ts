import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Away } from '#contract/requests/conversation.ts'
import { calendarDate } from '#contract/values/dates.ts'
import type { AbsenceList } from '#server/absences/absences.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

const portal = await testPortal()
const { owner: database } = portal.database
/** What staff may see goes by the clock of this machine. */
const readClock = async () => (await database.query<{ now: string }>('select now()')).rows[0]?.now ?? ''
let now = new Date(await readClock())
portal.setTime(now.toISOString())
const desk = consoleOf(portal, () => now)
const day = (later: number) => calendarDate(new Date(now.getTime() + later * 86_400_000))

type Staff = Awaited<ReturnType<typeof desk.join>>
let owner: Staff
let sam: Staff
let sue: Staff
let eve: Staff
let buyer: string
const join = (name: string, role: 'owner' | 'sales') => desk.join(`${name}@supplier.example`, role, name)
beforeAll(async () => {
  await portal.ingest({
    ...({
      type: 'orders',
      number: 'O-1',
      account: 'A-1',
      currency: 'EUR',
      issueDate: day(-2),
      status: 'confirmed',
    } as const),
    salesperson: { name: 'sam', email: 'Sam@supplier.example' },
  })
  const older = { account: 'A-1', currency: 'EUR', issueDate: day(-9), status: 'confirmed' } as const
  await portal.ingest(
    { ...older, type: 'orders', number: 'O-2', salesperson: { name: 'Pat' } },
    { ...older, type: 'orders', number: 'O-3', salesperson: { name: 'Kim', email: 'kim@supplier.example' } },
    { ...older, type: 'invoices', number: 'I-1', status: 'open', totals: { gross: '1.00' } },
  )
  buyer = await portal.signIn('ann@a.example', 'A-1', 'admin')
  owner = await join('olga', 'owner')
  sam = await join('sam', 'sales')
  sue = await join('sue', 'sales')
  eve = await join('eve', 'sales')
  await database.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
    [sam.id],
  )
})
beforeEach(async () => {
  // A day may have begun since the tests before.
  now = new Date(await readClock())
  portal.setTime(now.toISOString())
  await database.query('delete from staff_absences')
  await portal.mails()
})

const call = (person: Staff, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  desk.call(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
const add = (by: Staff, first: number, last: number, more: object = {}) =>
  call(by, 'POST', '/absences', { staff: sam.id, standIn: sue.id, firstDay: day(first), lastDay: day(last), ...more })
const customersOf = async (person: Staff) =>
  ((await call(person, 'GET', '/customers')).body.customers as { number: string }[]).map(({ number }) => number)
const waitingOf = async (person: Staff) => ({
  inbox: ((await call(person, 'GET', '/requests')).body.requests as unknown[]).length,
  today: (await call(person, 'GET', '/today')).body.requests?.count as number,
})
const contact = async () => ((await portal.get('/dashboard', buyer)).body as Dashboard).contact
/** What a customer reads beside the field below a document, or about what belongs to none. */
const awayAt = async (path: string) => ((await portal.get(path, buyer)).body as { away: Away | null }).away
const ask = async () => {
  const body = { key: randomUUID(), note: 'When does it come?' }
  return portal.call('POST', '/documents/orders/O-1/ask', { token: buyer, body })
}
const readers = async () => (await portal.mails()).map(({ to }) => JSON.stringify(to).toLowerCase()).toSorted()

test('Before it begins, the stand-in sees and gets nothing', async () => {
  expect(await add(sam, 1, 3)).toMatchObject({ status: 200 })
  expect(await customersOf(sue)).toEqual([])
  expect(await contact()).toMatchObject({ email: 'Sam@supplier.example', away: null })
  expect(await awayAt('/documents/orders/O-1/requests')).toBe(null)
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await readers()).toHaveLength(1)
})

test('While it lasts, the stand-in sees customers and queue, gets the mails, and the customer reads until when', async () => {
  await ask()
  await portal.mails()
  expect((await add(sam, 0, 2)).status).toBe(200)
  expect(await customersOf(sue)).toEqual(['A-1'])
  expect(await customersOf(sam)).toEqual(['A-1'])
  const own = await waitingOf(sam)
  expect(own.inbox).toBeGreaterThan(0)
  expect(await waitingOf(sue)).toEqual(own)
  expect(await customersOf(eve)).toEqual([])
  expect(await contact()).toMatchObject({ away: { until: day(2), name: 'sue' } })
  const away = { name: 'sam', until: day(2), standIn: 'sue' }
  // A document that names nobody is read by whoever reads about the account.
  for (const path of ['/documents/orders/O-1/requests', '/documents/invoices/I-1/requests', '/conversation'])
    expect([path, await awayAt(path)]).toEqual([path, away])
  // Of one who has no e-mail, or is another, nothing is known.
  for (const number of ['O-2', 'O-3']) expect(await awayAt(`/documents/orders/${number}/requests`)).toBe(null)
  await ask()
  expect(await readers()).toEqual([
    expect.stringContaining('sam@supplier.example'),
    expect.stringContaining('sue@supplier.example'),
  ])
})

test('Taken back, or after its last day, the stand-in sees nothing with the next call', async () => {
  const { absences } = (await add(sam, 0, 2)).body as AbsenceList
  expect(await customersOf(sue)).toEqual(['A-1'])
  await database.query('update staff_absences set first_day = $1, last_day = $2', [day(-3), day(-1)])
  expect(await customersOf(sue)).toEqual([])
  expect(await contact()).toMatchObject({ away: null })
  await database.query('update staff_absences set first_day = $1, last_day = $2', [day(-3), day(0)])
  expect(await customersOf(sue)).toEqual(['A-1'])
  expect((await call(sam, 'DELETE', `/absences/${absences[0]?.id}`)).status).toBe(200)
  expect(await customersOf(sue)).toEqual([])
  const { rows } = await database.query(
    `select action, details from audit_log where action like 'staff_absence_%' order by at desc, id desc limit 2`,
  )
  const days = `${day(-3)} – ${day(0)}`
  expect(rows).toMatchObject([
    { action: 'staff_absence_ended', details: { staff: sam.id, standIn: sue.id, before: days, after: null } },
    { action: 'staff_absence_added', details: { staff: sam.id, before: null, after: `${day(0)} – ${day(2)}` } },
  ])
})

test('Its days are those of the supplier’s calendar, also while UTC has another date', async () => {
  const zone = process.env.TZ
  const inUtc = now.toISOString().slice(0, 10)
  // At any hour one of the two has another date than UTC: the next, or the one before.
  process.env.TZ = now.getUTCHours() >= 12 ? 'Pacific/Kiritimati' : 'Etc/GMT+12'
  try {
    const here = day(0)
    expect(here).not.toBe(inUtc)
    const { body } = await add(sam, 0, 0)
    expect((body as AbsenceList).absences).toMatchObject([{ firstDay: here, lastDay: here }])
    expect(await customersOf(sue)).toEqual(['A-1'])
    expect(await contact()).toMatchObject({ away: { until: here, name: 'sue' } })
    const {
      rows: [ann],
    } = await database.query<{ id: string }>(`select id from users where email = 'ann@a.example'`)
    const viewing = { person: ann?.id, account: 'A-1', reason: 'She asks which day it is' }
    const { token } = (await call(sue, 'POST', '/viewings', viewing)).body
    const seen = async () => (await portal.get('/documents/orders/O-1', token)).status
    expect(await seen()).toBe(200)
    await ask()
    expect(await readers()).toHaveLength(2)
    await database.query('update staff_absences set first_day = $1, last_day = $1', [inUtc])
    expect(await customersOf(sue)).toEqual([])
    expect(await contact()).toMatchObject({ away: null })
    expect(await seen()).toBe(401)
    await ask()
    expect(await readers()).toHaveLength(1)
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('A stand-in who is disabled sees nothing, gets no mail and is named to no customer; the list says so', async () => {
  await add(owner, 0, 2)
  await database.query('update staff set disabled_at = now() where id = $1', [sue.id])
  expect(await contact()).toMatchObject({ away: null })
  expect(await awayAt('/documents/orders/O-1/requests')).toBe(null)
  await ask()
  expect(await readers()).toHaveLength(1)
  expect((await call(sam, 'GET', '/absences')).body.absences).toMatchObject([{ standInDisabled: true }])
  await database.query('update staff set disabled_at = null where id = $1', [sue.id])
})

test('Only they themselves and owners enter or end it; a customer reaches none of it', async () => {
  expect((await add(eve, 0, 2)).status).toBe(403)
  const { absences } = (await add(owner, 0, 2)).body as AbsenceList
  expect((await call(eve, 'DELETE', `/absences/${absences[0]?.id}`)).status).toBe(403)
  expect(await customersOf(sue)).toEqual(['A-1'])
  const headers = { authorization: `Bearer ${buyer}` }
  expect((await desk.call('GET', '/absences', { headers })).status).toBe(401)
  const body = { staff: sam.id, standIn: eve.id, firstDay: day(5), lastDay: day(6) }
  expect((await desk.call('POST', '/absences', { headers, body })).status).toBe(401)
  expect((await desk.call('DELETE', `/absences/${absences[0]?.id}`, { headers })).status).toBe(401)
})

test.each<[string, [number, number, object?]]>([
  ['firstDay', [2, 4]],
  ['lastDay', [9, 8]],
  ['lastDay', [-4, -2]],
])('What makes no sense is refused by the field %s, and two that share a day are', async (field, [first, last]) => {
  expect((await add(sam, 1, 2)).status).toBe(200)
  const refused = await add(sam, first, last)
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field, message: expect.stringMatching(/\.$/) }]])
  expect((await call(sam, 'GET', '/absences')).body.absences).toHaveLength(1)
})

test('Nobody stands in for themselves, and of two absences at the same moment one is stored', async () => {
  expect((await add(sam, 1, 2, { standIn: sam.id })).body.errors).toMatchObject([{ field: 'standIn' }])
  const answers = await Promise.all([add(sam, 1, 4), add(sam, 3, 6), add(owner, 4, 9)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
})

test('Whoever stands in finds what is assigned to the one who is away under their own name too', async () => {
  const { body } = await ask()
  expect((await call(owner, 'PUT', `/requests/${body.id}/assignee`, { staff: sam.id })).status).toBe(200)
  const assigned = async (person: Staff, to: Staff) =>
    ((await call(person, 'GET', `/requests?assignee=${to.id}`)).body.requests as { id: string }[]).map(({ id }) => id)
  expect(await assigned(sue, sue)).toEqual([])
  await add(sam, 0, 1)
  expect(await assigned(sue, sue)).toContain(body.id)
  expect(await assigned(eve, eve)).toEqual([])
})

test('Whoever stands in sees the portal as its people do, until the one who was away is back', async () => {
  const {
    rows: [ann],
  } = await database.query<{ id: string }>(`select id from users where email = 'ann@a.example'`)
  const viewing = { person: ann?.id, account: 'A-1', reason: 'She asks where her order is' }
  expect((await call(sue, 'POST', '/viewings', viewing)).status).toBe(404)
  await add(sam, 0, 1)
  const begun = await call(sue, 'POST', '/viewings', viewing)
  expect(begun.status, begun.text).toBe(200)
  const seen = async () => (await portal.get('/documents/orders/O-1', begun.body.token)).status
  expect(await seen()).toBe(200)
  const { absences } = (await call(sam, 'GET', '/absences')).body as AbsenceList
  expect((await call(sam, 'DELETE', `/absences/${absences[0]?.id}`)).status).toBe(200)
  expect(await seen()).toBe(401)
})
