import { expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { documentTypes } from '#contract/values.ts'
import { generate } from '#database/seed/generate.ts'
import { multiplyAccounts } from '#database/seed/multiply.ts'
import { readOrderPromises } from '#server/commands/doctor/queries.ts'
import { findSharedNumbers } from '#server/ingest/maintenance/held-document-queries.ts'
import { testPortal } from '#server/testing/portal.ts'

/* The benchmark's largest database consists of copies: what is measured on it is worth as much as they are. */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
const { owner, ownerUrl, pools } = portal.database
const documents = [...generate({ size: 'S', today }).take(160)]
const account = documents[0]?.account ?? ''
const copies = [`${account}-1`, `${account}-2`]

type Page = { total: { count: number } }

const indexesSql = `select indexdef from pg_indexes where schemaname = 'public' order by 1`
const indexesOf = async () => (await owner.query<{ indexdef: string }>(indexesSql)).rows

await portal.ingest(...documents)
const indexesBefore = await indexesOf()
await multiplyAccounts(ownerUrl, 3, () => undefined)

/** A reply without what may differ: ids, the account's number, the system that documents came from, the moment. */
const comparable = (text: string, number: string) =>
  text
    .replaceAll(number, '')
    .replace(/\b([0-9a-f-]{32})[0-9a-f]{4}\b/g, '$1')
    .replace(/"(source|asOf)":("[^"]*"|null)/g, '')

/** All that the pages of an account show, by the addresses that they ask. */
async function shownTo(number: string): Promise<Record<string, unknown>> {
  const token = await portal.signIn(`someone@${number.toLowerCase()}.example`, number)
  const own = documents.filter((document) => document.account === number.replace(/-\d$/, ''))
  const details = own.map((document) => `/documents/${document.type}/${encodeURIComponent(document.number)}`)
  const some = own.filter((_document, index) => index % 6 === 0)
  const searches = some.flatMap((document) => [
    document.number,
    document.number.slice(0, 7),
    document.customerReference ?? '',
    document.lines?.[0]?.name ?? '',
    (document.lines?.[0]?.name ?? '').slice(1, 7),
  ])
  const articles = some.flatMap(({ lines = [] }) => lines.flatMap(({ sku }) => sku ?? []))
  const paths = [
    ...documentTypes.flatMap((type) => [
      `/documents/${type}?limit=100`,
      `/documents/${type}?q=steel`,
      `/documents/${type}/statuses`,
      `/documents/${type}/statuses?period=last_year`,
    ]),
    ...details,
    ...[...new Set(searches)].filter((text) => text.length > 1).map((text) => `/search?q=${encodeURIComponent(text)}`),
    ...[...new Set(articles)].map((sku) => `/items/${encodeURIComponent(sku)}`),
    '/items',
    '/dashboard',
    '/statement/balances',
    `/statement?currency=EUR&from=2025-01-01&to=${today}`,
  ]
  const shown: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, text } = await portal.get(path, token)
    shown[path] = [status, comparable(text, number)]
  }
  return shown
}

// Hundreds of pages, on a busy machine too.
test('a copied account shows on every page what the account shows that was imported', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const imported = await shownTo(account)
  expect(Object.keys(imported).length).toBeGreaterThan(100)
  expect(Object.entries(imported).filter(([, answer]) => (answer as [number])[0] !== 200)).toEqual([])
  for (const copy of copies) expect(await shownTo(copy)).toEqual(imported)
})

test('a copied database has the indexes of before, and no number stands with two customers of one system', async () => {
  expect(await indexesOf()).toEqual(indexesBefore)
  expect((await findSharedNumbers(pools.work)).count).toBe(0)
  const { open, under_way, carried } = await readOrderPromises(pools.work)
  expect([Number(open), under_way]).toEqual([0, carried])
})

test('imports go on in a copied account, and what is kept of it follows', async () => {
  const [copy = ''] = copies
  const order: IngestDocument = { type: 'orders', number: 'SO-NEW', account: copy, issueDate: today }
  const token = await portal.signIn('another@copy.example', copy)
  const totalOf = async () => ((await portal.get('/documents/orders', token)).body as Page).total.count
  const before = await totalOf()
  const report = await portal.ingest(order, { ...order, account: 'NEW', number: 'SO-OTHER' })
  expect(report.created).toBe(2)
  expect(await totalOf()).toBe(before + 1)
  const { body } = await portal.get('/search?q=so-new', token)
  expect((body as { hits: { number: string }[] }).hits.map((hit) => hit.number)).toEqual(['SO-NEW'])
})
