import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* Forgotten passwords, second factors, passkeys and invitations. */

const nils = { email: 'nils@demo.example', password: 'early morning gravel bicycle' }
const asa = { email: 'asa@demo.example', password: 'quiet harbour lantern seventeen' }
const newPassword = 'lighthouse keepers read at night'

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
/** Passkeys need a host name, and links in mails lead to it. */
const address = portal.address.replace('127.0.0.1', 'localhost')

/** The part of the newest mail to an address that matches a pattern, once it has arrived. */
async function mailedText(to: string, pattern: RegExp): Promise<string> {
  const latestMatch = () =>
    portal
      .mails()
      .filter((mail) => mail.includes(to))
      .flatMap((mail) => pattern.exec(mail)?.[0] ?? [])
      .at(-1)
  await expect.poll(latestMatch, { timeout: 20_000 }).toBeDefined()
  return (latestMatch() ?? '').replace(portal.address, address)
}

async function signOut({ page, settled }: Visitor): Promise<void> {
  await settled()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function fillIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

/** Pastes into the focused field, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

describe('a forgotten password', () => {
  test('the answer to a known and an unknown address is the same, and the link of the mail changes the password', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    const answers: (string | null)[] = []
    for (const email of ['nobody@nowhere.example', nils.email]) {
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      answers.push(await page.locator('main').textContent())
      await someone.checkAccessibility('the link is sent')
      await page.getByRole('button', { name: 'Use another address' }).click()
    }
    expect(answers[0]).toBe(answers[1])

    const link = await mailedText(nils.email, /http:\S+\/changePassword#token=[\w-]+/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    expect(page.url()).toBe(`${address}/changePassword`)
    const field = page.getByLabel('New password')
    await field.fill('short')
    await page.getByText('10 more characters are needed.').waitFor()
    await field.fill(newPassword)
    await page.getByText('Long and hard to guess.').waitFor()
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(page, { ...nils, password: newPassword })
    await dashboard(page)

    const again = await visit(browser, address)
    await again.page.goto(link)
    await again.page.getByRole('link', { name: 'Request a new link' }).waitFor()
    expect(again.consoleErrors(/400/)).toEqual([])
    expect(someone.consoleErrors()).toEqual([])
    await again.leave()
    await someone.leave()
  })
})

describe('a second factor', () => {
  let someone: Visitor
  let secret = ''
  let recovery: string[] = []
  beforeAll(async () => {
    someone = await visit(browser, address)
  })
  afterAll(() => someone?.leave())

  test('an authenticator app is set up with its key and a first code; recovery codes are shown once', async () => {
    const { page } = someone
    await page.goto('/profile/security')
    await someone.signIn(asa.email, asa.password)
    await page.waitForURL('**/profile/security')
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const drawer = page.getByRole('dialog', { name: 'Authenticator app' })
    await drawer.getByRole('img', { name: /QR code/ }).waitFor()
    await someone.checkAccessibility('setting up an app')
    secret = ((await drawer.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
    await drawer.getByLabel('Digit 1 of 6').focus()
    await paste(page, ` ${generateSync({ secret })} `)
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    await codes.getByRole('listitem').first().waitFor()
    recovery = await codes.getByRole('listitem').allTextContents()
    expect(new Set(recovery).size).toBe(10)
    const download = page.waitForEvent('download')
    await codes.getByRole('button', { name: 'Download as text' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 codes are left').waitFor()
    expect(someone.consoleErrors()).toEqual([])
  })

  test('the next sign-in asks for a code: a wrong one asks again, the right one lets in where one wanted to go', async () => {
    const { page } = someone
    await signOut(someone)
    await page.goto('/orders')
    await fillIn(page, asa)
    await page.waitForURL('**/2fa')
    await page.getByRole('heading', { name: 'Verify it’s you' }).waitFor()
    await someone.checkAccessibility('the second factor')
    const next = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
    const wrong = String((Number(next) + 1) % 1_000_000).padStart(6, '0')
    const sent = page.waitForRequest('**/api/auth/submit2fa')
    await page.keyboard.type(wrong)
    expect((await sent).postDataJSON()).toEqual({ code: wrong })
    await page
      .getByRole('alert')
      .filter({ hasText: /4 tries left/ })
      .waitFor()
    await page.reload()
    await page.getByLabel('Digit 1 of 6').focus()
    await paste(page, `${next.slice(0, 3)} ${next.slice(3)}`)
    await page.waitForURL('**/orders')
    expect(someone.consoleErrors()).toEqual([])
  })

  test('a recovery code stands in for the phone, once', { tags: 'long' }, async () => {
    const { page } = someone
    await signOut(someone)
    const use = async () => {
      await fillIn(page, asa)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await use()
    await dashboard(page)
    await signOut(someone)
    await use()
    await page
      .getByText(/tries left/)
      .first()
      .waitFor()
    for (const _ of [1, 2, 3]) {
      await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
      const response = page.waitForResponse('**/api/auth/submit2fa')
      await page.getByRole('button', { name: 'Continue' }).click()
      await response
    }
    await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('This sign-in has taken too long or too many tries. Please sign in again.').waitFor()
    // Requests under way when the session ended are refused.
    expect(someone.consoleErrors(/40[01]/)).toEqual([])
  })

  test('a device that is to be remembered is not asked again, until it is forgotten', { tags: 'long' }, async () => {
    const { page } = someone
    await fillIn(page, asa)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery[1] ?? '')
    await page.getByLabel(/Do not ask again on this device/).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await dashboard(page)
    await signOut(someone)
    await fillIn(page, asa)
    await dashboard(page)
    await page.goto('/profile/security')
    await page.getByRole('button', { name: /^Forget / }).click()
    await page.getByText('No device is remembered.').waitFor()
    await signOut(someone)
    await fillIn(page, asa)
    await page.waitForURL('**/2fa')
  })
})

describe('a passkey', () => {
  test('is made, signs in without a password, and signs nobody in once it is removed', { tags: 'long' }, async () => {
    const someone = await visit(browser, address)
    const { page } = someone
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
    // Controls whether the browser suggests passkeys, because the virtual authenticator would accept at once.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => sessionStorage.getItem('suggests') === 'yes'
    })
    const suggests = (yes: boolean) =>
      page.evaluate((value) => sessionStorage.setItem('suggests', value), yes ? 'yes' : 'no')

    await page.goto('/profile/security')
    await someone.signIn(nils.email, newPassword)
    await page.waitForURL('**/profile/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel(/Name, such as the device/).fill('Laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('not used yet').waitFor()
    await someone.checkAccessibility('passkeys')

    await signOut(someone)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await dashboard(page)
    await page.goto('/profile/security')
    await page
      .getByText(/with passkey/)
      .first()
      .waitFor()

    await suggests(true)
    await someone.settled()
    await page.getByRole('button', { name: /Your account/ }).click()
    const signedInBySuggestion = page.waitForResponse('**/api/auth/passkey')
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    expect((await signedInBySuggestion).status()).toBe(200)
    await dashboard(page)

    await suggests(false)
    await page.goto('/profile/security')
    await page.getByRole('button', { name: /Remove Laptop/ }).click()
    await page.getByRole('dialog', { name: 'Remove Laptop' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkey yet.').waitFor()
    await signOut(someone)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'This passkey could not be used' }).waitFor()
    // Requests under way during the sign-out are refused.
    expect(someone.consoleErrors(/40[01]/)).toEqual([])
    await someone.leave()
  })
})

