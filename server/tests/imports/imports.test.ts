import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { saveProfile } from '#server/imports/profiles.ts'
import type { TakeFiles } from '#server/imports/take-files.ts'
import { createFolderScanner } from '#server/imports/watched-folder.ts'
import { createKey } from '#server/ingest/keys.ts'
import { ingestMappedFiles } from '#server/ingest/mapped-files.ts'
import { workbook } from '#server/testing/dialects.ts'
import { testPortal } from '#server/testing/portal.ts'
import { zipOf } from '#server/testing/zip.ts'

/* Files of other programs through the portal's own ways: the call, the folder, and what both say of refusals. */

const portal = await testPortal()
const { database } = portal
const { server: db, work: workPool, lock: lockPool } = database.pools
const clock = () => new Date('2026-03-10T09:00:00Z')
let ids = 0
const newId = () => `018f0000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
const folder = await mkdtemp(join(tmpdir(), 'portal-imports-'))
afterAll(() => rm(folder, { recursive: true }))
const key = await createKey(
  { db, clock, newId, random: (size) => Buffer.alloc(size, 7) },
  { name: 'erp', scope: 'ingest:write' },
)

const profileNamed = (name: string, more: Partial<ImportProfile> = {}): ImportProfile => ({
  version: 1,
  name,
  read: { as: 'csv', encoding: 'windows-1252', separator: ';', decimal: ',', thousands: '.', dates: 'day first' },
  tables: [{ name: 'rows', skip: [{ begins: [{ column: 'Auftrag' }, { constant: 'Summe' }] }] }],
  documents: {
    per: 'key',
    key: ['Auftrag'],
    customer: { by: 'number', value: { column: 'Kunde' } },
    fields: {
      type: { constant: 'orders' },
      number: { column: 'Auftrag' },
      issueDate: { column: 'Datum' },
      status: { lookup: { column: 'Status' }, in: 'statuses' },
      currency: { constant: 'EUR' },
    },
    lists: [
      {
        into: 'lines',
        fields: {
          line: { position: 10 },
          name: { column: 'Text' },
          quantity: { column: 'Menge' },
          amount: { multiply: [{ column: 'Menge' }, { column: 'Preis' }] },
        },
      },
    ],
  },
  values: { statuses: { offen: 'confirmed', erledigt: 'completed' } },
  ...more,
})
const save = (profile: unknown) => saveProfile({ db, clock, newId }, profile)
await save(profileNamed('auftraege'))

const heading = 'Auftrag;Kunde;Datum;Status;Text;Menge;Preis\r\n'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

async function send(query: string, body: Buffer, token = key) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const reply = await portal.app.inject({ method: 'POST', url: `/api/ingest/files?${query}`, headers, payload: body })
  return { status: reply.statusCode, body: reply.json() as IngestReport & { message: string } }
}

const linesOf = async (number: string) =>
  (
    await database.owner.query<{ name: string; quantity: string; amount: string }>(
      `select l.details ->> 'name' as name, l.quantity::text, l.amount::text from document_lines l join documents d using (account_id)
       where d.number = $1 and l.document_id = d.id order by l.position`,
      [number],
    )
  ).rows.length

test('A list of an office is taken by its profile: rows become orders, and once more changes nothing', async () => {
  const file = latin1(
    `${heading}A-1;C-1;01.11.2026;Offen;Räder;1.000;2,50\r\nA-1;C-1;01.11.2026;Offen;"Schläuche; ""28""";2;(1,10)\r\nA-2;C-2;31.12.2026;erledigt;Sättel;3-;10,00\r\nSumme;;;;;1.002;\r\n`,
  )
  const preview = await send('profile=auftraege&name=liste.csv&dryRun=true', file)
  expect(preview).toMatchObject({ status: 200, body: { received: 2, created: 2, rejected: 0 } })
  expect(await linesOf('A-1')).toBe(0)
  const { status, body } = await send('profile=auftraege&name=liste.csv', file)
  expect([status, body.created, body.errors]).toEqual([200, 2, []])
  const { rows } = await database.owner.query(
    `select number, status, issue_date::text as date from documents where number like 'A-%' order by number`,
  )
  expect(rows).toEqual([
    { number: 'A-1', status: 'confirmed', date: '2026-11-01' },
    { number: 'A-2', status: 'completed', date: '2026-12-31' },
  ])
  expect(await linesOf('A-1')).toBe(2)
  expect((await send('profile=auftraege', file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})

test('Each refusal names file, row, column and value, and the other documents go in', async () => {
  const file = latin1(
    `${heading}B-1;C-1;01.13.2026;Offen;Rad;1;1\nB-1;C-1;01.11.2026;Offen;Rad;zwei;1\nB-2;C-1;01.11.2026;wartet;Rad;1;1\nB-3;;01.11.2026;Offen;Rad;1;1\nB-4;C-1;01.11.2026;Offen;${'x'.repeat(1200)};1;1\nB-5;C-1;01.11.2026;Offen;Rad;1;1\n`,
  )
  const { body } = await send('profile=auftraege&name=liste.csv', file)
  expect(body).toMatchObject({ received: 5, created: 1, rejected: 4 })
  const shown = body.errors.map(({ place, path }) => [
    place?.file,
    place?.row,
    place?.column,
    place?.value?.slice(0, 12),
    path,
  ])
  expect(shown).toEqual([
    ['liste.csv', 2, 'Datum', '01.13.2026', '$.issueDate'],
    ['liste.csv', 3, 'Menge', 'zwei', '$.lines[1].quantity'],
    ['liste.csv', 3, 'Menge', 'zwei', '$.lines[1].amount'],
    ['liste.csv', 4, 'Status', 'wartet', '$.status'],
    ['liste.csv', 5, 'Kunde', '', '$.account'],
    ['liste.csv', 6, 'Text', 'xxxxxxxxxxxx', '$.lines[0].name'],
  ])
  expect(body.errors[3]?.message).toContain('is not in the value table "statuses" of the profile. Add it there.')
})

test('A file that the profile cannot read is refused with a sentence', async () => {
  const other = await send('profile=auftraege&name=x.csv', latin1('Nummer;Kunde\n1;2\n'))
  expect(other.status).toBe(400)
  expect(other.body.message).toContain(
    'x.csv has no column "Auftrag", "Datum", "Status", "Text", "Menge", "Preis". It has: Nummer, Kunde.',
  )
  expect((await send('profile=none', latin1('a'))).status).toBe(404)
  expect((await send('profile=auftraege', Buffer.alloc(0))).status).toBe(400)
  expect((await send('profile=auftraege', latin1(heading), 'tt_wrong')).status).toBe(401)
})

test('A profile that cannot be run is not saved, and says where it is wrong', async () => {
  const wrong = profileNamed('wrong')
  const fields = { ...wrong.documents.fields, 'totals.nett': { column: 'Netto' } }
  await expect(save({ ...wrong, documents: { ...wrong.documents, fields } })).rejects.toThrow(
    'Documents have no field "totals.nett" here.',
  )
  await expect(save({ ...wrong, read: { as: 'pdf' } })).rejects.toThrow('$.read.as')
  await expect(save({ ...wrong, version: 2 })).rejects.toThrow('this portal knows 1')
  expect(await save(profileNamed('auftraege'))).toMatchObject({ version: 1, isNew: false })
  expect(await save(profileNamed('auftraege', { title: 'Orders' }))).toMatchObject({ version: 2, isNew: true })
})

const take: TakeFiles = (files, options) => ingestMappedFiles({ workPool, clock, newId }, files, options)

test('A preview and a run say the same of every row, however dirty the file is', async () => {
  const cell = fc.constantFrom(
    '',
    ' ',
    '1',
    '1,5',
    '(2)',
    '3-',
    'x',
    '01.11.2026',
    '31.02.2026',
    '"',
    '""',
    '"a;b"',
    'ä',
    '1.000',
    '-',
    'offen',
    '=1+1',
    '46000',
  )
  const number = fc.constantFrom('D-1', 'D-2', 'D-3', '', ' D-1 ')
  const row = fc.tuple(
    number,
    fc.constantFrom('C-1', '', 'C-2'),
    cell,
    fc.constantFrom('offen', 'Erledigt', '?', ''),
    cell,
    cell,
    cell,
  )
  const file = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.boolean(),
  })
  let files = 0
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, end, mark }) => {
      const text = `${mark ? '\ufeff' : ''}${heading.trim()}${end}${rows.map((cells) => cells.join(';')).join(end)}`
      const path = join(folder, `dirty-${++files}`)
      await writeFile(path, mark ? Buffer.from(text) : latin1(text))
      const set = { profile: profileNamed('auftraege'), files: [{ name: 'dirty.csv', path }], scratch: folder }
      const preview = await take(set, { dryRun: true })
      expect(await take(set, { dryRun: false })).toEqual(preview)
    }),
    { numRuns: 60 },
  )
}, 120_000)

/** A folder with one profile's folder in it, and what reads it. */
async function watched(name: string, takeFiles: TakeFiles = take) {
  const root = await mkdtemp(join(folder, 'watched-'))
  const inside = join(root, name)
  await mkdir(inside)
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (line: string) => void warnings.push(line) }
  const server = () => createFolderScanner({ db, lockPool, clock, newId, take: takeFiles, log }, root)
  const first = server()
  const lookTwice = async (looker = first) => {
    await looker.look()
    await looker.look()
    await looker.done()
  }
  const names = async (sub = '.') => (await readdir(join(inside, sub)).catch(() => [])).sort()
  return { inside, server, lookTwice, names, warnings }
}

const row = (number: string) => `${number};C-1;01.11.2026;Offen;Rad;1;1\n`

test('A file in the folder is read once it is whole, and moves to processed with a report', async () => {
  const { inside, lookTwice, names, server } = await watched('auftraege')
  await writeFile(join(inside, 'night.csv.part'), latin1(heading + row('F-0')))
  await writeFile(join(inside, 'night.csv'), latin1(heading))
  const looker = server()
  await looker.look()
  // Half of it was there; the rest comes between two looks.
  await writeFile(join(inside, 'night.csv'), latin1(heading + row('F-1') + row('F-2')))
  await looker.look()
  await looker.done()
  expect(await names()).toEqual(['night.csv', 'night.csv.part'])
  await lookTwice(looker)
  expect(await names()).toEqual(['night.csv.part', 'processed'])
  const [file = '', report = ''] = await names('processed')
  expect(file).toBe('20260310-090000 night.csv')
  expect(await readFile(join(inside, 'processed', report), 'utf8')).toContain(
    '2 documents: 2 new, 0 changed, 0 as before',
  )
  await rename(join(inside, 'night.csv.part'), join(inside, 'late.csv'))
  await lookTwice(looker)
  expect(await names('processed')).toHaveLength(4)
})

test('A file with refusals moves to refused, and its report says what to correct', async () => {
  const { inside, lookTwice, names } = await watched('auftraege')
  await writeFile(join(inside, 'bad.csv'), latin1(heading + row('G-1') + row('G-2').replace('Offen', 'kaputt')))
  await writeFile(join(inside, 'worse.csv'), latin1('nothing of it\n'))
  await lookTwice()
  expect(await names()).toEqual(['refused'])
  const reports = (await names('refused')).filter((name) => name.endsWith('.report.txt'))
  const texts = await Promise.all(reports.map((name) => readFile(join(inside, 'refused', name), 'utf8')))
  expect(texts[0]).toContain('bad.csv, row 3, column Status "kaputt": status:')
  expect(texts[1]).toContain('Nothing was taken: worse.csv has no column "Auftrag", "Datum"')
})

test('Two servers never read one file both', async () => {
  let reading = 0
  let most = 0
  let times = 0
  const slowly: TakeFiles = async (files, options) => {
    most = Math.max(most, ++reading)
    times++
    const report = await take(files, options)
    reading--
    return report
  }
  const { inside, names, server } = await watched('auftraege', slowly)
  await writeFile(join(inside, 'shared.csv'), latin1(heading + row('H-1')))
  const servers = [server(), server(), server()]
  for (const { look } of servers) await look()
  await Promise.all(servers.map(({ look }) => look()))
  await Promise.all(servers.map(({ done }) => done()))
  expect([times, most]).toEqual([1, 1])
  expect(await names('processed')).toHaveLength(2)
})

test('A file that the ERP writes anew while it is read stays, and is read next', async () => {
  let times = 0
  const overwritten: TakeFiles = async (files, options) => {
    const report = await take(files, options)
    if (times++ === 0) await writeFile(join(inside, 'anew.csv'), latin1(heading + row('L-1') + row('L-2')))
    return report
  }
  const { inside, lookTwice, names } = await watched('auftraege', overwritten)
  await writeFile(join(inside, 'anew.csv'), latin1(heading + row('L-1')))
  await lookTwice()
  expect(await names()).toEqual(['anew.csv', 'processed'])
  expect(await names('processed')).toEqual(['20260310-090000 anew.csv.report.txt'])
  await lookTwice()
  expect(await names()).toEqual(['processed'])
  expect([await linesOf('L-1'), await linesOf('L-2')]).toEqual([1, 1])
})

test('A server that ends in the middle loses nothing and doubles nothing: the file is read once more', async () => {
  let crashes = 1
  const crashing: TakeFiles = async (files, options) => {
    const report = await take(files, options)
    // Everything is written, and the server ends before the file is put away.
    if (crashes-- > 0) throw new Error('the server has ended')
    return report
  }
  const { inside, lookTwice, names, warnings } = await watched('auftraege', crashing)
  await writeFile(join(inside, 'crash.csv'), latin1(heading + row('I-1')))
  await lookTwice()
  expect(warnings).toHaveLength(1)
  expect(await names()).toEqual(['crash.csv'])
  await lookTwice()
  const [, report = ''] = await names('processed')
  expect(await readFile(join(inside, 'processed', report), 'utf8')).toContain(
    '1 documents: 0 new, 0 changed, 1 as before',
  )
})

test('A file that ends its server each time is put aside after three times and holds up no other', async () => {
  const takeGood: TakeFiles = (files, options) =>
    files.files[0]?.name === 'deadly.csv' ? Promise.reject(new Error('the server has ended')) : take(files, options)
  const { inside, lookTwice, names } = await watched('auftraege', takeGood)
  await writeFile(join(inside, 'deadly.csv'), latin1(heading + row('J-1')))
  await writeFile(join(inside, 'good.csv'), latin1(heading + row('J-2')))
  await lookTwice()
  expect(await names('processed')).toHaveLength(2)
  for (let times = 0; times < 3; times++) await lookTwice()
  expect(await names()).toEqual(['processed', 'refused'])
  const [, report = ''] = await names('refused')
  expect(await readFile(join(inside, 'refused', report), 'utf8')).toContain('Reading was begun 3 times')
})

test('Files that cannot be moved are read once, hold up no other, and move as soon as they can', async () => {
  await save(profileNamed('stuck'))
  const { inside, lookTwice, names, warnings } = await watched('stuck')
  const lookOften = async () => {
    for (let times = 0; times < 4; times++) await lookTwice()
  }
  const linesRead = () => Promise.all(['M-1', 'M-2', 'M-3', 'M-4'].map(linesOf))
  const runs = async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `select files[1] as name from import_runs where profile = 'stuck' order by name`,
    )
    return rows.map(({ name }) => name)
  }
  // There is no room for a folder of that name.
  await symlink('/dev/null', join(inside, 'processed'))
  for (const number of [1, 2, 3]) await writeFile(join(inside, `m-${number}.csv`), latin1(heading + row(`M-${number}`)))
  await lookOften()
  expect(await linesRead()).toEqual([1, 1, 1, 0])
  expect(await runs()).toEqual(['m-1.csv', 'm-2.csv', 'm-3.csv'])
  expect(warnings).toHaveLength(3)
  // One that is written anew is read anew.
  await writeFile(join(inside, 'm-2.csv'), latin1(heading + row('M-2') + row('M-4')))
  await lookOften()
  expect(await linesRead()).toEqual([1, 1, 1, 1])
  await rm(join(inside, 'processed'))
  await lookOften()
  expect(await names()).toEqual(['processed'])
  expect(await names('processed')).toHaveLength(6)
  expect(await runs()).toEqual(['m-1.csv', 'm-2.csv', 'm-2.csv', 'm-3.csv'])
})

test('Heads and lines in two files wait for each other', async () => {
  const tables = [
    { name: 'heads', file: 'kopf_*.csv' },
    { name: 'lines', file: 'pos_*.csv' },
  ]
  const { documents } = profileNamed('zwei')
  const lists = [
    { into: 'lines', from: 'lines', key: ['Nr'], fields: { line: { column: 'Pos' }, name: { column: 'Text' } } },
  ]
  await save(profileNamed('zwei', { tables, documents: { ...documents, lists } }))
  const { inside, lookTwice, names } = await watched('zwei')
  await writeFile(join(inside, 'kopf_1.csv'), latin1('Auftrag;Kunde;Datum;Status\nK-1;C-1;01.11.2026;Offen\n'))
  await lookTwice()
  expect(await names()).toEqual(['kopf_1.csv'])
  await writeFile(join(inside, 'pos_1.csv'), latin1('Nr;Pos;Text\nK-1;2;Sattel\nK-9;1;Rad\nK-1;1;Rad\n'))
  await lookTwice()
  expect(await names()).toEqual(['processed'])
  expect(await linesOf('K-1')).toBe(2)
})

test('Two workbooks of one profile go as a ZIP by the call, and a bomb between them is refused', async () => {
  const table = { sheet: 'Data', header: 4, until: 'empty row' } as const
  const { documents } = profileNamed('mappen')
  const fields = { line: { column: 'Pos' }, name: { column: 'Text' } }
  await save(
    profileNamed('mappen', {
      read: { as: 'xlsx' },
      tables: [
        { name: 'heads', file: 'kopf_*.xlsx', ...table },
        { name: 'lines', file: 'pos_*.xlsx', ...table },
      ],
      documents: { ...documents, lists: [{ into: 'lines', from: 'lines', key: ['Nr'], fields }] },
    }),
  )
  const heads = await workbook(
    ['Auftrag', 'Kunde', 'Datum', 'Status'],
    [['WB-1', 'C-1', '2026-11-01', 'Offen']],
    ['text', 'text', 'day', 'text'],
  )
  const lines = [
    ['WB-1', '1', 'Rad'],
    ['WB-1', '2', 'Sattel'],
  ]
  const positions = await workbook(['Nr', 'Pos', 'Text'], lines, ['text', 'text', 'text'])
  const { status, body } = await send('profile=mappen', zipOf({ 'kopf_1.xlsx': heads, 'pos_1.xlsx': positions }))
  expect([status, body.created, body.errors]).toEqual([200, 1, []])
  expect(await linesOf('WB-1')).toBe(2)
  const bomb = zipOf({ 'kopf_1.xlsx': heads, 'pos_1.xlsx': Buffer.alloc(2 * 1024 * 1024) })
  expect(await send('profile=mappen', bomb)).toMatchObject({
    ...{ status: 400, body: { message: expect.stringContaining('pos_1.xlsx: The file is compressed more than 500') } },
  })
})
