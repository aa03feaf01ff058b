import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, sum } from '#contract/money.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { testPortal } from '#server/testing/portal.ts'

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)

type Row = DocumentRow & Record<string, unknown>
type Page = { rows: Row[]; nextCursor: string | null; total: { count: number; exact: boolean } }

const day = (offset: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
/** One of a few values or none, so that many rows are equal in their sort value. */
const few = <T>(...values: T[]) => fc.constantFrom(undefined, ...values)
const amount = few('0', '12.5', '100', '100.0001', '9999999999999.9999', '-3')

const common = {
  account: fc.constant('L-1'),
  accountName: fc.constant('Long Lists'),
  issueDate: few(day(-400), day(-40), day(-6), day(0), day(1)),
  modifiedAt: few('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000001Z', '2026-02-01T12:00:00Z'),
  currency: fc.constantFrom('EUR', 'USD'),
}
const documentOf: Partial<Record<DocumentType, fc.Arbitrary<object>>> = {
  quotes: fc.record({
    ...common,
    status: fc.constantFrom('open', 'accepted', 'requested'),
    validUntil: few(day(-1), day(0), day(9)),
    totals: fc.record({ gross: amount }),
  }),
  orders: fc.record({
    ...common,
    status: fc.constantFrom('confirmed', 'on_hold', 'completed', 'cancelled'),
    promisedDate: few(day(-3), day(3)),
    estimatedDate: few(day(-3), day(5)),
    totals: fc.record({ gross: amount }),
  }),
  shipments: fc.record({
    ...common,
    status: fc.constantFrom('planned', 'in_transit', 'delivery_failed', 'delivered'),
    promisedDate: few(day(-3), day(3)),
    estimatedDate: few(day(-3), day(5)),
  }),
  invoices: fc.record({
    ...common,
    dueDate: few(day(-30), day(0), day(30)),
    invoiceKind: fc.constantFrom('380', '381'),
    totals: fc.record({ gross: amount, open: amount }),
  }),
}
const types = documentTypes
const grease = { line: '10', sku: 'SF-400', quantity: '2', unit: 'EA' }
const spray = { ...grease, line: '20', sku: 'CS-300', unNumber: 'UN1950' }
const isDangerous = (index: number) => index % 9 === 4

let admin: string
let logistics: string
beforeAll(async () => {
  for (const type of types) {
    const documents = fc
      .sample(documentOf[type] ?? fc.record({ ...common, totals: fc.record({ gross: amount }) }), {
        numRuns: 130,
        seed: 7,
      })
      .map((document, index) => {
        const lines = isDangerous(index) ? [grease, spray, { ...spray, line: '30' }] : [grease]
        return { ...document, type, number: `${type}-${index}`, lines } as IngestDocument
      })
    expect(await portal.ingest(...documents)).toMatchObject({ created: 130, errors: [] })
  }
  admin = await portal.signIn('ann@long.example', 'L-1')
  logistics = await portal.signIn('lou@long.example', 'L-1', 'logistics')
})

const getBody = async <T>(path: string, token = admin) => (await portal.get(`/documents/${path}`, token)).body as T

async function readAllRows(type: DocumentType, query: string, limit = 100): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await getBody<Page>(`${type}?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`)
    expect([query, page.total]).toEqual([query, { count: page.total.count, exact: true }])
    rows.push(...page.rows)
    cursor = page.nextCursor
    if (cursor === null) expect(rows).toHaveLength(page.total.count)
  }
  return rows
}

describe('a list page by page', () => {
  const sortings = types.flatMap((type) =>
    definitions[type].sorts.flatMap((sort) => [[type, sort] as const, [type, `-${sort}`] as const]),
  )
  test.each(sortings)(
    'of %s by %s is the whole list in order, with nothing twice and nothing left out',
    async (type, sort) => {
      const numbers = (await readAllRows(type, `sort=${sort}`)).map((row) => row.number)
      expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 130 }, (_, index) => `${type}-${index}`)))
      const backwards = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect((await readAllRows(type, `sort=${backwards}`)).map((row) => row.number)).toEqual(numbers.toReversed())
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (limit) => {
          expect((await readAllRows(type, `sort=${sort}`, limit)).map((row) => row.number)).toEqual(numbers)
        }),
        { numRuns: 4, seed: 3 },
      )
    },
  )

  test.each([
    ['orders', 'gross'],
    ['invoices', 'gross'],
    ['invoices', 'open'],
  ] as const)('of %s by %s has the unknown amounts first and then the amounts as numbers', async (type, field) => {
    const values = (await readAllRows(type, `sort=${field}`)).map((row) => row[field] as string | null)
    const known = values.filter((value) => value !== null)
    expect(values.slice(values.length - known.length)).toEqual(known)
    expect(known).toEqual(known.toSorted(compare))
    expect(known.length).toBeGreaterThan(50)
  })
})

