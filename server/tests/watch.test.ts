import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { readAudit } from '../audit/read-audit.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()
const { server: db } = portal.database.pools

const invoice: IngestDocument = {
  type: 'invoices',
  number: 'I-1',
  account: 'A',
  accountName: 'One',
  currency: 'EUR',
  issueDate: '2026-03-01',
  totals: { gross: '10.00' },
  lines: [{ line: '1', sku: 'SKU', quantity: '1', amount: '10.00' }],
  attachments: [{ name: 'note.txt', mimeType: 'text/plain', contentBase64: Buffer.from('A note').toString('base64') }],
}

let finance: string
let warehouse: string
let stranger: string
beforeAll(async () => {
  await portal.ingest(invoice, { type: 'orders', number: 'O-2', account: 'B', lines: [] })
  finance = await portal.signIn('finance@example.com', 'A', 'finance')
  warehouse = await portal.signIn('warehouse@example.com', 'A', 'logistics')
  stranger = await portal.signIn('stranger@example.com', 'B')
})

const entries = async (user: string, action: string) =>
  (await readAudit(db, { user })).filter((entry) => entry.action === action).map(({ details }) => details)

describe('A file that somebody takes along', () => {
  test('is recorded, each with the person who took it and what it was', async () => {
    const { body } = await portal.get('/documents/invoices/I-1', finance)
    const [attachment] = (body as { attachments: { id: string }[] }).attachments
    const period = 'from=2026-01-01&to=2026-12-31'
    const paths = [
      '/documents/invoices/I-1/pdf',
      `/documents/invoices/I-1/attachments/${attachment?.id}`,
      '/documents/invoices/I-1/ubl',
      `/statement/csv?currency=EUR&${period}`,
      `/statement/pdf?currency=EUR&${period}`,
    ]
    const statuses: [string, number][] = []
    for (const path of paths) statuses.push([path, (await portal.get(path, finance)).status])
    expect(statuses).toEqual(paths.map((path) => [path, 200]))
    const taken = await entries('finance@example.com', 'file_downloaded')
    expect(taken.map(({ path }) => path)).toEqual(paths.map((path) => `/api${path.replace(/\?.*/, '')}`))
  })

  test('is recorded for every call that gives one: no new one goes without', () => {
    // These record what was chosen themselves, or return no documents.
    const others = ['exportDocuments', 'exportSelected', 'downloadDocuments', 'downloadRelated', 'exportPersonalData']
    const noFiles = [
      ...['showAvatar', 'showContactPicture', 'showStaffPicture', 'followChanges', 'followConsole'],
      ...['previewPaper', 'showMailPage', 'proveBySignOn'],
    ]
    const giving = endpoints.filter(({ gives, access }) => gives && access !== 'open' && access !== 'cookie')
    const forgotten = giving.filter(
      (endpoint) => !endpoint.download && ![...others, ...noFiles].includes(endpoint.name),
    )
    expect(forgotten.map(({ name }) => name)).toEqual([])
  })
})

describe('What somebody is refused', () => {
  test('is recorded with its call and path, and a program that tries on is counted, not written down each time', async () => {
    for (let n = 0; n < 30; n++) {
      expect((await portal.get('/documents/invoices/I-1', stranger)).status).toBe(404)
    }
    expect(await entries('stranger@example.com', 'access_refused')).toEqual([
      { call: 'showDocument', path: '/api/documents/invoices/I-1', code: 'not_found', count: 1 },
      { call: 'showDocument', path: '/api/documents/invoices/I-1', code: 'not_found', count: 10 },
    ])
  })

  test('is recorded where a role may not', async () => {
    const reply = await portal.call('POST', '/documents/shipments/none/claim', { token: finance, body: {} })
    expect(reply.status).toBe(400)
    expect((await portal.get('/documents/invoices/I-1', warehouse)).status).toBe(404)
    expect(await entries('warehouse@example.com', 'access_refused')).toHaveLength(1)
    // Invalid input is no refusal.
    expect(await entries('finance@example.com', 'access_refused')).toEqual([])
  })

  test('is recorded where an API key may not', async () => {
    const deps = {
      db,
      clock: () => new Date('2026-03-10T08:59:00Z'),
      newId: () => randomUUIDv7(),
      random: randomBytes,
    }
    const key = await createKey(deps, { name: 'carrier', scope: 'ingest:write' })
    expect((await portal.get('/ingest/requests', key)).status).toBe(403)
    const refused = (await readAudit(db, {})).filter((entry) => entry.key === 'carrier')
    expect(refused.map(({ action, details }) => [action, details])).toEqual([
      ['key_created', expect.objectContaining({ scope: 'ingest:write' })],
      ['access_refused', { call: 'takeRequests', path: '/api/ingest/requests', code: 'not_allowed', count: 1 }],
    ])
  })
})
