import { beforeEach, describe, expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()
const { owner } = portal.database
await owner.query(`insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'Better Bikes')`)
const token = await portal.signIn('ada@example.com', 'C-1')
const other = await portal.signIn('ben@example.com', 'C-1')

type ProfileReply = { user: Record<string, unknown>; account: Record<string, unknown> }
const profile = async (accessToken = token) => (await portal.get('/profile', accessToken)).body as ProfileReply
const change = (body: object) => portal.call('PUT', '/profile/preferences', { token, body })
const requestReset = (email: string, language?: string) =>
  portal.call('POST', '/auth/forgotPassword', {
    body: { email },
    ...(language ? { headers: { 'accept-language': language } } : {}),
  })

beforeEach(async () => {
  await owner.query('update users set language = null, browser_language = null, time_zone = null, appearance = null')
  await owner.query('update accounts set language = null')
  await owner.query('delete from throttle_buckets')
  await portal.mails()
})

describe('A person', () => {
  test('chooses a language and a time zone, each by itself, and takes the language back', async () => {
    expect(await profile()).toMatchObject({ user: { language: null, browserLanguage: null, timeZone: null } })
    expect((await change({ language: 'de' })).status).toBe(200)
    await change({ timeZone: 'Europe/Berlin', browserLanguage: 'fr' })
    expect(await profile()).toMatchObject({
      user: { language: 'de', browserLanguage: 'fr', timeZone: 'Europe/Berlin' },
    })
    await change({ language: null })
    expect(await profile()).toMatchObject({
      user: { language: null, browserLanguage: 'fr', timeZone: 'Europe/Berlin' },
    })
    expect(await profile(other)).toMatchObject({ user: { language: null, timeZone: null } })
  })

  test('chooses how the portal looks, which other settings leave as it is', async () => {
    const appearance = { mode: 'darkMode', rtl: null, topMenu: true, density: 'compact' }
    expect(await profile()).toMatchObject({ user: { appearance: null } })
    expect((await change({ appearance })).status).toBe(200)
    await change({ timeZone: 'Europe/Berlin' })
    expect(await profile()).toMatchObject({ user: { appearance, timeZone: 'Europe/Berlin' } })
    expect(await profile(other)).toMatchObject({ user: { appearance: null } })
  })

  test('is told what of the looks cannot be', async () => {
    const appearance = { mode: 'pink', rtl: null, topMenu: true, density: 'compact' }
    expect((await change({ appearance })).status).toBe(400)
    expect((await change({ appearance: { mode: 'darkMode' } })).status).toBe(400)
    expect(await profile()).toMatchObject({ user: { appearance: null } })
  })

  test.each([{ language: 'tlh' }, { timeZone: 'Mars/Olympus' }, { timeZone: '+02:00' }, { colour: 'red' }])(
    'is told that %o cannot be',
    async (body) => {
      const reply = await change(body)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'invalid_input', errors: [{ field: Object.keys(body)[0] }] })
    },
  )

  test('a person who has chosen none is shown that of the account', async () => {
    await owner.query(`update accounts set language = 'nl'`)
    expect(await profile()).toMatchObject({ user: { language: null }, account: { language: 'nl' } })
    await requestReset('ada@example.com', 'fr')
    expect(await portal.mails()).toMatchObject([{ subject: 'Kies een nieuw wachtwoord voor Test portal' }])
  })

  test('a person who is not known gets the mail in the language of their request', async () => {
    await requestReset('ada@example.com', 'pt-BR, fr;q=0.5')
    expect(await portal.mails()).toMatchObject([{ subject: 'Choisissez un nouveau mot de passe pour Test portal' }])
  })
})
