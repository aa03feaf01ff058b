import { encode } from 'fast-png'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Customers see the face of who answers them. */

const instant = '2026-03-10T09:00:00Z'
const portal = await testPortal(instant)
const desk = consoleOf(portal, () => new Date(instant))
const png = (shade: number) =>
  Buffer.from(encode({ width: 2, height: 2, data: new Uint8Array(12).fill(shade), channels: 3 }))

type Person = { cookie: string; id: string }
let owner: Person
let sam: Person
let sue: Person
let alpha: string
let beta: string
beforeAll(async () => {
  const order = { type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const
  const salesperson = { name: 'Sam Sales', email: 'Sam@supplier.example' }
  await portal.ingest(
    { ...order, number: 'O-1', account: 'A-1', salesperson },
    { ...order, number: 'O-2', account: 'B-1' },
    { ...order, number: 'O-3', account: 'C-1', salesperson: { name: 'Sam by name alone' } },
  )
  owner = await desk.join('olga@supplier.example', 'owner', 'Olga Owner')
  sam = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  sue = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  alpha = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  beta = await portal.signIn('bob@b.example', 'B-1', 'buyer')
})

const set = (id: string, cookie: string, body: Buffer = png(40)) =>
  desk.call('PUT', `/staff/${id}/picture`, { cookie, body })
const contactOf = async (token: string) => ((await portal.get('/dashboard', token)).body as Dashboard).contact
const pictureFor = (token: string) =>
  portal.app.inject({ url: '/api/dashboard/contact/picture', headers: { authorization: `Bearer ${token}` } })

describe('The photograph of a member of staff', () => {
  test('is set by themselves or an owner, and by nobody else', async () => {
    expect((await set(sam.id, sue.cookie)).status).toBe(403)
    expect((await desk.call('DELETE', `/staff/${sam.id}/picture`, { cookie: sue.cookie })).status).toBe(403)
    expect((await set(sam.id, sam.cookie)).status).toBe(200)
    expect((await set(sue.id, owner.cookie)).status).toBe(200)
    const { body } = await desk.call('GET', '/sessions', { cookie: sam.cookie })
    expect(body.pictureAt).toBe(instant)
    const { body: log } = await desk.call('GET', '/audit?act=staff_picture_set', { cookie: owner.cookie })
    expect(log.entries.map(({ by }: { by: { name: string } }) => by.name).toSorted()).toEqual([
      'Olga Owner',
      'Sam Sales',
    ])
  })

  test('is a picture and nothing else, of somebody who is there', async () => {
    expect((await set(sam.id, sam.cookie, Buffer.from('<svg/>'))).status).toBe(400)
    expect((await set(sam.id, sam.cookie, Buffer.alloc(1_048_577))).status).toBe(413)
    expect((await set('018f0000-0000-7000-8000-00000000ffff', owner.cookie)).status).toBe(404)
    const hidden = Buffer.concat([png(40), Buffer.from('where it was taken')])
    expect((await set(sam.id, sam.cookie, hidden)).status).toBe(200)
    const shown = await portal.app.inject({
      url: `/api/console/staff/${sam.id}/picture`,
      cookies: { console: sue.cookie },
    })
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload.includes('where it was taken')).toBe(false)
  })

  test('is seen by customers whose contact they are, and by no other', async () => {
    expect(await contactOf(alpha)).toMatchObject({ name: 'Sam Sales', pictureAt: instant })
    const picture = await pictureFor(alpha)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await contactOf(beta)).toBeNull()
    expect((await pictureFor(beta)).statusCode).toBe(404)
    const gamma = await portal.signIn('cas@c.example', 'C-1', 'buyer')
    expect(await contactOf(gamma)).toMatchObject({ name: 'Sam by name alone', pictureAt: null })
    expect((await pictureFor(gamma)).statusCode).toBe(404)
  })

  test('is that of whoever looks after a customer whose documents name nobody, and not of a deputy', async () => {
    const { body } = await desk.call('GET', '/customers?text=B-1', { cookie: owner.cookie })
    const customer = body.customers[0].id
    const assign = (person: Person, deputy: boolean) =>
      desk.call('PUT', `/customers/${customer}/staff/${person.id}`, { cookie: owner.cookie, body: { deputy } })
    expect((await assign(sam, true)).status).toBe(200)
    expect(await contactOf(beta)).toBeNull()
    expect((await assign(sue, false)).body.staff).toMatchObject([
      { name: 'Sue Support', pictureAt: instant },
      { name: 'Sam Sales', deputy: true },
    ])
    expect(await contactOf(beta)).toMatchObject({ name: 'Sue Support', email: 'sue@supplier.example', away: null })
    expect((await pictureFor(beta)).statusCode).toBe(200)
  })

  test('is forgotten', async () => {
    expect((await desk.call('DELETE', `/staff/${sue.id}/picture`, { cookie: sue.cookie })).status).toBe(200)
    expect((await desk.call('DELETE', `/staff/${sue.id}/picture`, { cookie: sue.cookie })).status).toBe(404)
    expect(await contactOf(beta)).toMatchObject({ name: 'Sue Support', pictureAt: null })
    expect((await pictureFor(beta)).statusCode).toBe(404)
  })
})
