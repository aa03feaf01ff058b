import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { zipOf } from '#server/testing/zip.ts'
import { takeIn } from '../intake.ts'
import type { IngestDeps } from '../types.ts'

const database = await testDatabase()
const deps: IngestDeps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-04-10T08:00:00Z'),
  newId: () => randomUUIDv7(),
}
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../formats/ubl/fixtures', `${name}.xml`), 'utf8')
const send = (text: string | Uint8Array, options: { account?: string; dryRun?: boolean } = {}) =>
  takeIn(deps, 'ubl', typeof text === 'string' ? Buffer.from(text) : text, { dryRun: false, ...options })
const rows = async (sql: string) => (await database.owner.query(sql)).rows

beforeEach(async () => {
  await database.owner.query('truncate accounts, quarantine, raw_messages cascade')
  await database.owner.query(
    `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-2001', 'Wasserwerk Süd'), (gen_random_uuid(), 'C-2002', 'Other')`,
  )
  await database.owner.query(
    `insert into account_identifiers (scheme, value, account_id) select 'GLN', '4012345000009', account_id from accounts where number = 'C-2001'`,
  )
})

/** Everything that a customer could see of the chain, with the accounts of its documents. */
const state = () =>
  Promise.all([
    rows(`select a.number as account, d.type, d.number, d.status, d.customer_reference, d.promised_date, d.gross, d.open, d.fulfilment, d.billing, d.payment
from documents d join accounts a using (account_id) order by d.type, d.number`),
    rows(`select d.number, k.position, k.to_type, k.to_number, k.to_line, k.quantity from document_links k join documents d on d.account_id = k.account_id and d.id = k.document_id
order by 1, 2, 3, 4, 5`),
    rows(
      'select d.number, l.position, l.line, l.quantity, l.amount from document_lines l join documents d on d.account_id = l.account_id and d.id = l.document_id order by 1, 2',
    ),
  ])

const chain = ['quotation', 'order', 'order-response', 'despatch-advice', 'invoice', 'credit-note']

describe('a chain of documents', () => {
  test('belongs to the customer whom its identifiers name, and each refers to the one before', async () => {
    for (const name of chain)
      expect(await send(fixture(name))).toMatchObject({ received: 1, rejected: 0, quarantined: 0, errors: [] })
    const [documents, links] = await state()
    expect(documents.map(({ account, type, number, status }) => [account, type, number, status])).toEqual([
      ['C-2001', 'invoices', 'GS-1', 'settled'],
      ['C-2001', 'invoices', 'RE-900', 'credited'].with(3, documents[1]?.status),
      ['C-2001', 'orders', 'SO-100', documents[2]?.status],
      ['C-2001', 'quotes', 'AN/2026 17', 'ordered'],
      ['C-2001', 'shipments', 'LS-800', 'in_transit'],
    ])
    expect(links).toContainEqual(
      expect.objectContaining({ number: 'LS-800', position: 1, to_number: 'SO-100', to_line: '1' }),
    )
    expect(links.some(({ to_number }) => to_number === 'PO-4711')).toBe(false)
  })

  test('ends the same in whatever order and however often it arrives', async () => {
    for (const name of chain) await send(fixture(name))
    const expected = await state()
    const arrivalOrders = [
      [...chain].reverse(),
      ['order-response', 'invoice', 'despatch-advice', 'order', 'credit-note', 'quotation'],
      [
        'invoice',
        'order',
        'despatch-advice',
        'order-response',
        'order',
        'invoice',
        'quotation',
        'credit-note',
        'order-response',
      ],
    ]
    for (const names of arrivalOrders) {
      await database.owner.query('truncate documents, document_parts cascade')
      for (const name of names) await send(fixture(name))
      expect(await state()).toEqual(expected)
      // A document that came before its order gets the order's number when it is sent again; then nothing changes.
      for (const name of names) expect(await send(fixture(name))).toMatchObject({ created: 0, rejected: 0 })
      expect(await state()).toEqual(expected)
      for (const name of names) expect(await send(fixture(name))).toMatchObject({ updated: 0, unchanged: 1 })
    }
    await database.owner.query('truncate documents, document_parts cascade')
    const files = Object.fromEntries([...chain].reverse().map((name) => [`${name}.xml`, fixture(name)]))
    expect(await send(zipOf(files))).toMatchObject({ received: 6, created: 5, unchanged: 1, rejected: 0 })
    expect(await state()).toEqual(expected)
  })

  test('messages of one order that arrive at the same moment all count', { tags: 'long' }, async () => {
    for (let round = 0; round < 12; round++) {
      await database.owner.query('truncate documents, document_parts cascade')
      await Promise.all(['order-response', 'order', 'despatch-advice'].map((name) => send(fixture(name))))
      expect(await rows(`select number, status, promised_date from documents where type = 'orders'`)).toEqual([
        expect.objectContaining({ number: 'SO-100', promised_date: '2026-03-27' }),
      ])
      expect(await rows(`select distinct to_number from document_links where to_type = 'orders'`)).toEqual([
        { to_number: 'SO-100' },
      ])
    }
  })

  test('a buyer’s number that stands for two sales orders is not guessed', async () => {
    await send(fixture('order'))
    await send(fixture('order').replace('SO-100', 'SO-101'))
    const report = await send(fixture('order-response'))
    expect(report).toMatchObject({
      rejected: 1,
      errors: [{ line: 1, path: '/OrderResponse', message: expect.stringContaining('SO-100, SO-101') }],
    })
  })
})

