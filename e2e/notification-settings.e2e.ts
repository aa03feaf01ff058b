import type { CDPSession, Locator, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const password = 'a passphrase of her own'
/** A mail server that no longer knows Ann's address. */
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _, done) =>
    done(address === 'ann@velo.example' ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null),
  onData: (stream, _, done) => void stream.resume().on('end', () => done()),
})
const smtpPort = await new Promise<number>((resolve) => {
  const listening = mailServer.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
})
afterAll(() => new Promise<void>((resolve) => mailServer.close(() => resolve())))
const { portal, browser } = await openPortalAndBrowser(
  { DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
  { complete: true },
)
let ann: Visitor
let key: string

beforeAll(async () => {
  key = portal.command(['key', 'create', '--name', 'erp', '--scope', 'ingest']).trim().split('\n').at(-1) ?? ''
  const lines = [{ line: '1', sku: 'BK-42', name: 'Bicycle', quantity: '2', unit: 'EA' }]
  await push({
    type: 'orders',
    number: 'SO-0',
    account: 'C-1001',
    accountName: 'Velo Werk GmbH',
    status: 'confirmed',
    lines,
  })
  const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1001', '--role', 'buyer']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address, { serviceWorkers: 'allow' })
  await ann.openSignedIn('/', 'ann@velo.example', password)
})

async function push(...documents: { type: string; number: string; account: string; [field: string]: unknown }[]) {
  const reply = await fetch(`${portal.address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  })
  expect(await reply.json()).toMatchObject({ errors: [] })
}

const cell = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

describe('how a person is told', () => {
  test('is a table of kinds and places; a mail comes at once or in the summary, and what is chosen stays', async () => {
    const { page } = ann
    await page.goto('/profile/notifications')
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await cell(page, 'Order on hold: Daily e-mail').waitFor()
    await expect.poll(() => cell(page, 'Order on hold: Daily e-mail').isChecked()).toBe(true)
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/settings'),
    )
    await cell(page, 'Order on hold: E-mail now').click()
    expect((await saved).status()).toBe(200)
    await expect.poll(() => cell(page, 'Order on hold: Daily e-mail').isChecked()).toBe(false)
    // At the top, so that no row half covered by the header counts as a target too small.
    await page.evaluate(() => scrollTo(0, 0))
    await ann.checkAccessibility('the settings of notifications')
    await page.reload()
    await cell(page, 'Order on hold: E-mail now').waitFor()
    await expect.poll(() => cell(page, 'Order on hold: E-mail now').isChecked()).toBe(true)
    // On a phone each kind names its channels in words, and opens to labelled checkboxes.
    await page.setViewportSize({ width: 390, height: 844 })
    const kind = page.locator('summary', { hasText: 'Order on hold' })
    await expect.poll(() => kind.textContent()).toMatch(/In the portal · E-mail now/)
    await kind.press('Enter')
    await cell(page, 'Order on hold: E-mail now').press('Space')
    await expect.poll(() => kind.textContent()).toMatch(/In the portal$/)
    await page.evaluate(() => scrollTo(0, 0))
    await ann.checkAccessibility('the settings of notifications on a phone')
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('keeps each of several choices that are made faster than they are saved', async () => {
    const hasty = await visit(browser, portal.address)
    const { page } = hasty
    await hasty.openSignedIn('/profile/notifications?settings=true', 'ann@velo.example', password)
    const names = ['Order confirmed: Push', 'Order completed: Daily e-mail', 'Order completed: Push'] as const
    const [first, second, third] = names.map((name) => cell(page, name)) as [Locator, Locator, Locator]
    await first.waitFor()
    const held: (() => void)[] = []
    await page.route('**/api/notifications/settings', async (route) => {
      if (route.request().method() === 'PUT') await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await first.click()
    await second.click()
    await expect.poll(() => held.length).toBe(1)
    // Meanwhile something is chosen on another device, and what comes has this page ask for the settings.
    await ann.page.goto('/profile/notifications?settings=true')
    const saved = ann.page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/settings'),
    )
    await cell(ann.page, 'Order on hold: Push').click()
    await saved
    await push({ type: 'orders', number: 'SO-1', account: 'C-1001', status: 'received' })
    await expect.poll(() => cell(page, 'Order on hold: Push').isChecked()).toBe(true)
    expect(await Promise.all([first, second].map((box) => box.isChecked()))).toEqual([true, true])
    held[0]?.()
    // The second choice leaves when the first is saved; the third is made of what is shown meanwhile.
    await expect.poll(() => held.length).toBe(2)
    await third.click()
    held[1]?.()
    await expect.poll(() => held.length).toBe(3)
    held[2]?.()
    await hasty.settled()
    await page.reload()
    await first.waitFor()
    expect(await Promise.all([first, second, third].map((box) => box.isChecked()))).toEqual([true, true, true])
    expect(hasty.consoleErrors()).toEqual([])
    await hasty.leave()
  })

  test('has quiet hours, by the clock of the browser where no other was chosen', async () => {
    const { page } = ann
    await page.getByRole('checkbox', { name: 'Set quiet hours' }).click()
    await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('20:00')
    const saved = page.waitForResponse(
      async (reply) =>
        reply.request().method() === 'PUT' &&
        reply.url().endsWith('/settings') &&
        (await reply.text()).includes('21:30'),
    )
    await page.getByLabel('From', { exact: true }).fill('21:30')
    await saved
    await page.getByRole('checkbox', { name: 'Set quiet hours' }).click()
  })

  test('follows a document from its page, mutes an item from its own, and takes both back in the settings', async () => {
    const { page } = ann
    await page.goto('/orders/SO-0')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page
      .getByRole('menuitem', { name: /^Follow/ })
      .or(page.getByRole('menuitemcheckbox', { name: /^Follow/ }))
      .click()
    // It shows at once and is saved a moment later; another page would break that off.
    await ann.settled()
    await page.goto('/itemTracker/BK-42')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page
      .getByRole('menuitem', { name: /^Mute/ })
      .or(page.getByRole('menuitemcheckbox', { name: /^Mute/ }))
      .click()
    await page.getByRole('button', { name: 'Muted' }).waitFor()
    await ann.checkAccessibility('an item that is muted')
    await ann.settled()
    await page.goto('/profile/notifications?settings=true')
    // The reply to each is the whole list: those to two at once could show the older list last.
    const steps: string[] = []
    const bothPressed = Promise.withResolvers<void>()
    await page.route('**/api/notifications/choices', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      steps.push('sent')
      await bothPressed.promise
      const response = await route.fetch()
      steps.push('saved')
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Stop following or muting SO-0' }).click()
    await page.getByRole('button', { name: 'Stop following or muting BK-42' }).click()
    bothPressed.resolve()
    await expect.poll(() => page.getByRole('button', { name: /^Stop following or muting/ }).count()).toBe(0)
    expect(steps).toEqual(['sent', 'saved', 'sent', 'saved'])
    await page.unroute('**/api/notifications/choices')
    expect(ann.consoleErrors()).toEqual([])
  })

  test('a link in a mail ends the mails, also for a person who is not signed in; one that is cut off says so', async () => {
    const stranger = await visit(browser, portal.address)
    await stranger.page.goto('/unsubscribe#abc')
    await stranger.page.getByRole('button', { name: 'Turn off e-mails' }).click()
    await stranger.page.getByText('This link is incomplete.').waitFor()
    await stranger.checkAccessibility('the end of mails')
    await stranger.page.context().close()
  })
})

describe('a person whose mails are refused', () => {
  test('reads so under the bell and on the first page of the profile, until the address is changed', async () => {
    const { page } = ann
    await page.goto('/profile')
    await page.getByText('ann@velo.example').first().waitFor()
    const response = await fetch(`${portal.address}/api/auth/forgotPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@velo.example' }),
    })
    expect(response.status).toBe(200)
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'The mail server of ann@velo.example refuses our e-mails' })
    await banner.waitFor()
    await page.getByRole('button', { name: /^Notifications \d+ new/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Our e-mails do not reach you/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await ann.checkAccessibility('the profile of a person whom no mail reaches')
    await banner.getByRole('link', { name: 'Request the change' }).click()
    await page.waitForURL('**/faq')
    portal.command(['user', 'email', 'ann@velo.example', 'ann@new.example'])
    await page.goto('/profile')
    await page.getByText('ann@new.example').first().waitFor()
    await ann.settled()
    await expect.poll(() => banner.count()).toBe(0)
    expect(ann.consoleErrors()).toEqual([])
  })
})

