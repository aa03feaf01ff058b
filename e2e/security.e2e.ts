import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { startPortal } from './harness/portal.ts'
import { visit } from './harness/visitor.ts'

/* The sign-in and security pages: helpful fields, named passkeys, and the request to prove one's identity again. */

declare global {
  interface Window {
    /** The mediation of each passkey request of the page. */
    passkeyRequests: string[]
  }
}

const nils = { email: 'nils@demo.example', password: 'early morning gravel bicycle' }

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
const address = portal.address.replace('127.0.0.1', 'localhost')

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

describe('the sign-in', () => {
  test('is filled in by password managers and phones, shows the password, and tells of Caps Lock', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.goto('/')
    const email = page.getByLabel('E-mail')
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => email.getAttribute('autocomplete')).toBe('username webauthn')
    await expect.poll(() => password.getAttribute('autocomplete')).toBe('current-password')
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await password.focus()
    await page.keyboard.insertText('pasted passphrase')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await expect.poll(() => password.inputValue()).toBe('pasted passphrase')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await password.evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }))
    })
    await page.getByText('Caps Lock is on').waitFor()
    await someone.checkAccessibility('Caps Lock')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => password.inputValue()).toBe('')
    await page.goto('/changePassword#token=0000')
    expect(someone.consoleErrors(/400/)).toEqual([])
    await someone.leave()
  })

  test('says where passkeys work when the portal is opened under another name', { tags: 'long' }, async () => {
    const someone = await visit(browser, portal.address)
    const { page } = someone
    await page.goto('/')
    await page.getByText(`open ${address} to use them`).waitFor()
    expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await someone.openSignedIn('/profile/security', nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    await page.getByText(`open ${address} to use them`).waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('suggests passkeys again at once when the dialog of the button was closed', { tags: 'long' }, async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.addInitScript(() => {
      window.passkeyRequests = []
      PublicKeyCredential.isConditionalMediationAvailable = async () => true
      navigator.credentials.get = (options) => {
        const { mediation = 'optional', signal } = options ?? {}
        window.passkeyRequests.push(mediation)
        return new Promise((_, reject) => {
          const close = () => reject(new DOMException('Closed', 'NotAllowedError'))
          if (mediation === 'conditional') signal?.addEventListener('abort', close)
          else close()
        })
      }
    })
    const passkeyRequests = () => page.evaluate(() => window.passkeyRequests)
    await page.goto('/')
    await expect.poll(passkeyRequests).toEqual(['conditional'])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /passkey/ })
      .waitFor()
    await expect.poll(passkeyRequests).toEqual(['conditional', 'optional', 'conditional'])
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})

