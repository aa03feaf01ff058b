import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { visit } from '../harness/visitor.ts'

/* An answer whose mail the customer's mail server refuses, as staff see it. */

const folder = mkdtempSync(join(tmpdir(), 'undelivered-'))
const password = 'a passphrase of their own'
let refuses = true
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    refuses && address === 'ann@velo.example'
      ? done(Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }))
      : done(),
})
const listening = Promise.withResolvers<void>()
smtp.listen(0, '127.0.0.1', listening.resolve)
await listening.promise
const { port } = smtp.server.address() as AddressInfo
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` })
afterAll(() => {
  smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a refused mail is shown on its request and on Today, and is sent again', async () => {
  const file = join(folder, 'documents.ndjson')
  const order = {
    ...{ type: 'orders', number: 'SO-1', account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
    ...{ issueDate: '2026-02-10', lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }] },
  }
  writeFileSync(file, JSON.stringify(order))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  const ann = await visit(browser, portal.address)
  await ann.page.goto('/orders/SO-1')
  await ann.signIn('ann@velo.example', password)
  const conversation = ann.page.getByRole('region', { name: 'Conversation' })
  await conversation.getByRole('textbox').fill('When does it come?')
  await conversation.getByRole('button', { name: 'Send message' }).click()

  const sue = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
  const { page } = sue
  await page.getByRole('link', { name: /Ann asked/ }).press('Enter')
  await page.getByLabel('Answer to Ann').fill('On Friday.')
  await page.getByLabel('Answer to Ann').press('Control+Enter')
  const refused = page.getByRole('region', { name: 'Undelivered e-mail' })
  await refused.getByText('The mail to ann@velo.example was refused:').waitFor({ timeout: 30_000 })
  await refused.getByText('5.1.1 User unknown', { exact: false }).waitFor()
  await sue.checkAccessibility('a request whose answer did not arrive')
  await page.getByRole('link', { name: 'Today', exact: true }).press('Enter')
  await page.getByText('1 answer did not arrive by mail').waitFor()
  await sue.checkAccessibility('an answer that did not arrive on Today')
  await page.getByRole('link', { name: /Velo Werk GmbH/ }).press('Enter')
  refuses = false
  await refused.getByRole('button', { name: 'Send again' }).press('Enter')
  await refused.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Today', exact: true }).press('Enter')
  await page.getByText('1 answer did not arrive by mail').waitFor({ state: 'detached' })
  expect(sue.consoleErrors()).toEqual([])
})
