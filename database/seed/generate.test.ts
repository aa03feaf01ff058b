import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, multiply, sum, toMillionths } from '#contract/money.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import { checkDigit } from './check-digits.ts'
import { legacyQuotes } from './deal.ts'
import { generate, type Size, sharesOf } from './generate.ts'
import { demoAccounts, demoPeople } from './people.ts'

const today = '2026-11-21'
const small = [...generate({ size: 'S', today })]
// Working days, weekends, a leap day, the turn of a year, days on which the clocks change.
const days = [
  '2026-11-21',
  '2026-11-22',
  '2026-11-23',
  '2026-11-26',
  '2028-02-29',
  '2027-01-01',
  '2026-03-29',
  '2026-11-01',
]
const key = (document: { type: string; number: string }) => `${document.type} ${document.number}`

describe('the demo data', () => {
  it('is the same to the byte for the same size and day, and another on another day or seed', () => {
    const text = (options: { size: Size; today: string; seed?: number }) => JSON.stringify([...generate(options)])
    expect(text({ size: 'S', today })).toBe(JSON.stringify(small))
    expect(text({ size: 'S', today: '2026-11-22' })).not.toBe(JSON.stringify(small))
    expect(text({ size: 'S', today, seed: 2 })).not.toBe(JSON.stringify(small))
  })

  it('is in the format that an ERP sends', () => {
    const schema = Compile(IngestDocument)
    const wrong = small.filter((document) => !schema.Check(document))
    expect(wrong.map((document) => [document, schema.Errors(document)])).toEqual([])
  })

  it('adds up: lines to totals, totals to taxes, payments to what is paid', () => {
    for (const document of small) {
      if (!document.totals) continue
      const { net = '', charges = '', discount = '', tax = '', gross = '', paid, open } = document.totals
      const sumOfKind = (kind: string) =>
        sum((document.lines ?? []).map((line) => (line.kind === kind ? line.amount : null)))
      expect([key(document), sumOfKind('item'), sumOfKind('charge')].join()).toBe(
        [key(document), sum([net]), sum([charges])].join(),
      )
      expect(sum([net, charges, tax, `-${discount}`])).toBe(sum([gross]))
      expect(sum((document.taxes ?? []).map((taxEntry) => taxEntry.amount))).toBe(sum([tax]))
      expect(sum((document.taxes ?? []).map((taxEntry) => taxEntry.base))).toBe(sum([net, charges]))
      if (document.type !== 'invoices') continue
      expect(sum([paid, open])).toBe(sum([gross]))
      expect(compare(open ?? '-1', '0')).toBeGreaterThanOrEqual(0)
      if (document.invoiceKind !== '381')
        expect(sum((document.payments ?? []).map((payment) => payment.amount))).toBe(sum([paid]))
    }
  })

  it('prices each line by quantity, price and discount, in the places of its currency', () => {
    for (const document of small) {
      const places = minorUnits(document.currency ?? 'EUR')
      for (const line of document.lines ?? []) {
        if (!line.amount || !line.unitPrice) continue
        expect((line.amount.split('.')[1] ?? '').length).toBe(places)
        const factor = fromMillionths(1_000_000n - toMillionths(line.discountPercent ?? '0') / 100n)
        const exact = toMillionths(multiply(multiply(line.quantity ?? '0', line.unitPrice), factor))
        const difference = exact - toMillionths(line.amount)
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(10n ** BigInt(6 - places) / 2n)
      }
    }
  })

  it('carries GTINs and SSCCs with right check digits, and no unit, package or parcel twice', () => {
    const codes = small.flatMap((document) => (document.lines ?? []).flatMap((line) => line.gtin ?? []))
    const packages = small.flatMap((document) =>
      (document.shipment?.packages ?? []).flatMap((parcel) => parcel.sscc ?? []),
    )
    expect(packages.length).toBeGreaterThan(100)
    for (const code of [...codes, ...packages]) expect(checkDigit(code.slice(0, -1))).toBe(code.at(-1))
    const serials = small.flatMap((document) => (document.lines ?? []).flatMap((line) => line.serials ?? []))
    const parcels = small.flatMap((document) => document.shipment?.trackingNumbers ?? [])
    for (const list of [packages, serials, parcels]) expect(new Set(list).size).toBe(list.length)
  })

  it('leads from every reference to a document and a line of the same account, but for the quotes of an older ERP', () => {
    const documentsByKey = new Map(small.map((document) => [key(document), document]))
    expect(documentsByKey.size).toBe(small.length)
    let legacy = 0
    for (const document of small) {
      const lines = document.lines ?? []
      const references = [...(document.references ?? []), ...lines.flatMap((line) => line.references ?? [])]
      for (const reference of references) {
        if (reference.number.startsWith(legacyQuotes)) {
          legacy++
          continue
        }
        const target = documentsByKey.get(key(reference))
        expect(target?.account, `${key(document)} refers to ${key(reference)}`).toBe(document.account)
        if (!('line' in reference)) continue
        expect(target?.lines?.some((line) => line.line === reference.line)).toBe(true)
      }
    }
    expect(legacy).toBeGreaterThan(0)
    expect(legacy).toBeLessThan(small.length / 20)
  })

  it('never ships more of an order line than was ordered', () => {
    const shipped = new Map<string, string>()
    for (const document of small) {
      if (document.type !== 'shipments') continue
      for (const line of document.lines ?? []) {
        const target = line.references?.[0]
        const lineKey = `${target?.number} ${target?.line}`
        shipped.set(lineKey, sum([shipped.get(lineKey), line.quantity]))
      }
    }
    for (const order of small) {
      if (order.type !== 'orders') continue
      for (const line of order.lines ?? []) {
        const sent = shipped.get(`${order.number} ${line.line}`) ?? '0'
        expect(compare(sent, line.quantity ?? '0'), `${order.number} ${line.line}`).toBeLessThanOrEqual(0)
      }
    }
  })

  it.each(days)('tells nothing of tomorrow on %s: no paper, payment or event is dated after it', (day) => {
    for (const document of generate({ size: 'S', today: day })) {
      expect(document.issueDate && document.issueDate <= day, key(document)).toBe(true)
      expect(document.modifiedAt && document.modifiedAt <= `${day}T05:30:00Z`, key(document)).toBe(true)
      for (const payment of document.payments ?? []) expect(payment.date && payment.date <= day).toBe(true)
      const happened = (document.shipment?.events ?? []).filter((event) => event.classifier === 'actual')
      const times = happened.map((event) => Date.parse(event.at))
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(0, ...times)).toBeLessThanOrEqual(Date.parse(`${day}T05:30:00Z`))
    }
  })

  it.each(days)('shows the first customer every story on %s', (day) => {
    const documents = [...generate({ size: 'S', today: day })]
    const ownDocuments = documents.filter((document) => document.account === demoAccounts()[0]?.number)
    const statuses = new Set(ownDocuments.map((document) => `${document.type} ${document.status}`))
    for (const status of [
      'quotes requested, quotes in_preparation, quotes open, quotes ordered, quotes accepted, quotes rejected',
      'quotes withdrawn, quotes revision_requested, orders received, orders confirmed, orders in_progress',
      'orders completed, orders on_hold, orders cancelled, orders rejected, shipments in_transit, shipments delivered',
      'shipments delivery_failed, shipments returned, shipments lost_or_damaged, shipments planned',
      'invoices open, invoices partially_paid, invoices paid, invoices credited',
    ].flatMap((row) => row.split(', '))) {
      expect([...statuses], status).toContain(status)
    }
    const invoices = ownDocuments.filter((document) => document.type === 'invoices')
    expect(new Set(invoices.map((document) => document.invoiceKind))).toEqual(new Set(['380', '381', '386']))
    expect(invoices.some((document) => document.status === 'open' && document.dueDate && document.dueDate < day)).toBe(
      true,
    )
    expect(invoices.some((document) => document.note?.startsWith('Disputed'))).toBe(true)
    expect(
      ownDocuments.some((document) => document.status === 'open' && document.validUntil && document.validUntil < day),
    ).toBe(true)
    const shipments = ownDocuments.filter((document) => document.type === 'shipments')
    expect(shipments.some((document) => (document.references ?? []).length > 1)).toBe(true)
    expect(documents.some((document) => document.status === 'customs')).toBe(true)
  })

  it('speaks the languages and the money of its customers', () => {
    const names = new Set(small.map((document) => document.accountName ?? ''))
    for (const letters of [/ß/, /[åäö]/i, /é/, /ł|Ś/, /ø/i, /[\u0600-\u06ff]/]) {
      expect(
        [...names, ...small.flatMap((document) => document.billTo?.lines ?? [])].some((name) => letters.test(name)),
      ).toBe(true)
    }
    const currencies = new Set(small.flatMap((document) => document.currency ?? []))
    expect(currencies).toEqual(new Set(['EUR', 'SEK', 'USD', 'GBP', 'JPY']))
  })

  it('has as many documents and accounts as its size says, one of them with a fifth and one with two hundred', {
    timeout: 60_000,
  }, () => {
    const counts = (size: Size) => {
      const accounts = new Map<string, number>()
      let lines = 0
      let documents = 0
      for (const document of generate({ size, today })) {
        accounts.set(document.account, (accounts.get(document.account) ?? 0) + 1)
        lines += document.lines?.length ?? 0
        documents++
      }
      return { accounts, documents, linesEach: lines / documents }
    }
    const [first, second] = demoAccounts().map((account) => account.number) as [string, string]
    expect(counts('S')).toMatchObject({ documents: 600, accounts: { size: 12 } })
    const medium = counts('M')
    expect(medium.documents).toBe(50_000)
    expect(medium.accounts.get(first)).toBe(10_000)
    expect(medium.accounts.get(second)).toBe(200)
    expect(medium.linesEach).toBeGreaterThan(3.7)
    expect(medium.linesEach).toBeLessThan(4.5)
    const large = sharesOf('L')
    expect(large.slice(0, 2)).toEqual([200_000, 200])
    expect(large.reduce((total, share) => total + share, 0)).toBe(1_000_000)
    expect(large).toHaveLength(2000)
  })
})

describe('the demo sign-ins', () => {
  it('are a customer with two accounts, a new customer with nothing yet and logistics without prices', () => {
    const people = demoPeople()
    const accounts = new Set(small.map((document) => document.account))
    expect(people.map((person) => person.memberships.map(({ role }) => role))).toEqual([
      ['admin', 'buyer'],
      ['admin'],
      ['logistics'],
    ])
    const hasDocuments = (index: number) => people[index]?.memberships.map(({ account }) => accounts.has(account))
    expect([hasDocuments(0), hasDocuments(1), hasDocuments(2)]).toEqual([[true, true], [false], [true]])
    for (const person of people) expect(person.password.length).toBeGreaterThanOrEqual(20)
  })
})