describe('a narrowed list', () => {
  const active = (type: DocumentType): readonly string[] => definitions[type].active
  const between = (value: unknown, from = '0000', to = '9999') =>
    typeof value === 'string' && value >= from && value <= to
  type Case = [DocumentType, string, (row: Row) => boolean]
  const cases: Case[] = [
    ['orders', 'period=last_7_days', ({ issueDate }) => between(issueDate, day(-6), today)],
    ['orders', `to=${today}`, ({ issueDate }) => between(issueDate, undefined, today)],
    ['quotes', 'dateField=keyDate&period=next_7_days', ({ validUntil }) => between(validUntil, today, day(6))],
    ['invoices', `dateField=keyDate&from=${today}`, ({ dueDate }) => between(dueDate, today)],
    ['invoices', 'dateField=keyDate&to=9999-12-31', ({ dueDate }) => between(dueDate)],
    ['invoices', 'dateField=keyDate&period=past', ({ dueDate }) => between(dueDate, undefined, day(-1))],
    ['orders', 'over=100', ({ gross }) => gross !== null && compare(String(gross), '100') >= 0],
    [
      'orders',
      'under=12.5&currency=USD',
      ({ gross, currency }) => gross !== null && currency === 'USD' && compare(String(gross), '12.5') <= 0,
    ],
    ['orders', 'over=100.0001&under=100.0001', ({ gross }) => gross === '100.0001'],
    ['invoices', 'invoiceKind=381', ({ invoiceKind }) => invoiceKind === '381'],
    [
      'invoices',
      `invoiceKind=380&over=100&from=${day(-400)}`,
      ({ invoiceKind, gross, issueDate }) =>
        invoiceKind === '380' && between(issueDate, day(-400)) && gross !== null && compare(String(gross), '100') >= 0,
    ],
    ...types.map((type): Case => [type, 'dangerous=true', ({ number }) => isDangerous(Number(number.split('-')[1]))]),
    [
      'shipments',
      'dangerous=true&open=true',
      ({ number, status }) => isDangerous(Number(number.split('-')[1])) && active('shipments').includes(status),
    ],
    ['orders', 'open=true', ({ status }) => active('orders').includes(status)],
    ['orders', 'open=true&status=on_hold,completed', ({ status }) => status === 'on_hold'],
    ['shipments', 'late=true', ({ late }) => late === true],
    ['shipments', 'late=true&open=true', ({ late, status }) => late === true && active('shipments').includes(status)],
    ['quotes', 'needsAction=true', ({ status }) => status === 'open'],
    ['invoices', 'needsAction=true', ({ status }) => status === 'overdue'],
    ['shipments', 'needsAction=true', ({ status }) => status === 'delivery_failed'],
    [
      'orders',
      'needsAction=true',
      ({ status, estimatedDate, promisedDate }) =>
        status === 'on_hold' ||
        (active('orders').includes(status) &&
          between(promisedDate) &&
          between(estimatedDate) &&
          String(estimatedDate) > String(promisedDate)),
    ],
    [
      'orders',
      'late=true',
      ({ status, estimatedDate, promisedDate }) =>
        active('orders').includes(status) &&
        between(promisedDate) &&
        (String(promisedDate) < today || (between(estimatedDate) && String(estimatedDate) > String(promisedDate))),
    ],
  ]

  test.each(cases)(
    'of %s by %s holds what is so and nothing else, and its counts and sums are of these',
    async (type, query, matches) => {
      const expected = (await readAllRows(type, '')).filter(matches)
      const rows = await readAllRows(type, query)
      expect(rows.map((row) => row.number)).toEqual(expected.map((row) => row.number))
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThan(130)

      if (!query.includes('status=')) {
        const { statuses } = await getBody<{ statuses: { status: string; count: number }[] }>(
          `${type}/statuses?${query}`,
        )
        const counted = Object.fromEntries(statuses.map(({ status, count }) => [status, count]))
        for (const status of Object.keys(definitions[type].statuses)) {
          expect([status, counted[status]]).toEqual([status, rows.filter((row) => row.status === status).length])
        }
      }
      const { totals } = await getBody<{ totals: { currency: string; gross: string }[] }>(`${type}/totals?${query}`)
      for (const { currency, gross } of totals) {
        const signed = rows
          .filter((row) => row.currency === currency)
          .map(({ gross, invoiceKind }) => {
            const value = typeof gross === 'string' ? gross : '0'
            return invoiceKind === '381' ? `-${value.replace('-', '')}` : value
          })
        expect([currency, compare(gross, sum(signed))]).toEqual([currency, 0])
      }
    },
  )

  test('a period means other days as time goes by', async () => {
    portal.setTime('2027-03-10T09:00:00Z')
    const later = await portal.signIn('lea@long.example', 'L-1')
    expect((await getBody<Page>('orders?period=last_7_days', later)).rows).toEqual([])
    portal.setTime(`${today}T09:00:00Z`)
  })

  test('what makes no sense is refused by name', async () => {
    for (const [query, field] of [
      [`period=today&from=${today}`, 'period'],
      ['period=someday', 'period'],
      ['late=yes', 'late'],
      ['over=1e3', 'over'],
      ['currency=euro', 'currency'],
      ['dateField=dueDate', 'dateField'],
    ]) {
      const { status, body } = await portal.get(`/documents/orders?${query}`, admin)
      expect([query, status, body]).toMatchObject([query, 400, { errors: [{ field }] }])
    }
    expect((await portal.get('/documents/quotes?late=true', admin)).status).toBe(400)
    expect((await portal.get('/documents/orders?invoiceKind=381', admin)).status).toBe(400)
    expect((await portal.get('/documents/invoices?invoiceKind=credit', admin)).status).toBe(400)
  })

  test('a member who may not see prices cannot find them out by filters, sortings or sums', async () => {
    for (const query of ['over=1', 'under=1', 'currency=EUR']) {
      const known = await portal.get(`/documents/orders?${query}`, logistics)
      const unknown = await portal.get('/documents/orders?colour=1', logistics)
      const name = query.split('=')[0] as string
      const anonymise = (text: string) => text.replaceAll(name, 'colour').replace(/"requestId":"[^"]+"/, '')
      expect([known.status, anonymise(known.text)]).toEqual([400, anonymise(unknown.text)])
    }
    const refused = await portal.get('/documents/orders?sort=gross', logistics)
    expect(refused.status).toBe(400)
    expect((refused.body as { message: string }).message).not.toMatch(/gross/)
    expect((await portal.get('/documents/orders/totals', logistics)).status).toBe(404)
  })
})
