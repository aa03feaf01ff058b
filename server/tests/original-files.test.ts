import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { readAudit } from '../audit/read-audit.ts'
import { commandLine } from '../audit/record.ts'
import { zipOf } from '../formats/zip/write.ts'
import { createKey } from '../ingest/keys.ts'
import { mergeAccounts } from '../ingest/maintenance/merge-accounts.ts'
import { moveDocument } from '../ingest/maintenance/move-document.ts'
import { ingestQuarantined } from '../ingest/trade/trade-messages.ts'
import { assignDocument } from '../quarantine/quarantine.ts'
import { testPortal } from '../testing/portal.ts'

/* The original UBL file of a document, as its customer downloads it. */
const portal = await testPortal('2026-04-10T09:00:00Z')
const { server: db, work: workPool } = portal.database.pools
const deps = { workPool, clock: () => new Date('2026-04-10T09:00:00Z'), newId: randomUUIDv7 }
const key = await createKey({ ...deps, db, random: randomBytes }, { name: 'erp', scope: 'ingest' })
await portal.ingest(
  { type: 'quotes', number: 'Q-1', account: 'C-1' },
  { type: 'quotes', number: 'Q-2', account: 'C-2' },
  { type: 'quotes', number: 'Q-3', account: 'C-3' },
)
const ann = await portal.signIn('ann@c.example', 'C-1')
const bob = await portal.signIn('bob@c.example', 'C-2')
const packer = await portal.signIn('packer@c.example', 'C-1', 'logistics')

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../formats/ubl/fixtures', `${name}.xml`), 'utf8')
const invoice = fixture('invoice')
const sendUbl = async (content: string | Buffer, account?: string) => {
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/ingest/ubl${account ? `?account=${account}` : ''}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })
  const report = reply.json()
  expect(report.errors).toEqual([])
  return report
}
const fetchOriginal = (path: string, token: string) =>
  portal.app.inject({ url: `/api/documents/${path}/original`, headers: { authorization: `Bearer ${token}` } })
const original = async (path: string, token = ann) => {
  const reply = await fetchOriginal(path, token)
  return reply.statusCode === 200 ? reply.body : reply.statusCode
}
const offered = async (path: string, token = ann) => {
  const { status, body } = await portal.get(`/documents/${path}`, token)
  return status === 200 ? (body as DocumentDetail).original : status
}

beforeEach(async () => {
  await portal.database.owner.query('truncate documents, former_documents, document_parts, quarantine cascade')
})

describe('The e-document as which an invoice was sent', () => {
  test('is given to its customer byte for byte, as a file that nobody else keeps', async () => {
    const sent = Buffer.from(`\ufeff${invoice.replaceAll('\n', '\r\n')}`)
    await sendUbl(sent, 'C-1')
    expect(await offered('invoices/RE-900')).toEqual({ kind: 'Invoice', receivedAt: '2026-04-10T09:00:00Z' })
    const reply = await fetchOriginal('invoices/RE-900', ann)
    expect(reply.rawPayload.equals(sent)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="Invoice RE-900.xml"/),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const [entry] = (await readAudit(db, { user: 'ann@c.example' }, 1)).map(({ action, details }) => ({
      action,
      path: details.path,
    }))
    expect(entry).toEqual({ action: 'file_downloaded', path: '/api/documents/invoices/RE-900/original' })
  })

  test('stays out of reach of every other customer', async () => {
    await sendUbl(invoice, 'C-1')
    expect(await original('invoices/RE-900', bob)).toBe(404)
    const { rows } = await portal.database.pools.viewer.query('select from original_files')
    expect(rows).toEqual([])
  })

  test('is one of each document of a ZIP', async () => {
    const names = ['RE-1', 'RE-2', 'RE-3']
    const files = names.map((name) => ({ name: `${name}.xml`, content: Buffer.from(invoice.replace('RE-900', name)) }))
    const zip = await buffer(zipOf(Readable.from(files), new Date('2026-03-10T09:00:00Z')))
    expect(await sendUbl(zip, 'C-1')).toMatchObject({ created: 3 })
    for (const name of names) expect(await original(`invoices/${name}`)).toBe(invoice.replace('RE-900', name))
  })

  test('is the newest version, and the newest bytes of the same version', async () => {
    const newer = invoice.replace('2026-03-25', '2026-03-26')
    const signed = newer.replace('<cbc:ID>RE-900', '<!-- signed -->\n  <cbc:ID>RE-900')
    for (const [sent, expected] of [
      [invoice, invoice],
      [newer, newer],
      [invoice, newer],
      [signed, signed],
    ] as const) {
      await sendUbl(sent, 'C-1')
      expect(await original('invoices/RE-900')).toBe(expected)
    }
  })

  test('is not there for a document that came otherwise, and stays when only its state is told anew', async () => {
    const own: IngestDocument = { type: 'invoices', number: 'RE-1', account: 'C-1', currency: 'EUR' }
    await portal.ingest(own)
    expect([await offered('invoices/RE-1'), await original('invoices/RE-1')]).toEqual([null, 404])
    await sendUbl(invoice, 'C-1')
    await portal.ingest({ type: 'invoices', number: 'RE-900', account: 'C-1', status: 'paid' })
    expect((await portal.get('/documents/invoices/RE-900', ann)).body).toMatchObject({ status: 'paid' })
    expect(await original('invoices/RE-900')).toBe(invoice)
  })

  test('is kept by no rehearsal', async () => {
    await portal.app.inject({
      method: 'POST',
      url: '/api/ingest/ubl?account=C-1&dryRun=true',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
      payload: invoice,
    })
    expect((await portal.database.owner.query('select from original_files')).rowCount).toBe(0)
  })

  test('comes along when it waited for its customer to be told', async () => {
    expect(await sendUbl(invoice)).toMatchObject({ quarantined: 1 })
    const { rows } = await portal.database.owner.query('select id from quarantine')
    const feed: Parameters<typeof assignDocument>[0]['feed'] = (content, account) =>
      ingestQuarantined(deps, content, account)
    await assignDocument({ workPool, feed }, rows[0].id, 'C-1', false)
    expect(await original('invoices/RE-900')).toBe(invoice)
  })

  test('is packed beside the portal’s own into a download of e-documents', async () => {
    await sendUbl(invoice, 'C-1')
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/api/documents/download',
      headers: { authorization: `Bearer ${ann}` },
      body: { type: 'invoices', numbers: ['RE-900'], parts: ['ubl'] },
    })
    const files = new Map<string, string>()
    const zip = await fromBufferPromise(reply.rawPayload)
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, String(await buffer(Readable.from(await zip.openReadStreamPromise(entry)))))
    }
    expect([...files.keys()]).toEqual(['Invoice RE-900.xml', 'RE-900.xml', 'manifest.csv'])
    expect(files.get('Invoice RE-900.xml')).toBe(invoice)
  })
})

