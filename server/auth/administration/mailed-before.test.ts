import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { tokenIn } from '#server/testing/portal.ts'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'
import { changeEmail, setPassword } from './users.ts'

/* What was mailed to a person before the operator changes how they sign in. */
const { portal, database, browser, person, now, mailedCode } = await signInTests()
const deps = {
  ...{ db: database.pools.server, clock: () => new Date(now()), newId: () => randomUUIDv7(), random: randomBytes },
}
const newPassword = 'another passphrase of mine'

async function resetLink(ada: Browser): Promise<string> {
  await ada.call('POST', '/auth/forgotPassword', { email: ada.person.email })
  return tokenIn((await portal.mails()).at(-1))
}
const useLink = (ada: Browser, token: string) =>
  ada.call('POST', '/auth/changePassword', { token, password: newPassword })

beforeEach(async () => {
  await portal.mails()
})

describe('A link to choose a new password', () => {
  test('opens nothing once the person has another e-mail; the next one, to that, does', async () => {
    const ada = browser(await person())
    const link = await resetLink(ada)
    const email = `new-${ada.person.email}`
    await changeEmail(deps, ada.person.email, email)
    expect(await useLink(ada, link)).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
    const after = browser({ ...ada.person, email })
    expect((await useLink(after, await resetLink(after))).status).toBe(200)
  })

  test('opens nothing once the operator has set a password', async () => {
    const ada = browser(await person())
    const link = await resetLink(ada)
    await setPassword(deps, { email: ada.person.email, password: 'what the operator has set' })
    expect((await useLink(ada, link)).status).toBe(400)
  })
})

describe('A mailed code', () => {
  test('signs nobody in once the person has another e-mail, to which they have the next one sent', async () => {
    const ada = browser(await person())
    await ada.signIn()
    await ada.call('POST', '/profile/secondFactor/email')
    await ada.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })
    await portal.mails()
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
    const code = await mailedCode()
    const email = `new-${ada.person.email}`
    await changeEmail(deps, ada.person.email, email)
    expect((await ada.submit(code)).body).toMatchObject({ TwoFactor: true })
    await ada.call('POST', '/auth/sendCode')
    const [mail] = await portal.mails()
    expect(mail?.to.address).toBe(email)
    expect((await ada.submit(/^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '')).body.token).toBeTruthy()
  })

  test('makes another e-mail no second factor', async () => {
    const ada = browser(await person())
    await ada.signIn()
    await ada.call('POST', '/profile/secondFactor/email')
    const code = await mailedCode()
    await changeEmail(deps, ada.person.email, `new-${ada.person.email}`)
    expect((await ada.call('PUT', '/profile/secondFactor/email', { code })).status).toBe(400)
  })
})
