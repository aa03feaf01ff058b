import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Customer, CustomerEntry } from '#contract/console/customers.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

let now = Date.parse('2026-03-10T09:00:00Z')
const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database

const invoice = (number: string, account: string, accountName: string): IngestDocument => ({
  ...{ type: 'invoices', number, account, accountName, currency: 'EUR', issueDate: '2026-03-01' },
  ...{ status: 'open', totals: { gross: '119.00' } },
})

type Person = { cookie: string; id: string }
let support: Person
let sales: Person
let auditor: Person
beforeAll(async () => {
  await portal.ingest(
    invoice('I-1', 'A-1', 'Alpha Bikes'),
    invoice('I-2', 'B-1', 'Beta Boats'),
    invoice('I-3', 'C-1', 'Čapek Motors'),
  )
  support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  auditor = await desk.join('ada@supplier.example', 'auditor', 'Ada Audit')
})
beforeEach(() => {
  now += 1000
  portal.setTime(new Date(now).toISOString())
})

const call = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  desk.call(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
const list = async (person: Person, query = '') =>
  (await call(person, 'GET', `/customers${query}`)).body as { customers: CustomerEntry[]; nextCursor: string | null }
const numbers = async (person: Person, query = '') => (await list(person, query)).customers.map(({ number }) => number)
const idOf = async (number: string) =>
  (await database.query<{ id: string }>('select account_id as id from accounts where number = $1', [number])).rows[0]
    ?.id ?? ''
const show = async (person: Person, number: string) =>
  (await call(person, 'GET', `/customers/${await idOf(number)}`)).body as Customer
const audit = async (action: string) =>
  (
    await database.query('select user_id, account_id, details from audit_log where action = $1 order by at, id', [
      action,
    ])
  ).rows

describe('The list of customers', () => {
  test('shows people, sign-ins, balance, and what somebody is needed for', async () => {
    await portal.signIn('ann@a.example', 'A-1', 'admin')
    await call(support, 'POST', `/customers/${await idOf('B-1')}/invitations`, {
      email: 'bob@b.example',
      role: 'admin',
    })
    const { customers } = await list(support)
    expect(customers).toMatchObject([
      { number: 'A-1', members: 1, invited: 0, flags: [], balances: [{ currency: 'EUR', amount: '119.0000' }] },
      { number: 'B-1', members: 0, invited: 1, signedInAt: null, flags: ['unused'] },
      { number: 'C-1', members: 0, invited: 0, flags: ['uninvited'] },
    ])
    expect(customers[0]?.signedInAt).toBe('2026-03-10T09:00:01Z')
    expect(customers.every(({ changedAt }) => changedAt !== null)).toBe(true)
  })

  test('is narrowed by a part of the name without its accents, by the number, and by what is needed', async () => {
    expect(await numbers(support, '?text=cap')).toEqual(['C-1'])
    expect(await numbers(support, '?text=b-1')).toEqual(['B-1'])
    expect(await numbers(support, '?flag=uninvited')).toEqual(['C-1'])
    expect(await numbers(support, '?flag=unused')).toEqual(['B-1'])
    expect(await numbers(support, '?flag=shutOut')).toEqual([])
    await database.query(`update users set disabled_at = now() where email = 'ann@a.example'`)
    expect((await list(support, '?flag=shutOut')).customers).toMatchObject([{ number: 'A-1', shutOut: 1 }])
    await database.query(`update users set disabled_at = null where email = 'ann@a.example'`)
    expect(await numbers(support, '?text=nothing')).toEqual([])
  })

  test.each(['name', 'signedIn', '-signedIn', 'changed', '-changed'])(
    'comes in pages in the order of %s, none twice',
    async (sort) => {
      const whole = await numbers(support, `?sort=${sort}`)
      expect(whole.toSorted()).toEqual(['A-1', 'B-1', 'C-1'])
      const paged: string[] = []
      let cursor: string | null = ''
      do {
        const page = await list(
          support,
          `?sort=${sort}&limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        )
        paged.push(...page.customers.map(({ number }) => number))
        cursor = page.nextCursor
      } while (cursor)
      expect(paged).toEqual(whole)
      if (sort === '-signedIn') expect(whole[0]).toBe('A-1')
    },
  )

  test('shows a salesperson their own customers only, and is a file with the same', async () => {
    expect(await numbers(sales)).toEqual([])
    await call(support, 'PUT', `/customers/${await idOf('A-1')}/staff/${sales.id}`, { deputy: false })
    expect(await numbers(sales)).toEqual(['A-1'])
    expect(await numbers(sales, '?mine=true')).toEqual(['A-1'])
    expect(await numbers(support, '?mine=true')).toEqual([])
    for (const path of ['', '/merge?into=A-1']) {
      const status = (await call(sales, 'GET', `/customers/${await idOf('B-1')}${path}`)).status
      expect(status).toBe(path === '' ? 404 : 403)
    }
    const { text } = await call(sales, 'GET', '/customers/csv')
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFCustomer number,Name,People,Invited,Last sign-in,Latest document,Open requests,Balance,Attention',
    )
    expect(text).toContain('A-1,Alpha Bikes,1,0,')
    expect(text).toContain(',119.0000 EUR,')
    expect(text).not.toContain('B-1')
  })

  test('keeps counting when people come and go and when a customer gets another name', async () => {
    await portal.signIn('cara@c.example', 'C-1', 'admin')
    await portal.signIn('carl@c.example', 'C-1', 'buyer')
    await database.query(
      `delete from memberships where user_id = (select id from users where email = 'carl@c.example')`,
    )
    await portal.ingest(invoice('I-3', 'C-1', 'Capek and Sons'))
    const { rows } = await database.query(
      `select a.number from account_overviews o join accounts a using (account_id) where
        o.members <> (select count(*) from memberships m where m.account_id = o.account_id)
        or o.invited <> (select count(*) from invitations i where i.account_id = o.account_id and i.accepted_at is null and i.revoked_at is null)
        or o.signed_in_at <> coalesce((select max(s.created_at) from sessions s where s.account_id = o.account_id), '-infinity')
        or o.name <> lower(a.name)`,
    )
    expect(rows).toEqual([])
  })
})

describe('A customer', () => {
  test('is made before any document names it, once, and gets its documents then', async () => {
    const body = { number: 'D-1', name: 'Delta Drives' }
    const made = await call(support, 'POST', '/customers', body)
    expect(made).toMatchObject({ status: 200, body: { number: 'D-1', flags: ['uninvited'], documents: [] } })
    expect((await call(support, 'POST', '/customers', { number: 'd-1', name: 'X' })).status).toBe(409)
    expect((await call(support, 'POST', '/customers', { number: 'D-2', name: 'a\u0007' })).status).toBe(400)
    await portal.ingest(invoice('I-9', 'D-1', 'Delta Drives'))
    expect((await show(support, 'D-1')).documents).toMatchObject([{ type: 'invoices', number: 'I-9' }])
    expect(await audit('account_added')).toMatchObject([{ user_id: support.id, details: { number: 'D-1' } }])
  })

  test('is given another name, language, time zone and rule, each in the audit with before and after', async () => {
    const path = `/customers/${await idOf('B-1')}`
    const change = { name: 'Beta Yachts', language: 'de', timeZone: 'Europe/Berlin', requiresSecondFactor: true }
    expect(await call(support, 'PUT', path, change)).toMatchObject({ status: 200, body: change })
    expect((await call(support, 'PUT', path, { timeZone: 'Nowhere/Land' })).status).toBe(400)
    expect((await call(support, 'PUT', path, { number: 'A-1' })).status).toBe(409)
    expect((await audit('account_renamed')).at(-1)).toMatchObject({
      ...{ user_id: support.id, details: { from: 'Beta Boats', to: 'Beta Yachts' } },
    })
    expect(await audit('account_changed')).toMatchObject([
      { user_id: support.id, details: { what: 'language', before: null, after: 'de' } },
      { details: { what: 'timeZone', before: null, after: 'Europe/Berlin' } },
    ])
    expect(await audit('second_factor_required')).toMatchObject([{ user_id: support.id }])
    const { events } = await show(support, 'B-1')
    expect(events[0]).toMatchObject({ by: 'Sue Support', byStaff: true })
  })

  test('goes by identifiers, each of one customer alone', async () => {
    const path = async (number: string) => `/customers/${await idOf(number)}/identifiers`
    const gln = { scheme: 'gln', value: '4012345000009' }
    expect(await call(support, 'POST', await path('A-1'), gln)).toMatchObject({
      body: { identifiers: [{ scheme: 'GLN', value: '4012345000009' }] },
    })
    expect((await call(support, 'POST', await path('B-1'), gln)).status).toBe(409)
    const removed = await call(support, 'DELETE', `${await path('A-1')}?scheme=GLN&value=4012345000009`)
    expect(removed).toMatchObject({ status: 200, body: { identifiers: [] } })
  })

  test('has an electronic address for e-invoices, which is checked and stands in them before its identifiers', async () => {
    const path = `/customers/${await idOf('A-1')}`
    const change = (scheme: string, value: string, person = support) =>
      call(person, 'PUT', path, { electronicAddress: { scheme, value } })
    expect((await change('9930', 'DE123456788', auditor)).status).toBe(403)
    for (const [scheme, value, field] of [
      ['4711', 'DE123456788', 'scheme'],
      ['0088', '4012345000008', 'value'],
      ['9930', 'DE 123', 'value'],
      ['EM', 'nobody', 'value'],
    ] as const)
      expect(await change(scheme, value)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    await call(support, 'POST', `${path}/identifiers`, { scheme: 'GLN', value: '4012345000009' })
    expect((await change('9930', ' DE123456788 ')).body.electronicAddress).toEqual({
      ...{ scheme: '9930', value: 'DE123456788' },
    })
    expect(await audit('account_changed')).toContainEqual(
      expect.objectContaining({
        user_id: support.id,
        details: { what: 'electronicAddress', before: null, after: '9930:DE123456788' },
      }),
    )
    const ann = await portal.login('ann@a.example')
    const endpoint = async () => {
      const { text } = await portal.get('/documents/invoices/E-1/eInvoice?syntax=ubl', ann)
      return /AccountingCustomerParty>.*?<cbc:EndpointID schemeID="(\d+)">([^<]+)</s.exec(text)?.slice(1)
    }
    await portal.ingest({
      ...invoice('E-1', 'A-1', 'Alpha Bikes'),
      ...{ invoiceKind: '380', issueDate: '2026-03-01', dueDate: '2026-04-01' },
      billTo: { name: 'Alpha Bikes', lines: ['12 Mill Lane'], city: 'Köln', postalCode: '50667', country: 'DE' },
      seller: { name: 'Nordhafen GmbH', lines: ['Hafen 1'], city: 'Hamburg', country: 'DE', taxNumber: 'DE123456788' },
      totals: { net: '100.00', tax: '19.00', gross: '119.00', open: '119.00' },
      taxes: [{ category: 'S', rate: '19', base: '100.00', amount: '19.00' }],
      lines: [
        { line: '1', name: 'Wheel', quantity: '1', unit: 'H87', unitPrice: '100.00', amount: '100.00', taxRate: '19' },
      ],
    })
    expect(await endpoint()).toEqual(['9930', 'DE123456788'])
    expect((await call(support, 'PUT', path, { electronicAddress: null })).body.electronicAddress).toBeNull()
    expect(await endpoint()).toEqual(['0088', '4012345000009'])
    await call(support, 'DELETE', `${path}/identifiers?scheme=GLN&value=4012345000009`)
  })

  test('has staff who look after it, and deputies; whoever is taken off sees nothing of it any more', async () => {
    const path = `/customers/${await idOf('B-1')}/staff/${sales.id}`
    expect((await call(support, 'PUT', path, { deputy: true })).body).toMatchObject({
      staff: [{ name: 'Sam Sales', deputy: true }],
    })
    expect((await call(sales, 'GET', `/customers/${await idOf('B-1')}`)).status).toBe(200)
    await call(support, 'PUT', path, { deputy: false })
    expect((await call(support, 'DELETE', path)).body).toMatchObject({ staff: [] })
    expect((await call(sales, 'GET', `/customers/${await idOf('B-1')}`)).status).toBe(404)
    expect((await call(support, 'DELETE', path)).status).toBe(404)
    expect((await call(support, 'PUT', path.replace(sales.id, randomUUID()), { deputy: false })).status).toBe(400)
    const changes = (await audit('staff_accounts_changed')).slice(-3)
    expect(changes.map(({ details }) => [details.before, details.after])).toEqual([
      [null, 'deputy'],
      ['deputy', 'manager'],
      ['manager', null],
    ])
  })

  test('has notes that staff write for each other, once when sent twice; an auditor writes none', async () => {
    const path = `/customers/${await idOf('A-1')}/notes`
    const note = { id: randomUUID(), text: 'Call before eight.' }
    for (const person of [sales, sales]) expect((await call(person, 'POST', path, note)).status).toBe(200)
    expect((await show(support, 'A-1')).notes).toMatchObject([{ by: 'Sam Sales', text: 'Call before eight.' }])
    expect((await call(auditor, 'POST', path, note)).status).toBe(403)
    expect((await call(sales, 'POST', `/customers/${await idOf('B-1')}/notes`, note)).status).toBe(404)
  })

  test('becomes part of another, after what moves was shown and its number was typed', async () => {
    await portal.ingest(invoice('I-20', 'E-1', 'Echo'), invoice('I-21', 'E-2', 'Echo Ltd'))
    await portal.signIn('eve@e.example', 'E-1', 'admin')
    const id = await idOf('E-1')
    await call(support, 'PUT', `/customers/${id}/staff/${sales.id}`, { deputy: false })
    await call(support, 'POST', `/customers/${id}/notes`, { id: randomUUID(), text: 'Twice in the ERP.' })
    const preview = await call(support, 'GET', `/customers/${id}/merge?into=E-2`)
    expect(preview.body).toMatchObject({
      ...{ from: { number: 'E-1' }, into: { number: 'E-2', name: 'Echo Ltd' } },
      ...{ documents: 1, duplicates: 0, people: 1, peopleInBoth: 0, notes: 1, staff: 1 },
    })
    for (const into of ['E-1', 'E-9'])
      expect((await call(support, 'GET', `/customers/${id}/merge?into=${into}`)).status).toBe(400)
    const merge = (confirm: string) => call(support, 'POST', `/customers/${id}/merge`, { into: 'E-2', confirm })
    expect(await merge('E-2')).toMatchObject({ status: 400, body: { errors: [{ field: 'confirm' }] } })
    expect(await merge('E-1')).toMatchObject({
      status: 200,
      body: { number: 'E-2', people: [{ email: 'eve@e.example' }], notes: [{ text: 'Twice in the ERP.' }] },
    })
    expect((await call(support, 'GET', `/customers/${id}`)).status).toBe(404)
    expect(await numbers(sales)).toEqual(['A-1', 'E-2'])
    expect((await audit('account_merged'))[0]).toMatchObject({
      user_id: support.id,
      details: { from: 'E-1', into: 'E-2' },
    })
  })
})
