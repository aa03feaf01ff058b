import { afterEach, beforeAll, expect, test } from 'vitest'
import { clientId, clientSecret, realProvider } from '#server/testing/identity.ts'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { freePort } from '../harness/portal.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* The supplier's people sign in to the console at an identity provider that runs beside the portal. */

const both = { email_verified: true, amr: ['pwd', 'mfa'] }
const people = new Map<string, Record<string, unknown>>([
  ['olga', { ...both, email: 'olga@supplier.example', name: 'Olga Owner', groups: ['Portal owners'] }],
  ['pia', { ...both, email: 'pia@supplier.example', name: 'Pia Password', groups: ['Portal owners'], amr: ['pwd'] }],
  ['stranger', { ...both, email: 'stranger@supplier.example', groups: ['Everybody'] }],
])
const port = await freePort()
const address = `http://localhost:${port}`
const provider = await realProvider(`${address}/api/console/sso/callback`, people)
const { portal, browser } = await openPortalAndBrowser({
  DEMO: 'off',
  PORT: String(port),
  STAFF_OIDC_ISSUER: provider.issuer,
  STAFF_OIDC_CLIENT_ID: clientId,
  STAFF_OIDC_CLIENT_SECRET: clientSecret,
  STAFF_OIDC_GROUPS: 'owner=Portal owners, support=Inside sales',
})
let olga: Visitor
beforeAll(async () => {
  olga = await visit(browser, address)
})
afterEach(() => expect(olga.consoleErrors(/401|403/)).toEqual([]))
const button = { name: 'Continue with 127.0.0.1' }

test('whoever is in no group, or has shown one factor, is told why they do not get in', async () => {
  for (const [who, why] of [
    ['stranger', /None of your groups/],
    ['pia', /did not say that it asked for a second factor/],
  ] as const) {
    const someone = await visit(browser, address)
    provider.expect(who)
    await someone.page.goto('/console/')
    await someone.page.getByRole('link', button).press('Enter')
    await someone.page.getByText(why).waitFor()
    await someone.checkAccessibility(`the sign-in of ${who}`)
    await someone.leave()
  }
})

test('signs in by one key and leads to the page that was opened, with the role of the group', async () => {
  const { page } = olga
  provider.expect('olga')
  await page.goto('/console/sessions')
  await page.getByRole('link', button).waitFor()
  await olga.checkAccessibility('the sign-in with a provider')
  await page.getByRole('link', button).press('Enter')
  await page.waitForURL('**/console/sessions')
  await page.getByText('You sign in through 127.0.0.1').waitFor()
  await olga.checkAccessibility('how one signs in')
  await page.goto('/console/staff')
  await page.getByText('The groups at the identity provider decide this role.').waitFor()
  await olga.checkAccessibility('staff by groups')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await olga.checkAccessibility('staff by groups, in the dark')
})

test('shows again at the provider that it is still they, without losing what was typed', async () => {
  const { page } = olga
  await page.goto('/console/staff')
  await page.getByLabel('E-mail').fill('new@supplier.example')
  await page.getByRole('button', { name: 'Send invitation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.waitFor()
  await olga.checkAccessibility('the proof at a provider')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', button).press('Enter')
  const window = await opened
  await window.getByText('That is settled.').waitFor()
  await window.close()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('new@supplier.example').waitFor()
})

test('the sign-in holds on a phone and from right to left', async () => {
  const someone = await visit(browser, address, { viewport: { width: 390, height: 844 } })
  const { page } = someone
  await page.goto('/console/?signOn=noRole')
  await page.getByText(/None of your groups/).waitFor()
  await someone.checkAccessibility('the sign-in on a phone')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await someone.settled()
  await someone.checkAccessibility('the sign-in in Arabic')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await someone.leave()
})

test('an owner who was invited still signs in without the provider', async () => {
  const password = 'a passphrase of their own'
  const local = await joinConsole({ portal, browser, email: 'break@supplier.example', name: 'Break Glass', password })
  await local.page.goto('/console/sessions')
  await local.page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await local.leave()
})
