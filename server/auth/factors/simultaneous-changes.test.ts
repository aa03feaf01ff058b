import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'

const { portal, browser, person, later, now, mailedCode } = await signInTests()

/** Signs in and sets up an authenticator app. */
async function withApp(client: Browser): Promise<void> {
  await client.signIn()
  const { secret } = (await client.call('POST', '/profile/secondFactor/totp')).body
  const code = generateSync({ secret, epoch: Math.floor(now() / 1000) })
  expect((await client.call('PUT', '/profile/secondFactor/totp', { code })).status).toBe(200)
}

async function withEmail(client: Browser): Promise<void> {
  await client.call('POST', '/profile/secondFactor/email')
  expect((await client.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })).status).toBe(200)
}

test('of recovery codes that are made in several tabs at once only the last ten are left', async () => {
  const ada = browser(await person())
  await withApp(ada)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.call('POST', '/profile/recoveryCodes')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await ada.call('GET', '/profile/secondFactor')).body).toMatchObject({ recoveryCodes: 10 })
})

test('an account that demands a second factor keeps one of two that are removed at the same moment', async () => {
  const people: Browser[] = []
  for (let count = 0; count < 6; count++) {
    const client = browser(await person())
    await withApp(client)
    await withEmail(client)
    later(30)
    people.push(client)
  }
  await portal.database.owner.query(`update accounts set requires_second_factor = true where number = 'C-1'`)
  for (const client of people) {
    const answers = await Promise.all([
      client.call('DELETE', '/profile/secondFactor/totp'),
      client.call('DELETE', '/profile/secondFactor/email'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await client.call('GET', '/profile/secondFactor')).body.methods).toHaveLength(1)
  }
})