describe('how one signs in', () => {
  test('is changed only by a person who has lately shown that it is still they', async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await someone.openSignedIn('/profile/security', nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    // The server demands this after ten minutes; the server's own tests cover that clock.
    let refused = false
    await page.route('**/api/profile/secondFactor/totp', async (route) => {
      if (refused) return route.continue()
      refused = true
      const body = { message: 'Please show that it is you.', code: 'proof_needed', requestId: 'r' }
      await route.fulfill({ status: 403, json: body })
    })
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm your identity' })
    await question.getByLabel('Password', { exact: true }).waitFor()
    await someone.checkAccessibility('the question whether it is still they')
    await question.getByLabel('Password', { exact: true }).fill('not my password at all')
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.getByText('The password is not right.').waitFor()
    await question.getByLabel('Password', { exact: true }).fill(nils.password)
    await question.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('dialog', { name: 'Authenticator app' })
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    expect(someone.consoleErrors(/40[03]/)).toEqual([])
    await someone.leave()
  })

  test('is changed by two presses on a slow network: one proof is enough for both', async () => {
    const elsewhere = await visit(browser, address)
    await elsewhere.openSignedIn('/', nils.email, nils.password)
    const someone = await visit(browser, address)
    const { page } = someone
    await someone.openSignedIn('/profile/security', nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    const refusals: string[] = []
    const release = Promise.withResolvers<void>()
    for (const calls of ['**/api/profile/sessions/*', '**/api/profile/secondFactor/totp'])
      await page.route(calls, async (route) => {
        if (refusals.includes(calls)) return route.continue()
        refusals.push(calls)
        await release.promise
        const body = { message: 'Please show that it is you.', code: 'proof_needed', requestId: 'r' }
        await route.fulfill({ status: 403, json: body })
      })
    const ends = page.getByRole('button', { name: /^End the session on/ })
    await ends.first().waitFor()
    const before = await ends.count()
    await ends.first().click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expect.poll(() => refusals.length).toBe(2)
    release.resolve()
    const question = page.getByRole('dialog', { name: 'Confirm your identity' })
    await question.getByLabel('Password', { exact: true }).fill(nils.password)
    await someone.settled()
    await question.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('dialog', { name: 'Authenticator app' })
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => ends.count()).toBe(before - 1)
    expect(someone.consoleErrors(/403/)).toEqual([])
    await someone.leave()
    await elsewhere.leave()
  })

  test('a passkey gets another name', { tags: 'long' }, async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await addVirtualAuthenticator(page)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await someone.openSignedIn('/profile/security', nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel(/Name, such as the device/).fill('Laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    const panel = page.getByRole('dialog', { name: 'Rename Laptop' })
    await panel.getByLabel(/Name, such as the device/).fill('Desk in Malmö')
    await someone.checkAccessibility('a new name for a passkey')
    await panel.getByRole('button', { name: 'Save the name' }).click()
    await page.getByText('Desk in Malmö').first().waitFor()
    await panel.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('button', { name: 'Remove Desk in Malmö' }).waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('a password needs 15 characters alone, and 8 beside a second factor', { tags: 'long' }, async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await someone.openSignedIn('/profile/security', nils.email, nils.password)
    await page.waitForURL('**/profile/security')
    const change = async () => {
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByLabel('New password').fill('seven77')
    }
    await change()
    await page.getByText('8 more characters are needed.').waitFor()
    const mail = () => portal.mails().findLast((text) => /^Subject: \d{6} is your code/m.test(text))
    await page.getByRole('button', { name: 'Set up codes by e-mail' }).click()
    await expect.poll(mail, { timeout: 20_000 }).toBeDefined()
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type(/^Subject: (\d{6})/m.exec(mail() ?? '')?.[1] ?? '')
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('1 more character is needed.').waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})

describe('earlier sign-ins', () => {
  test('are listed with device, network and time', { tags: 'long' }, async () => {
    const someone = await visit(browser, address)
    const { page } = someone
    await page.goto('/profile/security')
    await page.getByLabel('E-mail').fill('leila@demo.example')
    await page.getByLabel('Password', { exact: true }).fill('seven pallets under the rain')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/profile/security')
    await page.getByText('Earlier sign-ins').click()
    await page.getByText('There are no earlier sign-ins.').waitFor()
    await someone.settled()
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await someone.openSignedIn('/profile/security', 'leila@demo.example', 'seven pallets under the rain')
    await page.waitForURL('**/profile/security')
    await page.getByText('Earlier sign-ins').click()
    await page.getByText(/Signed in on .+ from 127\.0\.0\.0\/24 · with password/).waitFor()
    await someone.checkAccessibility('earlier sign-ins')
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})

describe('terms that have changed', () => {
  test('are asked for at the next sign-in, before anything else, and once', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-kept-'))
    const kim = { email: 'kim@demo.example', password: 'nine barges on a slow river' }
    let ownPortal = await startPortal({ DEMO: 'auto', DATA_DIR: folder })
    const admin = await visit(browser, ownPortal.address)
    await admin.openSignedIn('/profile/company', nils.email, nils.password)
    await admin.page.waitForURL('**/profile/company')
    await admin.page.getByLabel('E-mail').fill(kim.email)
    await admin.page.getByRole('button', { name: 'Send the invitation' }).click()
    const link = () =>
      ownPortal
        .mails()
        .join('\n')
        .match(/http:\S+\/register#token=[\w-]+/)?.[0]
    await expect.poll(link, { timeout: 20_000 }).toBeDefined()
    await admin.leave()
    const newcomer = await visit(browser, ownPortal.address)
    await newcomer.page.goto(link() ?? '')
    await newcomer.page.getByLabel('Your name').fill('Kim Ode')
    await newcomer.page.getByLabel('New password').fill(kim.password)
    await newcomer.page.getByLabel('I accept the terms and conditions').check()
    await newcomer.page.getByRole('button', { name: 'Create account' }).click()
    await newcomer.signIn(kim.email, kim.password)
    await newcomer.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await newcomer.leave()
    await ownPortal.stop()

    writeFileSync(join(folder, 'terms.md'), '# Terms\n\nFrom today on everybody brings cake on Fridays.')
    ownPortal = await startPortal({ DEMO: 'auto', DATA_DIR: folder })
    const someone = await visit(browser, ownPortal.address)
    const { page } = someone
    await page.goto('/orders')
    await someone.signIn(kim.email, kim.password)
    await page.getByRole('heading', { name: 'The terms have changed' }).waitFor()
    await page.getByText('everybody brings cake').waitFor()
    expect(await page.getByRole('navigation', { name: /menu/i }).count()).toBe(0)
    await someone.checkAccessibility('terms that have changed')
    await page.reload()
    await page.getByRole('button', { name: 'Accept the terms' }).click()
    await page.getByRole('heading', { level: 1, name: /Sales orders/ }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /Sales orders/ }).waitFor()
    expect(ownPortal.command(['audit', '--user', kim.email])).toMatch(/terms_accepted/)
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
    await ownPortal.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
