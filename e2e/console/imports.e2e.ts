import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbook } from '#server/testing/dialects.ts'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* Somebody of the office who has never seen the portal before gets from a list to what the customer sees. */

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ivo: Visitor
let ann: Visitor
let page: Page
let clicks = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  ivo = await joinConsole({ portal, browser, email: 'ivo@supplier.example', name: 'Ivo Integration', password })
  page = ivo.page
})

async function press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
  clicks++
  await page.getByRole(role, { name }).first().click()
}

async function choose(label: string, value: string): Promise<void> {
  // Opening the list and pressing an entry.
  clicks += 2
  await page.getByLabel(label, { exact: true }).selectOption(value)
}

async function giveFile(path: string): Promise<void> {
  // The button, the file and "Open" in the window of the system.
  clicks += 3
  await page.locator('input[type=file][multiple]').setInputFiles(path)
}

const list = [
  'Auftragsnr.;Kundennr.;Kunde;Auftragsdatum;Status;Pos.;Artikelnr.;Bezeichnung;Menge;ME;Einzelpreis;Betrag;Lagerort',
  '4711;10010;Fahrrad Müller GmbH;03.04.2026;offen;1;R-1;Räder;1.000;Stk;2,50;2.500,00;H7',
  '4711;10010;Fahrrad Müller GmbH;03.04.2026;offen;2;R-2;Schläuche;5;Eimer;1,10;5,50;H7',
  '4712;10020;Weiß & Söhne;31.12.2026;geliefert;1;R-1;Räder;2;Stk;2,50;5,00;H7',
  '4713;10020;Weiß & Söhne;31.12.2026;geliefert;1;R-1;Räder;zwei;Stk;2,50;5,00;H7',
]

