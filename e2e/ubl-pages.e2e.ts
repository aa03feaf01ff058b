import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import detail from '#contract/messages/en/detail.json' with { type: 'json' }
import fields from '#contract/messages/en/fields.json' with { type: 'json' }
import { classifyValues, type UblValue } from '#server/formats/ubl/read/unseen.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/*
 * The command `ubl unseen` knows which values of an e-document its page shows. This test opens the pages and checks it:
 * each value must stand there, the value of a line in that line or outside all lines.
 */

const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
const fixtures = join(import.meta.dirname, '../server/formats/ubl/fixtures')
let ann: Visitor

const pages = [
  ['full-invoice', '/invoices/RE-2026-77'],
  ['invoice', '/invoices/RE-900'],
  ['order-agreement', '/orders/AU-7001'],
  ['quotation', '/quotes/AN%2F2026%2017'],
  ['despatch-advice', '/shipments/LS-800'],
] as const

beforeAll(async () => {
  const key = portal.command(['key', 'create', '--name', 'erp']).trim().split('\n').at(-1)
  for (const [name] of pages) {
    const reply = await fetch(`${portal.address}/api/ingest/ubl?account=C-1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
      body: readFileSync(join(fixtures, `${name}.xml`)),
    })
    expect(await reply.json()).toMatchObject({ created: 1, errors: [] })
  }
  const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address, { timezoneId: 'UTC', viewport: { width: 1440, height: 900 } })
  await ann.openSignedIn('/', 'ann@velo.example', password)
})

/** The values that a page translates into words. */
const translations: readonly [path: RegExp, wordOf: (value: string) => string | undefined][] = [
  [/IdentificationCode$/, (value) => new Intl.DisplayNames('en-GB', { type: 'region' }).of(value.toUpperCase())],
  [/Indicator$/, (value) => (value === 'true' ? 'Yes' : undefined)],
  [/PaymentMeansCode$/, (value) => (detail as Record<string, string>)[`payCode.${value}`]],
  [
    /InvoiceTypeCode$/,
    (value) => (value === '380' ? 'Invoice' : (fields as Record<string, string>)[`invoiceType.${value}`]),
  ],
]

/** The forms in which a page may write a value. */
function formsOf({ path, value }: UblValue): string[] {
  const forms = [value, value.replace(/^\(00\) ?/, '')]
  const day = /^(\d{4}-\d\d-\d\d)/.exec(value)?.[1]
  if (day)
    forms.push(new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day)))
  if (/^\d\d:\d\d:\d\d/.test(value)) forms.push(value.slice(0, 5))
  if (/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(value)) forms.push(value.replace(/(.{4})(?=.)/g, '$1 '))
  if (/^-?\d+(\.\d+)?$/.test(value)) {
    for (const least of [0, 2])
      forms.push(
        new Intl.NumberFormat('en-GB', {
          useGrouping: 'always',
          minimumFractionDigits: least,
          maximumFractionDigits: 6,
        }).format(Math.abs(Number(value))),
      )
  }
  for (const [pathPattern, wordOf] of translations) if (pathPattern.test(path)) forms.push(wordOf(value) ?? value)
  return forms.map(plain)
}

const plain = (text: string) =>
  text
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * Whether a text contains one of the forms, not as part of a longer word or number; a unit may follow without a space.
 */
function containsAny(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => {
    const escaped = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const before = /^\d/.test(form) ? '(?<!\\d|\\d[.,])' : '(?<!\\p{L})'
    const behind = /\d$/.test(form) ? '(?!\\d|[.,]\\d)' : '(?!\\p{L})'
    return new RegExp(before + escaped + behind, 'u').test(text)
  })
}

test.each(pages)('of %s the page shows every value that the operator is told it shows', async (name, path) => {
  const { page } = ann
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const unfold = page.getByRole('button', { name: /^Show line / })
  await unfold.first().waitFor()
  const lines = await unfold.count()
  for (let index = 0; index < lines; index++) await unfold.nth(index).click()
  await ann.settled(120)
  // The row of each line with the details below it; the text outside the lines is what remains without them.
  const details = page.locator('tr[id^="line-"]')
  if (lines > 0) await details.nth(lines - 1).waitFor()
  const rows = await Promise.all(
    (await details.all()).map(async (detailRow) => {
      const row = detailRow.locator('xpath=preceding-sibling::tr[1]')
      return [...(await row.allInnerTexts()), ...(await detailRow.allInnerTexts())].join('\n')
    }),
  )
  await details.evaluateAll((elements) => {
    for (const element of elements) {
      element.previousElementSibling?.remove()
      element.remove()
    }
  })
  const textOutsideLines = (await page.locator('main').allInnerTexts()).join('\n')
  expect(rows).toHaveLength(lines)
  const lookup = await classifyValues(readFileSync(join(fixtures, `${name}.xml`)))
  if ('refused' in lookup) throw new Error(lookup.refused)
  expect(lookup.seen.length).toBeGreaterThan(15)
  const missing = lookup.seen.filter((expected) => {
    const [line, lineNumber = '1'] = /^\/\w+\/cac:\w+Line(?:\[(\d+)\])?\//.exec(expected.xpath) ?? []
    // Charges are lines on the page, but stand in the header of the file.
    const own = line === undefined ? rows.join('\n') : rows[Number(lineNumber) - 1]
    return !containsAny(plain(`${textOutsideLines}\n${own}`), formsOf(expected))
  })
  expect(missing.map(({ xpath, value }) => `${xpath} = ${value}`)).toEqual([])
  expect(ann.consoleErrors()).toEqual([])
})
