import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import { freePort, startPortal } from '../harness/portal.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/*
 * Two portals of one supplier, each with a PostgreSQL of its own: an ERP that knows one of them, and a person who has an
 * account in each and one password.
 */

const folder = mkdtempSync(join(tmpdir(), 'regions-'))
const file = join(folder, 'regions.json')
// Two hosts, as two regions have: browsers keep cookies by host, whatever the port is.
const [euPort, usPort] = [await freePort(), await freePort()]
const [euAddress, usAddress] = [`http://127.0.0.1:${euPort}`, `http://localhost:${usPort}`]
const directory = {
  regions: { eu: { address: euAddress, title: 'Europe' }, us: { address: usAddress, title: 'Americas' } },
  accounts: { us: ['US-*'] },
  otherAccounts: 'eu',
}
writeFileSync(file, JSON.stringify(directory))
const environmentOf = (region: 'eu' | 'us') => ({
  ...{
    DEMO: 'off',
    REGIONS: file,
    REGION: region,
    REGION_SECRET: 'a-secret-that-both-regions-of-this-test-know',
  },
  ...(region === 'eu'
    ? { PORT: String(euPort), PUBLIC_URL: euAddress, BRAND_NAME: 'Supplier Europe' }
    : { PORT: String(usPort), PUBLIC_URL: usAddress, BRAND_NAME: 'Supplier Americas' }),
})
const [{ portal: eu, browser }, us] = await Promise.all([
  openPortalAndBrowser(environmentOf('eu')),
  startPortal(environmentOf('us')),
])
afterAll(async () => {
  await us.stop()
  rmSync(folder, { recursive: true, force: true })
})

const email = 'ann@customer.example'
const password = 'one passphrase for both'
let ann: Visitor
beforeAll(async () => {
  ann = await visit(browser, euAddress)
})

describe('An ERP and a person who know one of two regions', () => {
  test('the ERP sends everything there, and each order comes to the region of its customer', async () => {
    const key = eu.command(['key', 'create', '--name', 'erp']).trim().split('\n').at(-1)
    const order = (number: string, account: string, accountName: string) =>
      JSON.stringify({ type: 'orders', number, account, accountName, status: 'confirmed', issueDate: '2026-03-01' })
    const reply = await fetch(`${euAddress}/api/ingest/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: [order('SO-EU', 'C-1', 'Velo Werk GmbH'), order('SO-US', 'US-1', 'Velo Werk Inc.')].join('\n'),
    })
    expect(await reply.json()).toMatchObject({ received: 2, created: 2, errors: [] })
    expect(eu.command(['document', 'show', 'orders', 'SO-EU'])).toContain('C-1')
    expect(us.command(['document', 'show', 'orders', 'SO-US'])).toContain('US-1')
    expect(() => eu.command(['document', 'show', 'orders', 'SO-US'])).toThrow()
  })

  test('an invitation to the other region is accepted with the sign-in of this one, without another password', async () => {
    const person = ['--email', email, '--name', 'Ann Velo', '--account', 'C-1', '--role', 'admin']
    eu.command(['user', 'add', ...person, '--password-stdin'], password)
    us.command(['user', 'invite', '--email', email, '--account', 'US-1', '--role', 'buyer'])
    await ann.page.goto('/')
    await ann.signIn(email, password)
    await ann.page.locator('#main h1').waitFor()
    await expect.poll(() => us.mails().join('\n'), { timeout: 30_000 }).toContain('/register#token=')
    const link = /http:\/\/localhost:\d+\/register#token=[\w-]+/.exec(us.mails().join('\n'))?.[0] ?? ''
    const { page } = ann
    await page.goto(link)
    await page.getByRole('checkbox').check()
    await ann.checkAccessibility('an invitation that another region can accept')
    await takePicture(page, 'regions-invitation')
    await page.getByRole('button', { name: 'Continue with Europe' }).click()
    await page.waitForURL(`${usAddress}/`)
    await page.locator('#main h1').waitFor()
    await page.goto(`${usAddress}/orders`)
    await page.getByRole('link', { name: 'SO-US' }).first().waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('the menu of the person leads from an account in one region to one in the other, with one press', async () => {
    const { page } = ann
    await page.goto(`${euAddress}/orders`)
    await page.getByRole('link', { name: 'SO-EU' }).first().waitFor()
    await page.getByRole('button', { name: /Your account/ }).click()
    const account = page.getByRole('menuitem', { name: /Velo Werk Inc\./ })
    await account.waitFor()
    expect(await account.textContent()).toContain('US-1 · Americas')
    await ann.checkAccessibility('a menu with accounts of another region')
    await takePicture(page, 'regions-menu')
    await account.click()
    await page.waitForURL(`${usAddress}/**`)
    await page.locator('#main h1').waitFor()
    await page.goto(`${usAddress}/profile`)
    await page.getByText('Velo Werk GmbH').first().waitFor()
    await ann.checkAccessibility('a profile with accounts of another region')
    await takePicture(page, 'regions-profile')
    await page.getByRole('button', { name: 'Open Velo Werk GmbH in Europe' }).click()
    await page.waitForURL(`${euAddress}/**`)
    await page.goto(`${euAddress}/orders`)
    await page.getByRole('link', { name: 'SO-EU' }).first().waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('whoever comes to the other region first signs in at their own, and is led to where they wanted to go', async () => {
    const someone = await visit(browser, usAddress)
    const { page } = someone
    await page.goto('/orders')
    await page.getByRole('button', { name: 'Continue with Europe' }).waitFor()
    await takePicture(page, 'regions-sign-in')
    await page.getByRole('button', { name: 'Continue with Europe' }).click()
    await page.waitForURL(`${euAddress}/**`)
    await someone.signIn(email, password)
    await page.waitForURL(`${usAddress}/orders`)
    await page.getByRole('link', { name: 'SO-US' }).first().waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('a region that does not answer takes nothing away from the other', async () => {
    await us.stop()
    const { page } = ann
    await page.goto(`${euAddress}/profile`)
    await page.getByText('Americas is not responding right now.', { exact: false }).waitFor()
    await takePicture(page, 'regions-away')
    await page.goto(`${euAddress}/orders/SO-EU`)
    await page.getByRole('heading', { level: 1, name: /SO-EU/ }).waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })
})
