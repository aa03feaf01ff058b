import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* Staff join and sign in with passkeys, and are asked for one before what is dangerous. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
/** Passkeys work at the portal's own address alone. */
const address = portal.address.replace('127.0.0.1', 'localhost')
let kim: Visitor

/** Adds a virtual authenticator whose user is always present and verified. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The next of these calls is refused as the server does after ten minutes; its own tests cover that clock. */
async function refuseOnce(page: Page, path: string, method: string): Promise<void> {
  let refused = false
  await page.route(`**/api/console${path}`, async (route) => {
    if (refused || route.request().method() !== method) return route.continue()
    refused = true
    await route.fulfill({ status: 403, json: { message: 'Show it first.', code: 'proof_needed', requestId: 'r' } })
  })
}

beforeAll(async () => {
  const printed = portal.command(['staff', 'invite', 'kim@supplier.example', '--role', 'owner'])
  kim = await visit(browser, address)
  await addVirtualAuthenticator(kim.page)
  await kim.page.goto(/\/console\/invitation#token=\S+/.exec(printed)?.[0] ?? '')
})

test('somebody who is invited joins with a passkey and nothing else, or chooses password and app', async () => {
  const { page } = kim
  await page.getByText('You need no password').waitFor()
  await kim.checkAccessibility('joining with a passkey')
  await page.getByRole('button', { name: 'Use password and app instead' }).click()
  await page.getByLabel('New password').waitFor()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByLabel('Your name').fill('Kim Key')
  await page.getByRole('button', { name: 'Join with a passkey' }).click()
  await page.getByText('Nothing needs attention').waitFor()
  expect(kim.consoleErrors()).toEqual([])
})

test('a passkey gets another name, and a lone one stays', async () => {
  const { page } = kim
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  await page.getByRole('button', { name: 'Rename Passkey' }).click()
  await page.getByLabel('Name, such as the device it is on').fill('Work laptop')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Work laptop').first().waitFor()
  await kim.checkAccessibility('the passkeys of staff')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Work laptop' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await page.getByText('This passkey is your only way in').waitFor()
  expect(kim.consoleErrors(/status of 409/)).toEqual([])
})

test('what is dangerous asks for a factor first, then goes on; nothing that was typed is lost', async () => {
  const { page } = kim
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByLabel('E-mail').fill('ben@supplier.example')
  await refuseOnce(page, '/staff', 'POST')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await kim.checkAccessibility('the question whether it is still they')
  // Whoever gives up finds everything as it was.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ben@supplier.example')
  await page.unroute('**/api/console/staff')
  await refuseOnce(page, '/staff', 'POST')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await question.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByText('ben@supplier.example').waitFor()
  expect(kim.consoleErrors(/status of 403/)).toEqual([])
})

test('the question is readable in the dark, in Arabic and on a phone', async () => {
  const { page } = kim
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await refuseOnce(page, '/keys', 'POST')
  await page.getByLabel('الاسم').fill('ERP')
  await page.getByLabel('إرسال المستندات والملفات والأحداث').check()
  await page.getByRole('button', { name: 'إنشاء مفتاح' }).click()
  const question = page.getByRole('dialog', { name: 'تأكيد هويتك' })
  await question.getByRole('button', { name: 'استخدام مفتاح مرور' }).waitFor()
  await kim.checkAccessibility('the question in Arabic on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await question.getByRole('button', { name: 'استخدام مفتاح مرور' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByText('يُعرض هذه المرة فقط').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('اللغة').selectOption('en')
})

test('a member of staff signs in with the passkey alone', async () => {
  const { page } = kim
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  await kim.checkAccessibility('the sign-in with a passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Kim Key').first().waitFor()
  await page.getByRole('link', { name: 'Staff', exact: true }).waitFor()
})
