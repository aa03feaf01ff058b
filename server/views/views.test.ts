import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxViews, type SavedView } from '#contract/views.ts'
import { withAccount } from '#database/transaction.ts'
import { testPortal } from '../testing/portal.ts'
import { withoutIds } from '../testing/without-ids.ts'

const portal = await testPortal()
let ann: string
let bob: string
let lou: string
let eve: string
beforeAll(async () => {
  await portal.database.owner.query(
    `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'Better Bikes'), (gen_random_uuid(), 'C-2', 'Good Gears')`,
  )
  ann = await portal.signIn('ann@better.example', 'C-1')
  bob = await portal.signIn('bob@better.example', 'C-1', 'buyer')
  lou = await portal.signIn('lou@better.example', 'C-1', 'logistics')
  eve = await portal.signIn('eve@gears.example', 'C-2')
})

const state = 'period=this_month&columns=number,gross&density=compact&sort=-gross'
const views = async (token: string, query = '') =>
  ((await portal.get(`/views${query}`, token)).body as { views: SavedView[] }).views
const save = <Body = { message: string; errors?: unknown }>(token: string, name: string, more: object = {}) =>
  portal.call<Body>('POST', '/views', { token, body: { type: 'orders', name, state, ...more } })
const saved = async (token: string, name: string, more: object = {}) => {
  const reply = await save<SavedView>(token, name, more)
  expect([name, reply.status]).toEqual([name, 200])
  return reply.body
}
const change = (token: string, { id }: SavedView, body: object) => portal.call('PUT', `/views/${id}`, { token, body })
const remove = (token: string, { id }: SavedView) => portal.call('DELETE', `/views/${id}`, { token })
const actions = async () =>
  (
    await portal.database.owner.query<{ action: string }>(
      `select action from audit_log where action like '%view%' order by at, id`,
    )
  ).rows.map((row) => row.action)

describe('a saved view', () => {
  test('is found again by the person who saved it, with all that makes the list, and by nobody else', async () => {
    const view = await saved(bob, '  My   month ')
    expect(view).toMatchObject({
      name: 'My month',
      state,
      shared: false,
      own: true,
      changeable: true,
      isDefault: false,
    })
    expect(view.author).toBe('bob@better.example')
    expect(await views(bob, '?type=orders')).toEqual([view])
    expect(await views(bob, '?type=quotes')).toEqual([])
    expect(await views(ann)).toEqual([])
    expect((await change(ann, view, { name: 'Hers' })).status).toBe(404)
    expect((await remove(ann, view)).status).toBe(404)
    expect((await remove(bob, view)).status).toBe(200)
    expect(await views(bob)).toEqual([])
  })

  test('is renamed, changed and moved by the person who saved it', async () => {
    const first = await saved(bob, 'First')
    const second = await saved(bob, 'Second')
    expect([first.position, second.position]).toEqual([0, 1])
    expect((await change(bob, first, { position: 2, name: 'Last', state: 'open=true' })).body).toMatchObject({
      name: 'Last',
      state: 'open=true',
      position: 2,
      shared: false,
    })
    expect((await views(bob)).map((view) => view.name)).toEqual(['Second', 'Last'])
    for (const view of [first, second]) await remove(bob, view)
  })

  test('has a name that no other of one’s views of the type has, whatever its case', async () => {
    const view = await saved(bob, 'Late ones')
    expect(await save(bob, 'late ONES')).toMatchObject({ status: 409, body: { errors: [{ field: 'name' }] } })
    const other = await saved(bob, 'Late ones', { type: 'quotes' })
    const hers = await saved(ann, 'Late ones')
    const second = await saved(bob, 'Others')
    expect((await change(bob, second, { name: 'Late Ones' })).status).toBe(409)
    for (const savedView of [view, other, second]) await remove(bob, savedView)
    await remove(ann, hers)
  })

  test('that a colleague shares tells no amount to those who may not see any, and everything else', async () => {
    const priced = 'period=this_month&over=7193.37&q=pump%20over:500&under=9000&sort=-keyDate'
    const view = await saved(ann, 'Great ones', { state: priced, shared: true })
    const stateFor = async (token: string) => (await views(token)).find(({ id }) => id === view.id)?.state
    expect(await stateFor(bob)).toBe(priced)
    expect(await stateFor(lou)).toBe('period=this_month&q=pump&sort=-keyDate')
    expect(withoutIds((await portal.get('/views', lou)).text)).not.toMatch(/7193|500|9000/)
    await remove(ann, view)
  })

  test('that shows a currency, or the greatest or smallest amounts first, opens for those who may not see any, too', async () => {
    for (const sort of ['gross', '-gross']) {
      const view = await saved(ann, 'Great ones', {
        state: `period=this_month&currency=EUR&sort=${sort}`,
        shared: true,
      })
      expect((await views(bob))[0]?.state).toBe(`period=this_month&currency=EUR&sort=${sort}`)
      const seen = (await views(lou))[0]?.state
      expect((await portal.get(`/documents/orders?${seen}`, lou)).status).toBe(200)
      expect(seen).toBe('period=this_month')
      await remove(ann, view)
    }
  })

  test.each([
    ['an empty name', { name: '   ' }, 'name'],
    ['a name with a control character', { name: 'a\u0007b' }, 'name'],
    ['a name that turns its reading direction', { name: 'a\u202eb' }, 'name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['a state that no address has', { state: 'q=two words' }, 'state'],
    ['a state longer than an address', { state: 'x'.repeat(2001) }, 'state'],
    ['an unknown type', { type: 'letters' }, 'type'],
    ['an unknown property', { colour: 'red' }, 'colour'],
  ])('with %s is refused by name', async (_, wrong, field) => {
    const reply = await save(bob, 'Right', wrong)
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ field }]])
  })

  test('of invoices is not offered to somebody who sees none', async () => {
    const shared = await saved(ann, 'Overdue', { type: 'invoices', shared: true })
    expect(await views(lou)).toEqual([])
    expect((await save(lou, 'Mine', { type: 'invoices' })).status).toBe(404)
    expect(
      (await portal.call('PUT', '/views/default', { token: lou, body: { type: 'invoices', id: shared.id } })).status,
    ).toBe(404)
    await remove(ann, shared)
  })

  test('has room for fifty of one’s own', async () => {
    const many = await Promise.all(Array.from({ length: maxViews.own + 3 }, (_, index) => save(bob, `Number ${index}`)))
    expect(many.filter((reply) => reply.status === 200)).toHaveLength(maxViews.own)
    expect(many.find((reply) => reply.status === 409)?.body.message).toContain('delete one of them first')
    for (const view of await views(bob)) await remove(bob, view)
  })
})

