import { describe, expect, test } from 'vitest'
import { demoPeople } from '#database/seed/people.ts'
import { clientId, clientSecret, realProvider } from '#server/testing/identity.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { freePort } from './harness/portal.ts'
import { visit } from './harness/visitor.ts'

/* Single sign-on at a certified identity provider that runs beside the portal. */

const nils = { email: 'nils@demo.example', password: 'early morning gravel bicycle' }
const people = new Map<string, Record<string, unknown>>([
  ['nils there', { email: 'Nils@Demo.example', email_verified: true }],
  ['a stranger', { email: 'stranger@demo.example', email_verified: true }],
  ['ida there', { email: 'ida@demo.example', email_verified: true, name: 'Ida Vinther' }],
  ['not ida', { email: 'ida@demo.example', email_verified: false }],
  ['leila there', { email: 'leila@demo.example', email_verified: true }],
])

const port = await freePort()
const address = `http://localhost:${port}`
const provider = await realProvider(`${address}/api/auth/sso/callback`, people)
const button = { name: 'Continue with 127.0.0.1' }
const { portal, browser } = await openPortalAndBrowser({
  DEMO: 'auto',
  PORT: String(port),
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
})

describe('single sign-on', () => {
  test('signs in by one button and leads where one wanted to go; a stranger is told why not', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    provider.expect('a stranger')
    await page.goto('/orders')
    await page.getByRole('button', button).click()
    await page
      .getByText(/This sign-in is not known to the portal/)
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
    await someone.checkAccessibility('a refused single sign-on')

    await page.context().clearCookies({ domain: '127.0.0.1' })
    provider.expect('nils there')
    await page.getByRole('button', button).click()
    await page.waitForURL('**/orders')
    await page.goto('/profile/security')
    await page
      .getByText(/with single sign-on/)
      .first()
      .waitFor()
    await page.getByText('nils@demo.example', { exact: false }).first().waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('is unlinked and linked again in the profile', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.goto('/profile/security')
    await someone.signIn(nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    const link = page.getByRole('button', { name: 'Link your account' })
    await page.getByRole('button', { name: /^Remove the link to/ }).waitFor()
    expect(await link.count()).toBe(0)
    await page.getByRole('button', { name: /^Remove the link to/ }).click()
    const sure = page.getByRole('dialog', { name: /^Remove the link to/ })
    await sure.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Not linked yet.').waitFor()
    provider.expect('nils there')
    await link.click()
    await page.getByRole('button', { name: /^Remove the link to/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile/security')
    expect(await link.count()).toBe(0)
    await someone.checkAccessibility('linked to the provider')
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('that is somebody else’s is not linked, and the profile says why', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.goto('/profile/security')
    await someone.signIn('asa@demo.example', 'quiet harbour lantern seventeen')
    await page.waitForURL('**/profile/security')
    provider.expect('nils there')
    await page.getByRole('button', { name: 'Link your account' }).click()
    await page.getByText('is already linked to another person.', { exact: false }).waitFor()
    await page.getByText('Not linked yet.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile/security')
    await someone.checkAccessibility('an identity that could not be linked')
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('accepts an invitation without a password, and only as the person who was invited', async () => {
    const admin = await visit(browser, address)
    await admin.page.goto('/profile/company')
    await admin.signIn(nils.email, nils.password)
    await admin.page.waitForURL('**/profile/company')
    await admin.page.getByLabel('E-mail').fill('ida@demo.example')
    await admin.page.getByLabel('Role', { exact: true }).selectOption('logistics')
    await admin.page.getByRole('button', { name: 'Send the invitation' }).click()
    await admin.page.getByText(/can be accepted until/).waitFor()
    await admin.leave()
    const link = () =>
      portal
        .mails()
        .join('\n')
        .match(/http:\S+\/register#token=[\w-]+/)?.[0]
    await expect.poll(link, { timeout: 20_000 }).toBeDefined()

    const ida = await visit(browser, address)
    const { page } = ida
    const open = async () => {
      await page.goto(link()?.replace(portal.address, address) ?? '')
      await page.getByRole('heading', { name: /^Join / }).waitFor()
    }
    provider.expect('not ida')
    await open()
    await ida.checkAccessibility('an invitation with single sign-on')
    await page.getByRole('button', button).click()
    await page.getByText('Read and accept the terms to continue').waitFor()
    await page.getByLabel('I accept the terms and conditions').check()
    await page.getByRole('button', button).click()
    await page.getByText('Your sign-in there does not confirm the e-mail address').waitFor()

    await page.context().clearCookies({ domain: '127.0.0.1' })
    provider.expect('ida there')
    await open()
    await page.getByLabel('I accept the terms and conditions').check()
    await page.getByRole('button', button).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goto('/profile')
    await page.getByText('Ida Vinther').first().waitFor()
    await page.goto('/profile/security')
    await page.getByRole('link', { name: 'Choose a password' }).waitFor()
    expect(ida.consoleErrors()).toEqual([])
    await ida.leave()
  })

  test('asks whoever needs a second factor for the code that was mailed, whatever an earlier sign-in asked for', async () => {
    const account = demoPeople().find(({ email }) => email === 'leila@demo.example')?.memberships[0]?.account ?? ''
    portal.command(['account', 'require-second-factor', account, 'on'])
    const leila = await visit(browser, address)
    const { page } = leila
    await page.goto('/')
    // As a sign-in with a password leaves it that was given up at its second step.
    await page.evaluate(() => sessionStorage.setItem('secondFactor', '{"methods":["totp","recovery"]}'))
    provider.expect('leila there')
    await page.getByRole('button', button).click()
    await page.getByText('Your company requires a second factor.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Send another code' }).waitFor()
    expect(await page.getByRole('button', { name: 'Use a recovery code' }).count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('')
    await leila.checkAccessibility('the second factor of a single sign-on')
    const code = () => /^Subject: (\d{6})/m.exec(portal.mails().at(-1) ?? '')?.[1]
    await expect.poll(code, { timeout: 20_000 }).toBeDefined()
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type(code() ?? '')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(leila.consoleErrors()).toEqual([])
    await leila.leave()
  })
})
