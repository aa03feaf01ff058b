import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { showImportRun } from '#contract/console/imports.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { saveProfile } from '#server/imports/profiles.ts'
import type { TakeFiles } from '#server/imports/take-files.ts'
import { createFolderScanner } from '#server/imports/watched-folder.ts'
import { createKey } from '#server/ingest/keys.ts'
import { ingestMappedFiles } from '#server/ingest/mapped-files.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Files that hold all open documents there are: what one names no longer is withdrawn, and comes back when it is undone. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const { database } = portal
const { server: db, work: workPool, lock: lockPool } = database.pools
const clock = () => new Date(start)
const desk = consoleOf(portal, clock)
let ids = 0
const newId = () => `018f0000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
const folder = await mkdtemp(join(tmpdir(), 'portal-full-lists-'))
afterAll(() => rm(folder, { recursive: true }))
const key = await createKey(
  { db, clock, newId, random: (size) => Buffer.alloc(size, 7) },
  { name: 'erp', scope: 'ingest:write' },
)
let cookie: string
beforeAll(async () => {
  cookie = (await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')).cookie
})

const profileNamed = (name: string, atMost: number): ImportProfile => ({
  ...{ version: 1, name, fullList: { atMost }, read: { as: 'csv', separator: ';' }, tables: [{ name: 'rows' }] },
  documents: {
    per: 'row',
    customer: { by: 'number', value: { column: 'Customer' } },
    fields: {
      type: { constant: 'orders' },
      number: { column: 'Order' },
      status: { column: 'Status' },
      customerReference: { column: 'Reference' },
    },
    lists: [
      {
        into: 'lines',
        fields: { line: { constant: '1' }, sku: { column: 'Article' }, quantity: { column: 'Pieces' } },
      },
    ],
  },
})
for (const [name, atMost] of [
  ['all', 50],
  ['careful', 20],
] as const)
  await saveProfile({ db, clock, newId }, profileNamed(name, atMost))

const list = (...rows: string[]) =>
  [
    'Order;Customer;Status;Reference;Article;Pieces',
    ...rows.map((row) => `${row};Zebrafish ${row.slice(0, 3)};R-1;2`),
    '',
  ].join('\n')

async function send(query: string, text: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const url = `/api/ingest/files?${query}`
  const reply = await portal.app.inject({ method: 'POST', url, headers, payload: text })
  expect(reply.statusCode).toBe(200)
  return reply.json() as IngestReport
}
const numbers = async (start = '') =>
  (
    await database.owner.query<{ number: string }>(
      `select number from documents where number like $1 || '%' order by number`,
      [start],
    )
  ).rows.map(({ number }) => number)

/** All that is stored of a document, but for when and in which version it was. */
async function storedRows(number: string): Promise<unknown> {
  const { rows } = await database.owner.query(
    `select to_jsonb(d) as document,
  (select jsonb_agg(to_jsonb(l) order by l.position) from document_lines l where l.document_id = d.id) as lines,
  (select jsonb_agg(to_jsonb(o) order by o.position) from ordered_lines o where o.order_id = d.id) as ordered,
  (select jsonb_agg(to_jsonb(a) order by a.name) from attachments a where a.document_id = d.id) as attachments,
  (select jsonb_agg(to_jsonb(c) order by c.id) from document_changes c where c.document_id = d.id) as changes,
  (select jsonb_agg(to_jsonb(n) order by n.id) from notices n where n.document_id = d.id) as notices,
  (select jsonb_agg(to_jsonb(k)) from document_numbers k where k.document_id = d.id) as numbers,
  (select to_jsonb(i) from items i where i.account_id = d.account_id and i.sku = 'R-1') as item,
  (select s.terms::text from document_search s where s.document_id = d.id) as terms,
  (select count(*)::integer from search_words w where w.account_id = d.account_id and w.word = 'zebrafish') as words
