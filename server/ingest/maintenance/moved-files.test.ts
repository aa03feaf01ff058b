import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { createKey } from '../keys.ts'

/* UBL files and credit notes that were sent for the wrong customer, as the ERP and both customers see it. */
const portal = await testPortal('2026-05-10T09:00:00Z')
const deps = {
  db: portal.database.pools.server,
  workPool: portal.database.pools.work,
  clock: () => new Date('2026-05-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  random: randomBytes,
}
const erp = await createKey(deps, { name: 'erp', scope: 'ingest' })
await portal.ingest(
  { type: 'orders', number: 'OWN-1', account: 'C-2001' },
  { type: 'orders', number: 'OWN-2', account: 'C-2002' },
)
const wrong = await portal.signIn('wrong@c.example', 'C-2001')
const right = await portal.signIn('right@c.example', 'C-2002')
await portal.database.owner.query(
  `insert into account_identifiers (scheme, value, account_id)
select 'GLN', case number when 'C-2001' then '4012345000009' else '4012345000016' end, account_id from accounts`,
)
beforeEach(async () => {
  await portal.database.owner.query(
    'truncate documents, former_documents, document_parts, account_movements, account_months, document_sums cascade',
  )
})

const post = async (path: string, type: string, payload: string) => {
  const headers = { authorization: `Bearer ${erp}`, 'content-type': type }
  const reply = await portal.app.inject({ method: 'POST', url: `/api/ingest/${path}`, headers, payload })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const sendFile = (xml: string) => post('ubl', 'application/xml', xml)
const send = (...documents: object[]) =>
  post('documents', 'application/x-ndjson', documents.map((document) => JSON.stringify(document)).join('\n'))
const withdraw = (path: string) => portal.call('DELETE', `/ingest/documents/${path}`, { token: erp })
const canSee = async (token: string, path: string) => (await portal.get(`/documents/${path}`, token)).status === 200
const canBothSee = async (path: string) => [await canSee(wrong, path), await canSee(right, path)]

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../formats/ubl/fixtures', `${name}.xml`), 'utf8')
/** The same file for the other customer, issued on another day. */
const forOther = (xml: string, day: string) =>
  xml
    .replaceAll('4012345000009', '4012345000016')
    .replaceAll('C-2001', 'C-2002')
    .replace(/(:?IssueDate)>[^<]*</, `$1>${day}<`)

describe('A UBL file that was sent for the wrong customer', () => {
  test.each([
    ['quotation', `quotes/${encodeURIComponent('AN/2026 17')}`],
    ['despatch-advice', 'shipments/LS-800'],
    ['invoice', 'invoices/RE-900'],
    ['credit-note', 'invoices/GS-1'],
  ])('moves its %s to the right one by a newer file, and by no older one', async (name, path) => {
    expect(await sendFile(fixture(name))).toMatchObject({ created: 1, rejected: 0 })
    expect(await canBothSee(path)).toEqual([true, false])
    expect(await sendFile(forOther(fixture(name), '2026-01-15'))).toMatchObject({ stale: 1 })
    expect(await canBothSee(path)).toEqual([true, false])
    expect(await sendFile(forOther(fixture(name), '2026-04-20'))).toMatchObject({
      updated: 1,
      warnings: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('from account C-2001 to account C-2002') }),
      ]),
    })
    expect(await canBothSee(path)).toEqual([false, true])
    // The mistaken file may come once more: it is too old to take the document back.
    expect(await sendFile(fixture(name))).toMatchObject({ stale: 1 })
    expect(await canBothSee(path)).toEqual([false, true])
    for (const list of ['quotes', 'shipments', 'invoices'])
      expect((await portal.get(`/documents/${list}`, wrong)).body).toMatchObject({ rows: [], total: { count: 0 } })
    expect((await portal.get('/search?q=ring', wrong)).body).toMatchObject({ hits: [] })
    const [, number = ''] = path.split('/')
    expect((await portal.get('/notifications', wrong)).text).not.toContain(decodeURIComponent(number))
  })

  test('moves nothing by the number of an order, which is its buyer’s: both have one', async () => {
    await sendFile(fixture('order'))
    const other = forOther(fixture('order'), '2026-04-20')
    expect(await sendFile(other)).toMatchObject({ created: 1 })
    expect(await canBothSee('orders/SO-100')).toEqual([true, true])
    // Nor does an answer to one of them move it.
    await sendFile(fixture('order-response'))
    await sendFile(forOther(fixture('order-response'), '2026-04-21'))
    expect(await canBothSee('orders/SO-100')).toEqual([true, true])
    expect((await withdraw('orders/SO-100?account=C-2001')).status).toBe(200)
    expect(await canBothSee('orders/SO-100')).toEqual([false, true])
  })
})

