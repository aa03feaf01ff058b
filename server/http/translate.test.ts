import { describe, expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()
await portal.database.owner.query(
  `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'Better Bikes')`,
)
const token = await portal.signIn('ada@example.com', 'C-1')
const requestIn = (language: string) => ({ token, headers: { 'accept-language': language } })
const get = async (url: string, language: string) => {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const reply = await portal.app.inject({ method: 'GET', url: `/api${url}`, headers })
  return { status: reply.statusCode, body: reply.json() as unknown }
}

describe('The server answers', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'Das haben wir nicht gefunden.'],
    ['fr', 'Nous n’avons pas trouvé cet élément.'],
    ['es-MX', 'No lo hemos encontrado.'],
    ['nl', 'We konden dit niet vinden.'],
    ['ar', 'لم نعثر على هذا العنصر.'],
    ['en', 'We could not find this.'],
    ['ja', 'We could not find this.'],
  ])('who asks in %s: %s', async (language, sentence) => {
    const { status, body } = await get('/documents/orders/none', language)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', message: expect.stringContaining(sentence) })
  })

  test('what is wrong with a field in the caller’s language', async () => {
    const { body } = await portal.call('PUT', '/profile/password', { ...requestIn('de'), body: { current: 'x' } })
    expect(body).toMatchObject({
      message: '„password“ fehlt.',
      errors: [{ field: 'password', message: '„password“ fehlt.' }],
    })
  })

  test('what was done in the caller’s language', async () => {
    const { body } = await portal.call('POST', '/auth/forgotPassword', {
      headers: { 'accept-language': 'nl' },
      body: { email: 'nobody@example.com' },
    })
    expect(body).toMatchObject({ message: expect.stringContaining('Als dit adres hier bekend is') })
  })

  test('what is wrong with a filter, from right to left', async () => {
    const { body } = await get('/documents/orders?from=2026-02-30', 'ar')
    expect(body).toMatchObject({ errors: [{ field: 'from', message: '«2026-02-30» ليس يومًا من أيام التقويم.' }] })
  })
})
