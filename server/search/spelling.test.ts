import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()

const order = (account: string, number: string, name: string): IngestDocument => ({
  account,
  accountName: `Account ${account}`,
  type: 'orders',
  number,
  currency: 'EUR',
  issueDate: '2026-03-01',
  lines: [{ line: '1', sku: `SKU-${number}`, name, quantity: '1', amount: '10.00' }],
})

let ann: string
let logistics: string
beforeAll(async () => {
  await portal.ingest(
    order('A-1', 'SO-10042', 'Kugellager gehärtet'),
    order('A-1', 'SO-20077', 'Hydraulic pump filter'),
    { ...order('A-1', 'IN-30099', 'Zylinderschraube'), type: 'invoices' },
    order('B-1', 'SO-90012', 'Quarzgetriebe'),
    order('A-1', 'SO-30011', 'Flansch'),
    { ...order('A-1', 'IN-30100', 'Flansche'), type: 'invoices' },
  )
  ann = await portal.signIn('ann@a.example', 'A-1')
  logistics = await portal.signIn('leo@a.example', 'A-1', 'logistics')
})

async function search(text: string, token = ann) {
  const { status, body } = await portal.get(`/search?limit=8&q=${encodeURIComponent(text)}`, token)
  expect(status).toBe(200)
  const found = body as Reply<typeof searchDocuments>
  return { searched: found.searched, numbers: found.hits.map(({ number }) => number), found }
}

describe('a slip of the hand', () => {
  test.each([
    ['kugelager', 'SO-10042'],
    ['kugellagre', 'SO-10042'],
    ['hydrualic pump', 'SO-20077'],
    ['pomp', 'SO-20077'],
    ['gehartett', 'SO-10042'],
    ['SO-10024', 'SO-10042'],
    ['so 10024', 'SO-10042'],
    ['SO-200077', 'SO-20077'],
  ])('“%s” finds %s', async (typed, number) => {
    expect((await search(typed)).numbers).toContain(number)
  })

  test('finds the rest page by page, too', async () => {
    const page = async (more: string) =>
      (await portal.get(`/search?limit=1&q=flantsch${more}`, ann)).body as Reply<typeof searchDocuments>
    const first = await page('')
    const second = await page(`&cursor=${first.nextCursor}`)
    expect([first.searched, second.searched]).toEqual(['flansch', 'flansch'])
    expect([first, second].map(({ hits }) => hits.length)).toEqual([1, 1])
    expect([first, second].flatMap(({ hits }) => hits.map(({ number }) => number)).toSorted()).toEqual([
      'IN-30100',
      'SO-30011',
    ])
    expect(second.nextCursor).toBeNull()
  })

  test('the reply says what was looked for, and marks it', async () => {
    const { searched, found } = await search('Kugelager')
    expect(searched).toBe('kugellager')
    expect(found.hits[0]?.matched[0]).toEqual({
      field: 'name',
      text: 'Kugellager gehärtet',
      ranges: [{ start: 0, length: 10 }],
    })
    expect((await search('Kugellager')).searched).toBeNull()
  })

  test('two words of a search may be misspelt; more that no document holds are not taken for slips', async () => {
    expect(await search('hydrualic pomp filter')).toMatchObject({
      searched: 'hydraulic pump filter',
      numbers: ['SO-20077'],
    })
    expect(await search('hydrualic pomp fliter')).toMatchObject({ searched: null, numbers: [] })
    expect(await search('hydraulic kugellager')).toMatchObject({ searched: null, numbers: [] })
  })

  test('what only another account has is neither found nor named', async () => {
    for (const typed of ['Quarzgetriebe', 'quarzgetrieb', 'quarzgetreibe', 'SO-90012', 'SO-90021']) {
      expect(await search(typed)).toMatchObject({ searched: null, numbers: [] })
    }
  })

  test('what only documents of a type hold that one may not see is neither found nor named', async () => {
    expect((await search('zylinderschrabe')).searched).toBe('zylinderschraube')
    expect(await search('zylinderschrabe', logistics)).toMatchObject({ searched: null, numbers: [] })
  })

  test('is mended by what one may see, whatever other documents hold', async () => {
    expect((await search('Flansche')).numbers.toSorted()).toEqual(['IN-30100', 'SO-30011'])
    expect(await search('Flansche', logistics)).toMatchObject({ searched: null, numbers: ['SO-30011'] })
    expect(await search('Flanshce', logistics)).toMatchObject({ searched: 'flansch', numbers: ['SO-30011'] })
  })

  test.each(['%', '_', '100%', "o'brien\\", '(a+)+$', '[', ":*|&!'", '\\u0000', 'w '.repeat(99), 'ü'.repeat(200)])(
    'a hostile text is answered like any other: %s',
    async (text) => {
      await search(text)
    },
  )
})