describe('a shared view', () => {
  test('is everybody’s in the account to use, and only its author’s and an admin’s to change', async () => {
    const view = await saved(bob, 'Team', { shared: true })
    expect(await views(lou)).toMatchObject([
      { id: view.id, own: false, changeable: false, author: 'bob@better.example' },
    ])
    expect(await views(ann)).toMatchObject([{ id: view.id, own: false, changeable: true }])
    expect(await views(eve)).toEqual([])
    expect((await change(lou, view, { name: 'Ours' })).status).toBe(403)
    expect((await remove(lou, view)).status).toBe(403)
    expect((await change(ann, view, { shared: false })).status).toBe(403)
    expect((await change(ann, view, { name: 'The team' })).body).toMatchObject({ name: 'The team', own: false })
    expect((await save(ann, 'the TEAM', { shared: true })).status).toBe(409)
    expect((await change(bob, view, { shared: false })).status).toBe(200)
    expect(await views(lou)).toEqual([])
    expect((await remove(bob, view)).status).toBe(200)
  })

  test('goes on working when its author has left the account', async () => {
    const view = await saved(bob, 'Legacy', { shared: true })
    const own = await saved(bob, 'Secret plans')
    await portal.call('PUT', '/views/default', { token: lou, body: { type: 'orders', id: view.id } })
    const member = decodeJwt(bob).sub
    expect((await portal.call('DELETE', `/profile/company/members/${member}`, { token: ann })).status).toBe(200)
    const withoutOrder = 'period=this_month&columns=number,gross&density=compact'
    expect(await views(lou)).toMatchObject([{ id: view.id, author: null, isDefault: true, state: withoutOrder }])
    expect((await views(ann)).map((savedView) => savedView.id)).not.toContain(own.id)
    expect((await remove(ann, view)).status).toBe(200)
    expect(await views(lou)).toEqual([])
    bob = await portal.signIn('bea@better.example', 'C-1', 'buyer')
  })

  test('leaves a trace in the audit log, a private one does not', async () => {
    const before = (await actions()).length
    const view = await saved(bob, 'Traced')
    await change(bob, view, { name: 'Renamed' })
    await change(bob, view, { shared: true })
    await change(ann, view, { state: 'open=true' })
    await remove(ann, view)
    expect((await actions()).slice(before)).toEqual(['view_shared', 'shared_view_changed', 'shared_view_deleted'])
  })
})

describe('the view that a list opens with', () => {
  const choose = (token: string, id: string | null, type = 'orders') =>
    portal.call('PUT', '/views/default', { token, body: { type, id } })

  test('is each person’s own choice, one for each type', async () => {
    const team = await saved(ann, 'Team', { shared: true })
    const mine = await saved(bob, 'Mine')
    expect((await choose(bob, team.id)).status).toBe(200)
    expect((await choose(bob, mine.id)).status).toBe(200)
    const chosen = async (token: string) =>
      (await views(token)).filter((savedView) => savedView.isDefault).map((one) => one.name)
    expect([await chosen(bob), await chosen(ann)]).toEqual([['Mine'], []])
    expect((await choose(ann, mine.id)).status).toBe(404)
    expect((await choose(bob, mine.id, 'quotes')).status).toBe(404)
    expect((await choose(eve, team.id)).status).toBe(404)
    expect((await choose(bob, null)).status).toBe(200)
    expect(await chosen(bob)).toEqual([])
    await choose(bob, mine.id)
    await remove(bob, mine)
    expect(await chosen(bob)).toEqual([])
    await remove(ann, team)
  })

  test('is known to the address of its list alone, as long as there is one', async () => {
    const cookieOf = async () => {
      const headers = { authorization: `Bearer ${bob}` }
      return (await portal.app.inject({ url: '/api/views?type=orders', headers })).headers['set-cookie']
    }
    const view = await saved(bob, 'First')
    await choose(bob, view.id)
    expect(await cookieOf()).toBe(`defaultView=${encodeURIComponent(state)}; Path=/orders; HttpOnly; SameSite=Lax`)
    await remove(bob, view)
    expect(await cookieOf()).toMatch(/^defaultView=; Max-Age=0; Path=\/orders;/)
  })
})

test('under row-level security the server itself sees the views of one account at a time', async () => {
  await saved(ann, 'Hers')
  const { server: db } = portal.database.pools
  const accountId = String(decodeJwt(eve).acc)
  expect((await db.query('select from saved_views')).rowCount).toBe(0)
  const seen = await withAccount(db, accountId, (client) => client.query('select from saved_views'))
  expect(seen.rowCount).toBe(0)
})