describe('colleagues', () => {
  test('an administrator invites somebody, who registers and sees no more than their role allows', {
    tags: 'long',
  }, async () => {
    const admin = await visit(browser, address)
    await admin.page.goto('/profile/company')
    await admin.signIn(nils.email, newPassword)
    await admin.page.waitForURL('**/profile/company')
    await admin.page.getByLabel('E-mail').fill('kim@demo.example')
    await admin.page.getByLabel('Role', { exact: true }).selectOption('logistics')
    await admin.page.getByRole('button', { name: 'Send the invitation' }).click()
    await admin.page.getByText(/can be accepted until/).waitFor()
    await admin.checkAccessibility('company')

    const kim = await visit(browser, address)
    await kim.page.goto(await mailedText('kim@demo.example', /http:\S+\/register#token=[\w-]+/))
    await kim.page.getByLabel('Your name').fill('Kim Ode')
    await kim.page.getByLabel('New password').fill('nine barges on a slow river')
    await kim.checkAccessibility('an invitation')
    await kim.page.getByRole('button', { name: 'Create account' }).click()
    await kim.page.getByText('Read and accept the terms to continue').waitFor()
    await kim.page.getByLabel('I accept the terms and conditions').check()
    await kim.page.getByRole('button', { name: 'Create account' }).click()
    await fillIn(kim.page, { email: 'kim@demo.example', password: 'nine barges on a slow river' })
    await dashboard(kim.page)
    await kim.page.goto('/profile/company')
    await kim.page.getByText('No address is known yet.').waitFor()
    await kim.settled()
    expect(await kim.page.getByRole('heading', { name: /People of|Invite/ }).count()).toBe(0)

    await admin.page.reload()
    const role = admin.page.getByLabel('Role of Kim Ode')
    await role.focus()
    await role.selectOption('admin')
    await admin.page.getByText('The role has been changed.').waitFor()
    // Whoever chooses by the arrow keys goes on from there.
    expect(await role.evaluate((select) => select === document.activeElement)).toBe(true)
    await kim.page.goto('/profile')
    await kim.page.getByRole('link', { name: 'Company' }).click()
    await kim.page.getByRole('heading', { name: /People of/ }).waitFor()
    await admin.page.getByRole('button', { name: /Remove Kim Ode/ }).click()
    const sure = admin.page.getByRole('dialog', { name: 'Remove Kim Ode' })
    await sure.getByRole('button', { name: 'Remove' }).click()
    await admin.page.getByLabel('Role of Kim Ode').waitFor({ state: 'detached' })
    expect(admin.consoleErrors()).toEqual([])
    // The new role invalidates the token with the old one: it is refused once, and renewed.
    expect(kim.consoleErrors(/401|isNotFound/)).toEqual([])
    await kim.leave()
    await admin.leave()
  })
})
