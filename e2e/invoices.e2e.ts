import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transferCode } from '#contract/payments/transfer-code.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What a bookkeeper does about invoices, at a desk and on a phone: dispute one, and pay several at once. */

const folder = mkdtempSync(join(tmpdir(), 'invoices-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({
  DEMO: 'off',
  PAYMENT_LINK: 'https://pay.example/{number}?sum={amount}',
})
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const lines = [
  {
    line: '1',
    sku: 'BK-1',
    name: 'Saddle',
    quantity: '4',
    unit: 'EA',
    unitPrice: '15.00',
    amount: '60.00',
    taxRate: '0',
  },
  {
    line: '2',
    sku: 'BK-2',
    name: 'Pedal',
    quantity: '8',
    unit: 'EA',
    unitPrice: '5.00',
    amount: '40.00',
    taxRate: '0',
  },
]
const invoice = (number: string, more: object = {}) => ({
  ...{
    type: 'invoices',
    number,
    account: 'C-1001',
    accountName: 'Velo Werk GmbH',
    currency: 'EUR',
    invoiceKind: '380',
  },
  ...{
    issueDate: dayFrom(-20),
    dueDate: dayFrom(10),
    lines,
    totals: { net: '100.00', gross: '100.00', open: '100.00' },
  },
  details: { bankAccount: 'DE02 1203 0000 0000 2020 51' },
  ...more,
})
const early = { details: { bankAccount: 'DE02 1203 0000 0000 2020 51', earlyPayment: `2 % (${dayFrom(5)})` } }
const views = [
  { name: 'desk', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
]

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  const documents = views.flatMap(({ name }) => [
    invoice(`D-${name}`, { dueDate: dayFrom(-5) }),
    invoice(`R-${name}-1`, early),
    invoice(`R-${name}-2`),
  ])
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'finance']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(views)('at a $name', ({ name, viewport }) => {
  let ann: Visitor
  beforeAll(async () => {
    ann = await visit(browser, portal.address, { viewport })
    await ann.openSignedIn('/invoices', 'ann@velo.example', password)
  })
  afterAll(() => ann.leave())

  test('a line of an invoice is disputed, and every page says so', async () => {
    const { page } = ann
    const number = `D-${name}`
    await page.goto(`/invoices/${number}`)
    const link = page.getByRole('link', { name: 'Pay online' })
    expect(await link.getAttribute('href')).toBe(`https://pay.example/${number}?sum=100.00`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Dispute invoice' }).click()
    const drawer = page.getByRole('dialog', { name: 'Dispute invoice' })
    expect(await drawer.getByLabel('Pedal').count()).toBe(0)
    await drawer.getByLabel('What you dispute').selectOption('lines')
    await drawer.getByRole('button', { name: 'Send' }).click()
    await drawer.getByText('Choose at least one line.').waitFor()
    await drawer.getByLabel('Pedal').check()
    await drawer.getByLabel('Note').fill('Two of them were broken.')
    await ann.checkAccessibility('the form of a dispute')
    await drawer.getByRole('button', { name: 'Send' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByText('You disputed the invoice').first().waitFor()
    await page.getByText('40.00 EUR of it is disputed').waitFor()
    // At the end of the page the bar of buttons covers nothing.
    await page.keyboard.press('End')
    await ann.checkAccessibility('a disputed invoice')
    await page.goto('/invoices?disputed=true')
    await page.getByRole('link', { name: number }).waitFor()
    await page.getByText('Disputed', { exact: true }).first().waitFor()
    expect(await page.getByRole('link', { name: `R-${name}-1` }).count()).toBe(0)
    await page.goto('/profile/statement')
    await page.getByText(/of it overdue, [\d.]+ of that disputed/).waitFor()
    await ann.checkAccessibility('a statement with a disputed invoice')
    expect(ann.consoleErrors()).toEqual([])
  })

  test('several invoices are paid with one transfer, with the discount for paying early', async () => {
    const { page } = ann
    const numbers = [`R-${name}-1`, `R-${name}-2`]
    await page.goto('/invoices')
    for (const number of numbers) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
    const advise = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Remittance advice' })
    await advise.click()
    const drawer = page.getByRole('dialog', { name: 'Remittance advice' })
    await drawer.getByText('198.00 EUR').waitFor()
    const discount = drawer.getByRole('checkbox', { name: /2\.00 EUR.* off for early payment/ })
    await discount.uncheck()
    await drawer.getByText('200.00 EUR').waitFor()
    await discount.check()
    const amount = drawer.getByLabel(`Amount for ${numbers[1]}`)
    await amount.fill('100,01')
    await drawer.getByRole('button', { name: 'Send to supplier' }).click()
    await drawer.getByText(/Enter an amount up to .100\.00 EUR/).waitFor()
    await amount.fill('50,5')
    // A form that was closed by mistake is there again as it was.
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await advise.click()
    await expect.poll(() => amount.inputValue()).toBe('50,5')
    await ann.checkAccessibility('the form of a remittance advice')
    await drawer.getByRole('button', { name: 'Send to supplier' }).click()
    await drawer.getByText(/^Your supplier has the remittance advice RA-/).waitFor()
    await drawer.getByText('148.50 EUR').waitFor()
    const code = drawer.getByRole('img', { name: /banking app/ })
    // The code holds the whole sum, for the account and with the advice's number and invoices as its purpose.
    const shown = await drawer.locator('dd bdi').allTextContents()
    const [holder = '', iban = '', purpose = ''] = shown
    expect(purpose).toMatch(new RegExp(`^RA-[0-9A-Z]{8} ${numbers.join(' ')}$`))
    const account = { holder, iban: iban.replaceAll(' ', ''), bic: null, bank: null, text: null }
    const expected = transferCode({ account, currency: 'EUR', amount: '148.50', reference: purpose }) ?? ''
    expect(expected.split('\n')).toEqual(expect.arrayContaining(['EUR148.50', 'DE02120300000000202051', purpose]))
    const { data } = encode(expected, { ecc: 'M', maxVersion: 13, border: 4 })
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    expect(await code.locator('path').getAttribute('d')).toBe(path)
    await ann.checkAccessibility('how an advice is paid')
    await drawer.getByLabel('Your company').fill('Velo Werk GmbH')
    await drawer.getByLabel('Your IBAN').fill('NL91 ABNA 0417 1643 01')
    await drawer.getByRole('button', { name: 'Save the file' }).click()
    await drawer.getByText('This is not a valid IBAN').waitFor()
    await drawer.getByLabel('Your IBAN').fill('NL91 ABNA 0417 1643 00')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Save the file' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^RA-[0-9A-Z]{8}\.xml$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('<InstdAmt Ccy="EUR">148.50</InstdAmt>')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await advise.click()
    await drawer.getByText(/50\.50 EUR. of it advised already/).waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.goto(`/invoices/${numbers[0]}`)
    await page.getByText('You sent a remittance advice').first().waitFor()
    await page.getByRole('button', { name: 'How to pay' }).click()
    await drawer.getByText('148.50 EUR').waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })
})