describe('Two sellers that give one number to one customer', () => {
  const invoiceFrom = (scheme: string, id: string) =>
    fixture('invoice').replace(
      '<cac:AccountingCustomerParty>',
      `<cac:AccountingSupplierParty><cac:Party>${scheme === 'NAME' ? `<cac:PartyName><cbc:Name>${id}</cbc:Name></cac:PartyName>` : `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID></cac:PartyTaxScheme>`}</cac:Party></cac:AccountingSupplierParty><cac:AccountingCustomerParty>`,
    )

  test('never overwrite each other’s invoice: the second is refused with what to do', async () => {
    await sendFile(invoiceFrom('VAT', 'DE123456789'))
    const report = await sendFile(invoiceFrom('VAT', 'FR12345678901').replace('357.00', '400.00'))
    expect(report).toMatchObject({
      rejected: 1,
      errors: [{ path: '/Invoice', message: /from the source "VAT DE123456789".*in UBL cbc:ID/ }],
    })
    expect((await portal.get('/documents/invoices/RE-900', wrong)).text).toContain('357.00')
  })

  test('are one where one of them is only called by its name', async () => {
    await sendFile(invoiceFrom('VAT', 'DE123456789'))
    expect(await sendFile(invoiceFrom('NAME', 'Nordhafen Pumpen GmbH'))).toMatchObject({ updated: 1, rejected: 0 })
  })
})

const markedNumber = `1001${encodeURIComponent('\u00A0CN')}`
const invoiceDocument = (
  invoiceKind: '380' | '381',
  account: string,
  hour: number,
  fields: Partial<IngestDocument> = {},
) => ({
  ...{ type: 'invoices', number: '1001', account, invoiceKind, currency: 'EUR', issueDate: '2026-03-01' },
  ...{ totals: { gross: invoiceKind === '380' ? '500.00' : '80.00' }, dueDate: '2026-03-31' },
  ...{ modifiedAt: `2026-03-02T0${hour}:00:00Z`, ...fields },
})
/** What the customer reads of number 1001: kind, number and gross of each. */
const readInvoices = async (token: string) => {
  const { rows } = (await portal.get('/documents/invoices', token)).body as { rows: Record<string, unknown>[] }
  return rows.map((row) => `${row.invoiceKind} ${row.number} ${Number(row.gross)}`).toSorted()
}
const balance = async (token: string) => {
  const { body } = await portal.get('/statement/balances', token)
  return (body as { balances: { currency: string; balance: string }[] }).balances.map((entry) => Number(entry.balance))
}

describe('A credit note that shares its invoice’s number', () => {
  beforeEach(async () => {
    expect(await send(invoiceDocument('380', 'C-2001', 1), invoiceDocument('381', 'C-2001', 1))).toMatchObject({
      created: 2,
    })
    expect(await readInvoices(wrong)).toEqual(['380 1001 500', '381 1001\u00A0CN -80'])
  })

  test('moves alone when it is sent for another customer, and the invoice stays', async () => {
    expect(await send(invoiceDocument('381', 'C-2002', 2))).toMatchObject({ updated: 1, rejected: 0 })
    expect([await readInvoices(wrong), await readInvoices(right)]).toEqual([['380 1001 500'], ['381 1001 -80']])
    expect([await balance(wrong), await balance(right)]).toEqual([[500], [-80]])
    expect(await send(invoiceDocument('380', 'C-2002', 2))).toMatchObject({ updated: 1 })
    expect([await readInvoices(wrong), await readInvoices(right)]).toEqual([
      [],
      ['380 1001 500', '381 1001\u00A0CN -80'],
    ])
  })

  test('stays when the invoice moves or is withdrawn, and its next version replaces it', async () => {
    expect(await send(invoiceDocument('380', 'C-2002', 2))).toMatchObject({ updated: 1 })
    expect([await readInvoices(wrong), await readInvoices(right)]).toEqual([['381 1001\u00A0CN -80'], ['380 1001 500']])
    expect(await send(invoiceDocument('381', 'C-2001', 3, { totals: { gross: '90.00' } }))).toMatchObject({
      updated: 1,
    })
    expect(await readInvoices(wrong)).toEqual(['381 1001\u00A0CN -90'])
    expect((await withdraw('invoices/1001?invoiceKind=380')).status).toBe(200)
    expect(await send(invoiceDocument('381', 'C-2001', 4, { totals: { gross: '95.00' } }))).toMatchObject({
      updated: 1,
    })
    expect([await readInvoices(wrong), await readInvoices(right)]).toEqual([['381 1001\u00A0CN -95'], []])
    expect(await balance(wrong)).toEqual([-95])
  })

  test('is withdrawn by its kind, and by the invoice’s number alone it is not', async () => {
    expect((await withdraw('invoices/1001')).body.message).toMatch(/name one by "invoiceKind"/)
    expect((await withdraw('invoices/1001?invoiceKind=381')).status).toBe(200)
    expect(await readInvoices(wrong)).toEqual(['380 1001 500'])
    expect(await send(invoiceDocument('381', 'C-2001', 1))).toMatchObject({
      stale: 1,
      warnings: [{ message: /was withdrawn/ }],
    })
    expect((await withdraw('invoices/1001')).status).toBe(200)
    expect(await readInvoices(wrong)).toEqual([])
    expect(await send(invoiceDocument('381', 'C-2002', 1))).toMatchObject({ created: 1 })
    expect([await canSee(right, 'invoices/1001'), await canSee(wrong, `invoices/${markedNumber}`)]).toEqual([
      true,
      false,
    ])
  })
})
