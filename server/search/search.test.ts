import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { testPortal } from '../testing/portal.ts'
import { withoutIds } from '../testing/without-ids.ts'

const portal = await testPortal()
type TestDocument = Partial<IngestDocument> & { number: string; item?: string; sku?: string; serials?: string[] }

function testDocument({ item = 'Flat washer', sku, serials, ...fields }: TestDocument): IngestDocument {
  const line = { line: '1', sku: sku ?? `ART-${fields.number}`, name: item, quantity: '1' }
  return {
    account: 'A-1',
    accountName: 'Better Bikes',
    type: 'orders',
    issueDate: '2026-03-01',
    lines: [serials ? { ...line, serials } : line],
    ...fields,
  }
}

let ann: string
let logistics: string
beforeAll(async () => {
  const { errors } = await portal.ingest(
    testDocument({ number: 'SO-10042', customerReference: 'PUR 000123', status: 'confirmed', issueDate: '2026-01-15' }),
    testDocument({ number: 'SO-20077', customerReference: '4500098765', item: 'Rillenkugellager', status: 'on_hold' }),
    testDocument({
      number: 'SO-30001',
      item: 'Roller bearing',
      note: 'Bitte an Tor drei abladen',
      customerReference: 'X-10042',
    }),
    testDocument({
      number: 'SO-30002',
      item: 'Rubber washer',
      shipTo: { name: 'Müller & Söhne', lines: ['Straße des Friedens 17'], city: 'Düsseldorf', postalCode: '40210' },
    }),
    testDocument({
      number: 'DN-5001',
      type: 'shipments',
      serials: ['SN-778-4213-A'],
      shipment: { trackingNumbers: ['1Z999AA10123456784'], packages: [{ sscc: '003400000000000017' }] },
    }),
    testDocument({
      number: 'IN-7001',
      type: 'invoices',
      currency: 'EUR',
      dueDate: '2026-03-05',
      totals: { net: '1111.77', gross: '1190.5' },
    }),
    testDocument({ number: 'IN-7002', type: 'invoices', currency: 'EUR', totals: { gross: '17500' }, sku: 'KL-6204' }),
    testDocument({
      number: 'SO-99001',
      account: 'B-1',
      accountName: 'Other',
      item: 'Quarzgetriebe',
      customerReference: 'QQ-555-777',
    }),
  )
  expect(errors).toEqual([])
  ann = await portal.signIn('ann@a.example', 'A-1')
  logistics = await portal.signIn('leo@a.example', 'A-1', 'logistics')
})

async function search(text: string, token = ann, extraQuery = '') {
  const { status, body } = await portal.get(`/search?limit=20&q=${encodeURIComponent(text)}${extraQuery}`, token)
  expect([text, status]).toEqual([text, 200])
  const reply = body as Reply<typeof searchDocuments>
  return { ...reply, numbers: reply.hits.map(({ number }) => number) }
}

describe('whatever a person has at hand', () => {
  test.each([
    ['so 10042', 'SO-10042'],
    ['SO10042', 'SO-10042'],
    ['10042', 'SO-10042'],
    ['pur123', 'SO-10042'],
    ['PUR-000123', 'SO-10042'],
    ['00000123', 'SO-10042'],
    ['0098', 'SO-20077'],
    ['1Z 999 AA1 0123 4567 84', 'DN-5001'],
    ['AA10 1234', 'DN-5001'],
    ['0034 0000 0000 0000 17', 'DN-5001'],
    ['34000000', 'DN-5001'],
    ['84213', 'DN-5001'],
    ['strasse des friedens', 'SO-30002'],
    ['40210', 'SO-30002'],
    ['dusseldorf', 'SO-30002'],
    ['abladen', 'SO-30001'],
    ['bearings', 'SO-30001'],
    ['kugellager', 'SO-20077'],
    ['rilenkugelager', 'SO-20077'],
    ['rillenkuglelagre', 'SO-20077'],
    ['1190,50', 'IN-7001'],
    ['1.190,50', 'IN-7001'],
    ['1,190.50 EUR', 'IN-7001'],
    ['€1,190.50', 'IN-7001'],
    ['17500', 'IN-7002'],
  ])('“%s” leads to %s first', async (typed, number) => {
    expect((await search(typed)).numbers[0]).toBe(number)
  })

  test('a document’s own number comes before a newer one that names it', async () => {
    expect((await search('10042')).numbers).toEqual(['SO-10042', 'SO-30001'])
  })

  test('a shipment that was delivered on an unknown day is not found with the day on which it was expected', async () => {
    const shipment = (number: string, dates: Partial<IngestDocument>) =>
      testDocument({ number, account: 'E-1', accountName: 'Undated', type: 'shipments', status: 'delivered', ...dates })
    const { errors } = await portal.ingest(
      shipment('DN-6001', { promisedDate: '2026-03-08', estimatedDate: '2030-03-20' }),
      shipment('DN-6002', { promisedDate: '2026-03-08', deliveredDate: '2026-03-09' }),
    )
    expect(errors).toEqual([])
    const erin = await portal.signIn('erin@e.example', 'E-1')
    const { hits } = await search('DN-600', erin)
    expect(Object.fromEntries(hits.map(({ number, keyDate }) => [number, keyDate]))).toEqual({
      'DN-6001': null,
      'DN-6002': '2026-03-09',
    })
  })

  test('stems follow the language of the account', async () => {
    await portal.ingest(testDocument({ number: 'SO-40001', account: 'D-1', accountName: 'Deutsche', item: 'Schraube' }))
    const doris = await portal.signIn('doris@d.example', 'D-1')
    expect((await search('geschraubt', doris)).numbers).toEqual([])
    await portal.database.owner.query(`update accounts set language = 'de' where number = 'D-1'`)
    expect((await search('schrauben', doris)).numbers).toEqual(['SO-40001'])
    const { rows } = await portal.database.owner.query(`select stem from search_words where word = 'schraube'`)
    expect(rows).toEqual([{ stem: 'schraub' }])
  })

  test('what is found is marked', async () => {
    const marks = async (typed: string) => {
      const [match] = (await search(typed)).hits[0]?.matched ?? []
      const [range] = match?.ranges ?? []
      return [match?.field, range && match?.text.slice(range.start, range.start + range.length)]
    }
    expect(await marks('0098')).toEqual(['customerReference', '0098'])
    expect(await marks('1Z 999 AA1 0123 4567 84')).toEqual(['trackingNumbers', '1Z999AA10123456784'])
    expect(await marks('1190,50')).toEqual(['gross', '1190.5000'])
    expect(await marks('lager')).toEqual(['name', 'Rillenkugellager'])
  })
})