describe('whose a document is', () => {
  test('a number that the supplier gave the buyer is the account’s own number', async () => {
    expect(await send(fixture('quotation'))).toMatchObject({ created: 1 })
  })

  test('a stranger’s document waits, once, and nobody sees it', async () => {
    const strangersInvoice = fixture('invoice').replace('4012345000009', '4000000000000')
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await send(strangersInvoice)).toMatchObject({
        received: 1,
        created: 0,
        quarantined: 1,
        warnings: expect.arrayContaining([
          expect.objectContaining({
            message: expect.stringMatching(/the document gives its buyer ".+": .*GLN 4000000000000/),
          }),
        ]),
      })
    }
    expect(await rows('select type, number, buyer_name from quarantine')).toEqual([
      { type: 'invoices', number: 'RE-900', buyer_name: 'Wasserwerk Süd' },
    ])
    expect(await rows('select number from documents')).toEqual([])
  })

  test('identifiers of two accounts are nobody’s', async () => {
    await database.owner.query(
      `insert into account_identifiers (scheme, value, account_id) select 'VAT', 'DE811569869', account_id from accounts where number = 'C-2002'`,
    )
    expect(await send(fixture('order'))).toMatchObject({
      quarantined: 1,
      warnings: [
        {
          path: '/Order',
          message: expect.stringMatching(
            /^The identifiers of its buyer ".+" belong to several accounts: C-2001, C-2002\. It waits in quarantine\.$/,
          ),
        },
      ],
    })
  })

  test('the sender’s word on the account decides, and a new one is created', async () => {
    expect(await send(fixture('order'), { account: 'C-3000' })).toMatchObject({ created: 1 })
    expect(
      await rows('select a.number, a.name, d.number as document from documents d join accounts a using (account_id)'),
    ).toEqual([{ number: 'C-3000', name: 'Wasserwerk Süd', document: 'SO-100' }])
    expect(await send(fixture('order'), { account: 'c-3000' })).toMatchObject({
      rejected: 1,
      errors: [{ message: expect.stringContaining('upper and lower case') }],
    })
  })
})

describe('what is kept', () => {
  test('a dry run tells what would happen and writes nothing at all', async () => {
    for (const name of chain)
      expect(await send(fixture(name), { dryRun: true })).toMatchObject({ created: 1, rejected: 0 })
    expect(await send(fixture('invoice').replace('4012345000009', '1'), { dryRun: true })).toMatchObject({
      quarantined: 1,
    })
    for (const table of ['documents', 'document_parts', 'quarantine', 'raw_messages'])
      expect(await rows(`select from ${table}`)).toEqual([])
    expect(await rows('select from accounts')).toHaveLength(2)
  })

  test('the message is kept as it came', async () => {
    await send(fixture('invoice'))
    const [raw] = await rows('select source, media_type, content from raw_messages')
    expect(raw).toMatchObject({ source: 'ubl', media_type: 'application/xml' })
    expect(zstdDecompressSync(raw.content).toString()).toBe(fixture('invoice'))
  })
})

describe('a ZIP', () => {
  test('takes the good ones and names the bad ones', async () => {
    const report = await send(
      zipOf({
        'a/order.xml': fixture('order'),
        'b/broken.xml': '<Order',
        'c/nested.zip': zipOf({ 'x.xml': fixture('invoice') }),
        'd/wrong.xml': fixture('invoice').replace('>150<', '>many<'),
      }),
    )
    expect(report).toMatchObject({ received: 4, created: 1, rejected: 3 })
    expect(report.errors.map(({ line, path }) => [line, path])).toEqual([
      [2, 'b/broken.xml: /'],
      [3, 'c/nested.zip: /'],
      [4, 'd/wrong.xml: /Invoice/cac:InvoiceLine/cbc:InvoicedQuantity'],
    ])
  })

  test('that is a bomb, has too many files, is broken or empty is refused with a sentence', async () => {
    const tooManyFiles = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.xml`, '']))
    const blank = Buffer.alloc(19 * 1024 * 1024, 0x20)
    const bomb = zipOf({ 'bomb.xml': blank })
    const huge = zipOf(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.xml`, blank])))
    const cases: [Uint8Array, RegExp][] = [
      [zipOf(tooManyFiles), /more than 2000 files/],
      [bomb, /compressed more than 200 times/],
      [huge, /more than 500 MB/],
      [zipOf({ 'a.xml': fixture('order') }).subarray(0, 200), /cannot be read/],
      [zipOf({}), /holds no document/],
    ]
    for (const [content, sentence] of cases) {
      const report = await send(content)
      expect(report).toMatchObject({ received: 1, rejected: 1, created: 0 })
      expect(report.errors[0]?.message).toMatch(sentence)
    }
  })

  test('whose names climb out of it harms nothing', async () => {
    expect(await send(zipOf({ '../../etc/order.xml': fixture('order') }))).toMatchObject({ created: 1, rejected: 0 })
  })
})