describe('a browser that is told', () => {
  let worker: CDPSession
  let registration: string

  test('shows what happened while no page asks, and a press opens the document', async () => {
    const { page } = ann
    const context = page.context()
    await context.grantPermissions(['notifications'], { origin: portal.address })
    // No browser vendor's push service is available here: this replaces its subscription, with only the two parts that
    // the page reads.
    await page.addInitScript(() => {
      const bytes = (length: number) => new Uint8Array(length).fill(4)
      PushManager.prototype.subscribe = async () =>
        ({
          endpoint: 'https://fcm.googleapis.com/fcm/send/hers',
          getKey: (name: string) => bytes(name === 'auth' ? 16 : 65).buffer,
        }) as unknown as PushSubscription
    })
    await page.goto('/profile/notifications?settings=true')
    for (const [label, nextLabel] of [
      ['Turn on push here', 'Turn off push here'],
      ['Turn off push here', 'Turn on push here'],
      ['Turn on push here', 'Turn off push here'],
    ] as const) {
      await page.getByRole('button', { name: label }).click()
      await page.getByRole('button', { name: nextLabel }).waitFor()
    }
    await page.getByText('Push is on in this browser.').waitFor()
    await page.reload()
    await page.getByText('Push is on in this browser.').waitFor()
    worker = await context.newCDPSession(page)
    const registrationFound = new Promise<string>((resolve) => {
      worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ownRegistration = registrations.find(({ scopeURL }) => scopeURL.startsWith(portal.address))
        if (ownRegistration) resolve(ownRegistration.registrationId)
      })
    })
    await worker.send('ServiceWorker.enable')
    registration = await registrationFound
    const message = {
      title: 'Order on hold',
      body: 'Order SO-0 is on hold.',
      path: '/orders/SO-0',
      tag: 'a',
      lang: 'en',
      dir: 'ltr',
    }
    const deliver = () =>
      worker.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: portal.address, registrationId: registration, data: JSON.stringify(message) },
      })
    const shown = () =>
      page.evaluate(async () => {
        const list = await (await navigator.serviceWorker.ready).getNotifications()
        return list.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    // A message delivered by this test interface is sometimes lost; with the same tag it is shown only once.
    const delivered = async () => {
      if ((await shown()).length === 0) await deliver()
      return shown()
    }
    await expect
      .poll(delivered, { interval: 500 })
      .toEqual([{ title: 'Order on hold', body: 'Order SO-0 is on hold.', tag: 'a' }])
    const serviceWorker = context.serviceWorkers()[0]
    const opened = await serviceWorker?.evaluate(async () => {
      const scope = self as unknown as {
        registration: { getNotifications: () => Promise<Notification[]> }
        clients: { openWindow: (url: string) => Promise<unknown> }
        dispatchEvent: (event: Event) => void
      }
      const [notification] = await scope.registration.getNotifications()
      return new Promise<string>((resolve) => {
        scope.clients.openWindow = async (url) => resolve(url)
        const { ExtendableEvent } = self as unknown as { ExtendableEvent: new (name: string) => Event }
        scope.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
      })
    })
    expect(opened).toBe(`${portal.address}/orders/SO-0`)
    await expect.poll(shown).toEqual([])
  })
})