describe('prefixes', () => {
  test.each([
    ['po:10042', ['SO-30001']],
    ['po:"PUR 000123"', ['SO-10042']],
    ['po:so10042', []],
    ['sku:6204', ['IN-7002']],
    ['sku:"art dn 5001"', ['DN-5001']],
    ['sn:SN-778', ['DN-5001']],
    ['sn:5001', []],
    ['sn:78-421', ['DN-5001']],
    ['art sn:4213 type:shipments', ['DN-5001']],
    ['sn:6204', []],
    ['po:0001', ['SO-10042']],
    ['sku:dn50', ['DN-5001']],
    ['type:shipments', ['DN-5001']],
    ['washer type:shipments', ['DN-5001']],
    ['status:on_hold', ['SO-20077']],
    ['status:overdue', ['IN-7001']],
    ['so before:2026-02', ['SO-10042']],
    ['before:2026-01-15', ['SO-10042']],
    ['type:orders before:2026-01-14', []],
    ['over:1190.5', ['IN-7001', 'IN-7002']],
    ['over:1190.51', ['IN-7002']],
  ])('“%s” narrows to %j', async (typed, numbers) => {
    const result = await search(typed)
    expect(result.numbers.toSorted()).toEqual(numbers.toSorted())
    expect(Object.values(result.counts).reduce((sum, count) => sum + count, 0)).toBe(numbers.length)
  })

  test('the counts by type keep to the filters, and a type chosen narrows the hits alone', async () => {
    const { counts, numbers } = await search('after:2026-02 washer', ann, '&types=invoices')
    expect(counts).toEqual({ quotes: 0, orders: 1, shipments: 1, invoices: 2 })
    expect(numbers.toSorted()).toEqual(['IN-7001', 'IN-7002'])
  })
})

describe('a member who may not see', () => {
  test('amounts finds none by them, and none is marked', async () => {
    for (const typed of [
      '1190,50',
      '1190.50',
      '1190',
      '17500',
      '1111.77',
      'over:1',
      '$1190.50',
      '$1190',
      '1190.5000',
    ]) {
      const { hits } = await search(typed, logistics)
      expect([typed, hits]).toEqual([typed, []])
    }
    expect(withoutIds(JSON.stringify(await search('washer', logistics)))).not.toMatch(/1190|17500/)
  })

  test('another account’s documents finds nothing of them, nor learns a word of them', async () => {
    const theirs = [
      'Quarzgetriebe',
      'quarz',
      'getriebe',
      'qarzgetreibe',
      'quarzgetriebes',
      'QQ-555-777',
      '55777',
      '555 777',
      'po:QQ',
    ]
    for (const typed of theirs)
      expect([typed, await search(typed)]).toMatchObject([typed, { hits: [], searched: null }])
  })
})

describe('pages', () => {
  test.each(['SO-6', 'widgets', '0060', 'status:received type:orders', 'widget over:10'])(
    'each document that “%s” finds comes once, newest first',
    async (typed) => {
      const documents = Array.from({ length: 23 }, (_, at) =>
        testDocument({
          number: `SO-6${String(at).padStart(4, '0')}`,
          account: 'P-1',
          accountName: 'Pages',
          item: 'Brass widget',
          customerReference: `ZZ00600${at}`,
          issueDate: `2026-02-${String((at % 9) + 10)}`,
          currency: 'EUR',
          totals: { gross: String(at * 10) },
        }),
      )
      await portal.ingest(...documents)
      const paula = await portal.signIn(`p${typed.length}@p.example`, 'P-1')
      const read: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await portal.get(
          `/search?limit=7&q=${encodeURIComponent(typed)}${cursor && `&cursor=${cursor}`}`,
          paula,
        )
        const page = body as Reply<typeof searchDocuments>
        read.push(...page.hits.map(({ number, date }) => `${date} ${number}`))
        cursor = page.nextCursor
      }
      expect(new Set(read).size).toBe(typed.includes('over') ? 22 : 23)
      expect(read).toHaveLength(new Set(read).size)
      const days = read.map((entry) => entry.slice(0, 10))
      expect(days).toEqual(days.toSorted().toReversed())
    },
  )
})