test('A German list from the ERP is on the customer’s screen after 25 clicks at most', async () => {
  const file = join(folder, 'Aufträge.csv')
  writeFileSync(file, Buffer.from(`${list.join('\r\n')}\r\n`, 'latin1'))
  await press('link', 'Imports')
  await page.getByText('No file has been mapped yet').waitFor()
  await ivo.checkAccessibility('imports without any profile')
  await takePicture(page, 'empty')
  await press('link', 'New import')
  await ivo.checkAccessibility('the choice of a file')
  await takePicture(page, 'first-import-choose')
  await giveFile(file)
  await page.getByText('“31.12.2026”: there is no month 31').waitFor()
  await page.getByText('It is not UTF-8; read this way it says', { exact: false }).waitFor()
  await page.getByText('Nobody knows what it is: it is left out.').waitFor()
  const preview = page.getByRole('article').filter({ hasText: '4711' })
  // Until somebody says what "Eimer" means, its order is refused.
  expect(await preview.count()).toBe(0)
  await choose('What Eimer means', 'XPK')
  await preview.getByText('Fahrrad Müller GmbH').waitFor()
  await page.getByText('is not a number as the profile reads them', { exact: false }).first().waitFor()
  await preview.getByText('2,505.50').or(preview.getByText('2,500.00')).first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a list that is mapped')
  await takePicture(page, 'first-import-mapping')
  await press('button', 'Save and import now')
  await page.getByRole('heading', { name: 'Import of Aufträge.csv' }).waitFor()
  await page.getByText('2 new', { exact: false }).first().waitFor()
  await page.getByText('1 refused', { exact: false }).first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a run')
  await takePicture(page, 'first-import-run')
  expect(clicks).toBeLessThanOrEqual(25)

  const names = ['--email', 'ann@mueller.example', '--name', 'Ann', '--account', '10010', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.page.goto('/orders/4711')
  await ann.signIn('ann@mueller.example', password)
  await ann.page.getByText('Schläuche').first().waitFor()
  await ann.settled()
  await takePicture(ann.page, 'first-import-customer')
  expect(ivo.consoleErrors()).toEqual([])
})

test('A workbook with a title above and sums below is read as well, and a profile of before helps', async () => {
  clicks = 0
  const file = join(folder, 'Rechnungen.xlsx')
  writeFileSync(
    file,
    await workbook(
      ['Rechnungsnr.', 'Kundennr.', 'Rechnungsdatum', 'Fälligkeit', 'Bruttobetrag'],
      [
        ['R-1', '10010', '2026-03-01', '2026-03-31', '119'],
        ['R-2', '10020', '2026-03-02', '2026-04-01', '238.5'],
      ],
      ['text', 'text', 'day', 'day', 'decimal'],
    ),
  )
  await press('link', 'Imports')
  await press('link', 'New import')
  await giveFile(file)
  // Its first sheet holds notes.
  await choose('Sheet', 'Data')
  await page.getByText('As in the profile', { exact: false }).first().waitFor()
  const preview = page.getByRole('article').filter({ hasText: 'R-1' })
  await preview.getByText('119.00').waitFor()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  await takePicture(page, 'workbook')
  await press('button', 'Save and import now')
  await page.getByRole('heading', { name: 'Import of Rechnungen.xlsx' }).waitFor()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  expect(clicks).toBeLessThanOrEqual(25)
  await ann.page.goto('/invoices/R-1')
  await ann.page.getByText('119.00').first().waitFor()
})

test('A run that was a mistake is undone, and the customer no longer sees what it brought', async () => {
  await press('link', 'All imports')
  await page.getByRole('link', { name: 'Rechnungen.xlsx' }).waitFor()
  await ivo.checkAccessibility('the runs')
  await takePicture(page, 'runs')
  await press('link', 'Rechnungen.xlsx')
  const undo = async () => {
    await press('button', 'Undo this import')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  }
  await page.route('**/api/console/imports/runs/*/undo', (route) =>
    route.fulfill({ status: 507, json: { message: 'The disk is full.' } }),
  )
  await undo()
  await page.getByRole('alert').getByText('The disk is full.').waitFor()
  expect(ivo.consoleErrors(/status of 507/)).toEqual([])
  await page.unroute('**/api/console/imports/runs/*/undo')
  await undo()
  await page.getByText('2 documents were withdrawn.').waitFor()
  await ann.page.goto('/invoices/R-1')
  await ann.page.getByText('119.00').first().waitFor({ state: 'detached' })
})

test('The profile reads the next file without questions, is renamed and deleted', async () => {
  await press('link', 'Imports')
  await page.getByRole('link', { name: 'Aufträge', exact: true }).click()
  await page.getByText('Version 1', { exact: false }).first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a profile')
  await takePicture(page, 'profile')
  await page.getByRole('link', { name: 'Read a file by it' }).click()
  const next = join(folder, 'neu.csv')
  writeFileSync(next, Buffer.from(`${list[0]}\r\n${(list[1] ?? '').replace('4711', '4799')}\r\n`, 'latin1'))
  await giveFile(next)
  await page.getByRole('article').filter({ hasText: '4799' }).waitFor()
  await press('button', 'Import now')
  await page.getByRole('heading', { name: 'Import of neu.csv' }).waitFor()
  await page.getByText('1 document: 1 new', { exact: false }).waitFor()
  await press('link', 'Imports')
  await page.getByRole('link', { name: 'Aufträge', exact: true }).click()
  await page.getByLabel('New name').fill('auftraege-neu')
  // On a slow computer the page that was left would ask once more for what has another name, or is gone.
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await press('button', 'Rename')
  await page.getByText('Profile renamed.').waitFor()
  await press('button', 'Delete the profile auftraege-neu')
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await page.getByText('Profile deleted.').waitFor()
  await ivo.settled()
  expect(ivo.consoleErrors()).toEqual([])
  await processor.detach()
})

const orderXml = (number: string) =>
  `<e:Auftrag><e:Auftragsnr>${number}</e:Auftragsnr><e:Kundennr>10010</e:Kundennr><e:Auftragsdatum>31.12.2026</e:Auftragsdatum><e:Bestellnummer>B-7</e:Bestellnummer></e:Auftrag>`
const invoiceXml = (number: string) =>
  `<e:Rechnung><e:Rechnungsnr>${number}</e:Rechnungsnr><e:Kundennr>10010</e:Kundennr><e:Rechnungsdatum>31.12.2026</e:Rechnungsdatum></e:Rechnung>`
const mixed = `<?xml version="1.0"?><e:Export xmlns:e="urn:e"><e:Auftraege>${['A-1', 'A-2', 'A-3'].map(orderXml).join('')}</e:Auftraege><e:Rechnungen>${['R-8', 'R-9'].map(invoiceXml).join('')}</e:Rechnungen></e:Export>`

test('Of XML with orders and invoices in it, other elements are chosen or named, and the preview follows', async () => {
  const file = join(folder, 'export.xml')
  writeFileSync(file, mixed)
  await page.goto('/console/imports/new')
  await giveFile(file)
  // The whole file is taken for one document.
  await page.getByText('1 document: 1 new', { exact: false }).waitFor()
  const rows = page.getByLabel('Documents are the elements')
  expect(await rows.locator('option').allTextContents()).toContain('Export/Rechnungen/Rechnung – 2 elements')
  await rows.selectOption('Export/Rechnungen/Rechnung')
  await page.getByRole('article').filter({ hasText: 'R-9' }).waitFor()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('the elements that are documents')
  await takePicture(page, 'places')
  await page.getByLabel('Another path to the documents').fill('//Auftrag')
  await page.getByLabel('Another path to the documents').press('Enter')
  await page.getByRole('article').filter({ hasText: 'A-3' }).waitFor()
  expect(await rows.inputValue()).toBe('Export/Auftraege/Auftrag')
  await page.getByLabel('Another path to the documents').fill('Export/Gutschriften/Gutschrift')
  await page.getByLabel('Another path to the documents').press('Enter')
  await page.getByText('There are no elements at this path.', { exact: false }).waitFor()
  await ivo.settled()
  await takePicture(page, 'places-none')
  expect(ivo.consoleErrors()).toEqual([])
})

test('More files than are read at once are refused with a sentence, and none of them is left out in silence', async () => {
  const buffer = Buffer.from(list.join('\n'))
  const files = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.csv`, mimeType: 'text/csv', buffer }))
  await page.goto('/console/imports/new')
  await page.getByLabel('Choose files').setInputFiles(files)
  await page.getByText('At most 10 files are read at once', { exact: false }).waitFor()
})

test('What was chosen last is saved, also when the button is pressed before the page has followed', async () => {
  await page.goto('/console/imports/new')
  await giveFile(join(folder, 'export.xml'))
  await page.getByText('1 document: 1 new', { exact: false }).waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/console/imports/guess', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByLabel('Another path to the documents').fill('Export/Auftraege/Auftrag')
  // The press itself takes the focus from the field, which says then what was typed.
  await page.getByRole('button', { name: 'Save and import now' }).click()
  answer.resolve()
  await page.getByRole('heading', { name: 'Import of export.xml' }).waitFor()
  await page.getByText('3 documents: 3 new', { exact: false }).waitFor()
  await page.unroute('**/api/console/imports/guess')
  expect(ivo.consoleErrors()).toEqual([])
})

test('What was allowed to a full list holds for the count that was shown, not for that of other choices', async () => {
  const file = join(folder, 'orders.csv')
  const rows = (...orders: number[]) =>
    `${['Auftragsnr.;Kundennr.;Status', ...orders.map((order) => `F-${order};10010;offen`)].join('\n')}\n`
  const skip = async (text: string) => {
    await page.getByLabel('Skip rows that begin with').fill(text)
    await page.getByLabel('Skip rows that begin with').blur()
  }
  const allow = (count: number) => page.getByLabel(`The list is complete: withdraw ${count} documents`)
  writeFileSync(file, rows(1, 2, 3, 4, 5))
  await page.goto('/console/imports/new')
  await giveFile(file)
  await page.getByText('5 documents: 5 new', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Save and import now' }).click()
  await page.getByRole('heading', { name: 'Import of orders.csv' }).waitFor()
  await page.getByText('5 documents: 5 new', { exact: false }).waitFor()
  writeFileSync(file, rows(1, 2))
  await page.goto('/console/imports/new')
  await giveFile(file)
  await page.getByLabel('This is the full list of all open documents').check()
  await allow(3).waitFor()
  await skip('F-2')
  await allow(4).check()
  await skip('')
  await allow(3).waitFor()
  expect(await allow(3).isChecked()).toBe(false)
  const [begun] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/console/imports/runs')),
    page.getByRole('button', { name: 'Save and import now' }).click(),
  ])
  expect(begun.postDataJSON()).toEqual({ uploads: [expect.any(String)], name: 'orders' })
  await page.getByRole('heading', { name: 'Import of orders.csv' }).waitFor()
  await page.getByText('so none is withdrawn', { exact: false }).waitFor()
  expect(ivo.consoleErrors()).toEqual([])
})

test('A text with columns of fixed widths is cut where a person says, by pressing or by numbers', async () => {
  const file = join(folder, 'auftrag.txt')
  const rows = [
    'AUFTRAG  KUNDE  DATUM      ARTIKEL  BEZEICHNUNG           MENGE    PREIS',
    '0005711  10010  03.04.2026 R-1      Rad 28 Zoll           1.000     2,50',
    '0005711  10010  03.04.2026 R-2      Schlauch, schwarz         5     1,10',
    '0005712  10020  31.12.2026 R-1      Rad 28 Zoll               2     2,50',
  ]
  writeFileSync(file, `${rows.join('\r\n')}\r\n`)
  await page.goto('/console/imports/new')
  await giveFile(file)
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  const starts = page.getByLabel('Columns begin at characters')
  expect(await starts.inputValue()).toBe('1, 10, 17, 28, 37, 59, 68')
  await ivo.settled()
  await ivo.checkAccessibility('columns of fixed widths')
  await takePicture(page, 'fixed-widths')
  const text = page.locator('button', { hasText: 'AUFTRAG' })
  const { width = 0, height = 0 } = (await text.boundingBox()) ?? {}
  const press37 = () => text.click({ position: { x: (36.5 / 72) * width, y: height / 2 } })
  await press37()
  await page.getByText('ARTIKEL BEZEICHNUNG', { exact: true }).waitFor()
  expect(await starts.inputValue()).toBe('1, 10, 17, 28, 59, 68')
  await press37()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  await page.getByLabel('Kind of file').selectOption('csv')
  await starts.waitFor({ state: 'detached' })
  await page.getByLabel('Kind of file').selectOption('fixed')
  await starts.fill('1 10 17 28 37 59 68')
  await starts.press('Enter')
  await page.getByRole('article').filter({ hasText: '0005712' }).waitFor()
  expect(ivo.consoleErrors()).toEqual([])
})

test('Documents and their lines come in two files, and a field is put together of several columns', async () => {
  const heads = ['Jahr;Auftragsnr.;Kundennr.;Auftragsdatum', '26;8801;10010;03.04.2026', '26;8802;10020;31.12.2026']
  const lines = ['Auftragsnr.;Artikelnr.;Text 1;Text 2;Menge', '8802;R-9;Rad;rot;4', '8801;R-1;Rad;blau;2']
  const files = [join(folder, 'koepfe_07.csv'), join(folder, 'positionen_07.csv')]
  for (const [index, rows] of [heads, lines].entries()) writeFileSync(files[index] ?? '', `${rows.join('\n')}\n`)
  await page.goto('/console/imports/new')
  await page.getByLabel('Choose files').setInputFiles(files)
  await page.getByText(/The number 880[12] is in both/).waitFor()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Put a field together' }).click()
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Description' })
  await page.getByLabel('Part 1').selectOption({ label: 'Text 1' })
  await page.getByLabel('Part 2').selectOption({ label: 'Text 2' })
  await page.getByRole('article').filter({ hasText: '8802' }).getByText('Rad rot').waitFor()
  await page.getByRole('button', { name: 'Put a field together' }).click()
  await page.getByLabel('Field', { exact: true }).last().selectOption({ label: 'Customer’s reference' })
  await page.getByLabel('How Customer’s reference is put together').selectOption({ label: 'Take some characters' })
  await page.getByLabel('Column', { exact: true }).selectOption({ label: 'Auftragsnr.' })
  await page.getByLabel('From character').fill('3')
  await page.getByLabel('How many').press('Enter')
  await ivo.settled()
  await ivo.checkAccessibility('lines in another file, and fields put together')
  await takePicture(page, 'two-files')
  await page.getByRole('button', { name: 'Save and import now' }).click()
  await page.getByRole('heading', { name: /Import of .*koepfe_07\.csv/ }).waitFor()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
  await ann.page.goto('/orders/8801')
  await ann.page.getByText('Rad blau').first().waitFor()
  await ann.page.getByText('01', { exact: true }).first().waitFor()
  expect(ivo.consoleErrors()).toEqual([])
})

test('The pages are right in dark colours, in Arabic and on a phone', async () => {
  await page.goto('/console/imports?tab=runs')
  await ivo.settled()
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await ivo.checkAccessibility('the runs in dark colours', 'colours')
  await takePicture(page, 'runs-dark')
  await page.goto('/console/imports/new')
  await giveFile(join(folder, 'Aufträge.csv'))
  await page.getByRole('article').first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a list that is mapped in dark colours', 'colours')
  await takePicture(page, 'mapping-dark')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page.goto('/console/imports/new')
  await giveFile(join(folder, 'Aufträge.csv'))
  await page.getByRole('article').first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a list that is mapped in Arabic')
  await takePicture(page, 'mapping-ar')
  await page.goto('/console/imports/new')
  await giveFile(join(folder, 'export.xml'))
  await page.getByRole('article').first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('the elements that are documents, in Arabic')
  await takePicture(page, 'places-ar')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