from documents d where d.number = $1`,
    [number],
  )
  return rows
}

async function lastRun(profile: string): Promise<Reply<typeof showImportRun>> {
  const { runs } = (await desk.call('GET', `/imports/runs?profile=${profile}`, { cookie })).body as {
    runs: { id: string }[]
  }
  return (await desk.call('GET', `/imports/runs/${runs[0]?.id}`, { cookie })).body as Reply<typeof showImportRun>
}
const undo = async (id: string) => (await desk.call('POST', `/imports/runs/${id}/undo`, { cookie })).body

test('What a list names no longer and is not closed is withdrawn; what came another way stays', async () => {
  await portal.ingest({ type: 'orders', number: 'A-0', account: 'C-1', status: 'confirmed' })
  const first = await send(
    'profile=all',
    list('A-1;C-1;confirmed', 'A-2;C-1;received', 'A-3;C-2;completed', 'A-4;C-2;on_hold'),
  )
  expect(first.fullList).toEqual({ open: 3, absent: 0, withdrawn: 0, heldBack: null, documents: [] })
  const before = await storedRows('A-2')
  const second = list('A-1;C-1;confirmed', 'A-4;C-2;on_hold')
  const dry = await send('profile=all&dryRun=true', second)
  const outcome = { open: 3, absent: 1, withdrawn: 1, heldBack: null }
  expect(dry.fullList).toEqual({ ...outcome, documents: [{ type: 'orders', number: 'A-2', account: 'C-1' }] })
  expect(await numbers('A')).toEqual(['A-0', 'A-1', 'A-2', 'A-3', 'A-4'])
  expect((await send('profile=all', second)).fullList).toEqual(dry.fullList)
  expect(await numbers('A')).toEqual(['A-0', 'A-1', 'A-3', 'A-4'])
  const { rows } = await database.owner.query(`select details from audit_log where action = 'document_withdrawn'`)
  expect(rows).toEqual([{ details: { type: 'orders', number: 'A-2', from: 'C-1' } }])
  const { run } = await lastRun('all')
  expect(run.fullList).toEqual(dry.fullList)
  expect(await undo(run.id)).toMatchObject({ left: 0, restored: 1, notRestored: 0 })
  expect(await storedRows('A-2')).toEqual(before)
  // The next list knows it again.
  expect((await send('profile=all&dryRun=true', second)).fullList).toMatchObject(outcome)
  // A document that has moved to another customer is in the list.
  const moved = list('A-1;C-1;confirmed', 'A-4;C-9;on_hold')
  expect((await send('profile=all&dryRun=true', moved)).fullList).toMatchObject(outcome)
})

test('A document comes back with its papers, its history and what it had become of its lines', async () => {
  await send('profile=all', list('B-1;C-1;confirmed', 'B-2;C-1;received'))
  await portal.ingest({
    ...{ type: 'orders', number: 'B-2', account: 'C-1', status: 'confirmed', partial: true },
    attachments: [{ name: 'B-2.pdf', mimeType: 'application/pdf', contentBase64: 'JVBERi0xLjQKJUVPRgo=' }],
  })
  await portal.ingest({
    ...{ type: 'shipments', number: 'B-9', account: 'C-1', shipment: { despatchDate: '2026-03-01' } },
    references: [{ type: 'orders', number: 'B-2' }],
    lines: [{ line: '1', sku: 'R-1', quantity: '1' }],
  })
  const before = await storedRows('B-2')
  expect(JSON.stringify(before)).toMatch(/B-2\.pdf.*partially_shipped|partially_shipped.*B-2\.pdf/)
  expect((await send('profile=all&withdraw=9', list('B-1;C-1;confirmed'))).fullList).toMatchObject({ heldBack: null })
  expect(await numbers('B')).toEqual(['B-1', 'B-9'])
  await undo((await lastRun('all')).run.id)
  expect(await storedRows('B-2')).toEqual(before)
})

test('A number that was sent again meanwhile stays as it is now, when the list is undone', async () => {
  await send('profile=all&withdraw=9', list('C-1;C-1;confirmed', 'C-2;C-1;received'))
  await send('profile=all&withdraw=9', list('C-1;C-1;confirmed'))
  await portal.ingest({ type: 'orders', number: 'C-2', account: 'C-3', status: 'on_hold' })
  expect(await undo((await lastRun('all')).run.id)).toMatchObject({ left: 0, restored: 0, notRestored: 1 })
  expect(await storedRows('C-2')).toMatchObject([{ document: { status: 'on_hold' } }])
})

test('A list that names far fewer documents withdraws none, says how many, and all of them when that is allowed', async () => {
  const rows = ['D-1;C-1;received', 'D-2;C-1;received', 'D-3;C-1;received', 'D-4;C-1;received', 'D-5;C-1;received']
  await send('profile=careful', list(...rows))
  const cut = await send('profile=careful', list(...rows.slice(0, 3)))
  expect(cut.fullList).toMatchObject({ open: 5, absent: 2, withdrawn: 0, heldBack: 'share' })
  expect(await numbers('D')).toHaveLength(5)
  expect((await send('profile=careful', list(...rows.slice(0, 4)))).fullList).toMatchObject({ absent: 1, withdrawn: 1 })
  expect((await send('profile=careful&withdraw=1', list(...rows.slice(0, 2)))).fullList?.heldBack).toBe('share')
  expect((await send('profile=careful&withdraw=2', list(...rows.slice(0, 2)))).fullList?.withdrawn).toBe(2)
  expect(await numbers('D')).toEqual(['D-1', 'D-2'])
})

test('What is refused is still in the list; without a number it may be any, so that nothing is withdrawn', async () => {
  await send('profile=all&withdraw=9', list('E-1;C-1;received', 'E-2;C-1;received', 'E-3;C-1;received'))
  const refused = await send('profile=all', list('E-1;C-1;received', 'E-2;C-1;nonsense', 'E-3;;received'))
  expect(refused).toMatchObject({ rejected: 2, fullList: { open: 3, absent: 0 } })
  const unknown = await send('profile=all', list('E-1;C-1;received', ';C-1;received', 'E-3;C-1;received'))
  expect(unknown.fullList).toMatchObject({ absent: 1, withdrawn: 0, heldBack: 'refused' })
  expect(await numbers('E')).toEqual(['E-1', 'E-2', 'E-3'])
})

test('A file in the folder that withdraws too much moves to refused, and its report and the operator hear of it', async () => {
  const inside = join(folder, 'careful')
  await mkdir(inside)
  const heard: string[] = []
  const take: TakeFiles = (files, options) => ingestMappedFiles({ workPool, clock, newId }, files, options)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const noteRefused = async (_: number, example: string) => void heard.push(example)
  const scanner = createFolderScanner({ db, lockPool, clock, newId, take, log, noteRefused }, folder)
  await writeFile(join(inside, 'list.csv'), list('D-1;C-1;received'))
  await scanner.look()
  await scanner.look()
  await scanner.done()
  const [report = ''] = (await readdir(join(inside, 'refused'))).filter((name) => name.endsWith('.report.txt'))
  const said =
    '1 of 2 open documents are no longer in the list: they are more than a list may withdraw, so none were withdrawn.'
  expect(await readFile(join(inside, 'refused', report), 'utf8')).toContain(`${said} If the list is whole`)
  expect(heard).toEqual([expect.stringContaining(said)])
})