describe('The e-document of a document that leaves its customer', () => {
  test('goes with it when it is withdrawn, and comes back with it', async () => {
    await sendUbl(invoice, 'C-1')
    await portal.call('DELETE', '/ingest/documents/invoices/RE-900', { token: key })
    expect(await original('invoices/RE-900')).toBe(404)
    expect((await portal.database.owner.query('select from original_files')).rowCount).toBe(0)
    const newer = invoice.replace('2026-03-25', '2026-04-11')
    await sendUbl(newer, 'C-1')
    expect(await original('invoices/RE-900')).toBe(newer)
  })

  test('does not go along to another customer, who gets one with the next message', async () => {
    await sendUbl(invoice, 'C-1')
    const moved: IngestDocument = {
      ...{ type: 'invoices', number: 'RE-900', account: 'C-2', currency: 'EUR', modifiedAt: '2026-03-26T08:00:00Z' },
      ...{ totals: { gross: '357.00' }, lines: [] },
    }
    expect(await portal.ingest(moved)).toMatchObject({ errors: [], updated: 1 })
    expect([await original('invoices/RE-900'), await original('invoices/RE-900', bob)]).toEqual([404, 404])
    expect(await offered('invoices/RE-900', bob)).toBeNull()
    const theirs = invoice.replace('2026-03-25', '2026-03-27').replace('Wasserwerk', 'Stadtwerk')
    await sendUbl(theirs, 'C-2')
    expect([await original('invoices/RE-900'), await original('invoices/RE-900', bob)]).toEqual([404, theirs])
  })

  test('does not go along when the operator moves it either, papers or not', async () => {
    for (const papers of [false, true]) {
      const number = `RE-90${Number(papers)}`
      await sendUbl(invoice.replace('RE-900', number), 'C-1')
      await moveDocument(deps, { type: 'invoices', number }, { to: 'C-2', papers })
      expect([await original(`invoices/${number}`), await original(`invoices/${number}`, bob)]).toEqual([404, 404])
    }
  })

  test('goes along when both accounts become one', async () => {
    await sendUbl(invoice, 'C-3')
    await mergeAccounts(deps, { from: 'C-3', into: 'C-2' }, { caller: commandLine, keyId: null })
    expect(await original('invoices/RE-900', bob)).toBe(invoice)
  })
})

test('of an order the newest of its messages is offered, whatever came last', async () => {
  const [order, response] = [fixture('order'), fixture('order-response')]
  for (const sent of [[order], [response], [order]]) await sendUbl(sent[0] ?? '', 'C-1')
  const { body } = await portal.get('/documents/orders', ann)
  const [{ number = '' } = {}] = (body as { rows: { number: string }[] }).rows
  expect(await offered(`orders/${number}`)).toMatchObject({ kind: 'OrderResponse' })
  expect(await original(`orders/${number}`)).toBe(response)
})

describe('A member who may not see prices', () => {
  test('gets the e-document of a shipment only when it tells no amount', async () => {
    const plain = fixture('despatch-advice')
    const amount = '<cac:DeclaredCustomsValueAmount currencyID="EUR">7919.37</cac:DeclaredCustomsValueAmount>'
    const priced = plain
      .replace('LS-800', 'LS-801')
      .replace('<cac:GrossWeightMeasure', `${amount}<cac:GrossWeightMeasure`)
    for (const sent of [plain, priced, invoice]) await sendUbl(sent, 'C-1')
    expect(await original('shipments/LS-800', packer)).toBe(plain)
    for (const path of ['shipments/LS-801', 'invoices/RE-900']) {
      expect([path, await original(path, packer)]).toEqual([path, 404])
      expect([path, typeof (await original(path))]).toEqual([path, 'string'])
    }
    expect([await offered('shipments/LS-801', packer), await offered('shipments/LS-800', packer)]).toEqual([
      null,
      { kind: 'DespatchAdvice', receivedAt: '2026-04-10T09:00:00Z' },
    ])
  })
})
