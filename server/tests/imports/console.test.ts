import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { guessImport, ImportRun, previewImport, showImportRun, Undoing } from '#contract/console/imports.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { commandLine } from '#server/audit/record.ts'
import { beginRuns } from '#server/imports/console/begin.ts'
import { keepUpload } from '#server/imports/console/uploads.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* A person of the office maps a list in the console, looks at what would come of it, runs it, and undoes it. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
const { owner } = portal.database

type Person = { cookie: string; id: string }
let ivo: Person
let sue: Person
let sam: Person
beforeAll(async () => {
  ivo = await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')
  sue = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  sam = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
})

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, person = ivo) =>
  desk.call(method, `/imports${path}`, { cookie: person.cookie, ...(body ? { body } : {}) })

async function upload(name: string, content: Buffer, person = ivo): Promise<string> {
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/console/imports/uploads?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' },
    cookies: { console: person.cookie },
    payload: content,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json().id
}

const heading = 'Auftragsnr.;Kundennr.;Auftragsdatum;Status;Artikelnr.;Bezeichnung;Menge;ME;Einzelpreis;Betrag'
const rows = [
  'A-1;10010;03.04.2026;offen;R-1;Räder;1.000;Stk;2,50;2.500,00',
  'A-1;10010;03.04.2026;offen;R-2;Schläuche;5;Eimer;1,10;5,50',
  'A-2;10020;31.12.2026;geliefert;R-1;Räder;2;Stk;2,50;5,00',
  'A-3;10020;31.12.2026;offen;R-1;Räder;zwei;Stk;2,50;5,00',
]
const file = (lines: readonly string[]) => Buffer.from([heading, ...lines, ''].join('\r\n'), 'latin1')

const guess = async (id: string, choices: Body<typeof guessImport>['choices'] = {}) =>
  (await call('POST', '/guess', { uploads: [id], choices })).body as Reply<typeof guessImport> & {
    profile: ImportProfile
  }
const preview = async (id: string, profile: unknown) =>
  (await call('POST', '/preview', { uploads: [id], profile })).body as Reply<typeof previewImport>
const show = async (id: string) => (await call('GET', `/runs/${id}`)).body as Reply<typeof showImportRun>

async function run(body: object): Promise<Reply<typeof showImportRun>> {
  const { runs } = (await call('POST', '/runs', body)).body as { runs: string[] }
  const [id = ''] = runs
  await expect.poll(async () => (await show(id)).run.finishedAt, { timeout: 20_000 }).not.toBeNull()
  return show(id)
}
const numbers = async () =>
  (await owner.query<{ number: string }>('select number from documents order by number')).rows.map((row) => row.number)

describe('A list of an office in the console', () => {
  let id: string
  let profile: ImportProfile
  const choices = { name: 'auftraege', title: 'Aufträge', values: { units: { Eimer: 'XPK' } } }

  test('is guessed with its evidence, and what the person chooses decides', async () => {
    id = await upload('liste.csv', file(rows))
    const guessed = await guess(id)
    const dates = guessed.findings.find(({ subject }) => subject === 'dates')
    expect(dates).toMatchObject({ value: 'day first', because: { code: 'dayFirst', text: '31.12.2026', count: 31 } })
    expect(guessed.columns.find(({ heading: name }) => name === 'Menge')).toMatchObject({
      field: 'lines.quantity',
      samples: ['1.000', '5', '2'],
    })
    expect(guessed.tables.find(({ name }) => name === 'units')?.entries).toEqual([
      { from: 'Stk', to: 'H87' },
      { from: 'Eimer', to: '?' },
    ])
    const chosen = await guess(id, { ...choices, columns: { 'Artikelnr.': '' }, type: 'quotes', dates: 'month first' })
    expect(chosen.profile.read.dates).toBe('month first')
    expect(chosen.profile.documents.fields.type).toEqual({ constant: 'quotes' })
    expect(chosen.columns.find(({ heading: name }) => name === 'Artikelnr.')?.field).toBe('')
    profile = (await guess(id, choices)).profile
  })

  test('is shown as it would be taken, and the run agrees with that on every document', async () => {
    const shown = await preview(id, profile)
    expect(shown).toMatchObject({ isWhole: true, report: { received: 3, created: 2, rejected: 1 } })
    expect(shown.newCustomers).toEqual(['10010', '10020'])
    expect(shown.report.errors[0]).toMatchObject({ place: { row: 5, column: 'Menge', value: 'zwei' } })
    expect(await numbers()).toEqual([])
    expect((await call('POST', '/runs', { uploads: [id], profile })).status).toBe(400)
    const whole = await run({ uploads: [id], profile, dryRun: true })
    expect(whole).toMatchObject({ isDry: true, run: { received: 3, created: 2, rejected: 1 } })
    expect((await call('POST', '/profiles', { profile })).body).toMatchObject({ name: 'auftraege', version: 1 })
    const done = await run({ uploads: [id], name: 'auftraege' })
    expect(done.run).toMatchObject({
      way: 'console',
      startedBy: 'Ivo Integration',
      created: 2,
      rejected: 1,
      version: 1,
    })
    expect(done.errors).toEqual(shown.report.errors)
    expect(await numbers()).toEqual(shown.documents.map((document) => (document as { number: string }).number))
    expect(done.documents.map(({ number, account }) => [number, account])).toEqual([
      ['A-1', '10010'],
      ['A-2', '10020'],
    ])
  })

  test('is read the same way the next time, by the earlier profile', async () => {
    const next = await upload('liste.csv', file(['A-9;10010;01.02.2026;offen;R-1;Räder;1;Eimer;2,50;2,50']))
    const guessed = await guess(next)
    expect(guessed.columns.find(({ heading: name }) => name === 'Menge')?.because).toEqual({
      ...{ code: 'earlier', text: 'Aufträge', count: 0 },
    })
    expect(guessed.tables.find(({ name }) => name === 'units')?.entries).toEqual([{ from: 'Eimer', to: 'XPK' }])
  })

  test('is undone but for what was there before and what has changed since, and can be taken again', async () => {
    const [{ id: first } = { id: '' }] = ((await call('GET', '/runs?profile=auftraege')).body as { runs: ImportRun[] })
      .runs
    const second = await run({
      uploads: [
        await upload(
          'zwei.csv',
          file([
            'A-2;10020;30.12.2026;offen;R-1;Räder;2;Stk;2,50;5,00',
            'A-4;10010;31.12.2026;offen;R-1;Räder;2;Stk;2,50;5,00',
          ]),
        ),
      ],
      name: 'auftraege',
    })
    expect(second.run).toMatchObject({ created: 1, updated: 1 })
    expect((await call('POST', `/runs/${second.run.id}/undo`)).body).toEqual({
      ...{ left: 0, withdrawn: 1, changed: 0, existed: 1, gone: 0, restored: 0, notRestored: 0 },
    } satisfies Undoing)
    expect(await numbers()).toEqual(['A-1', 'A-2'])
    expect((await call('POST', `/runs/${first}/undo`)).body).toEqual({
      ...{ left: 0, withdrawn: 1, changed: 1, existed: 0, gone: 0, restored: 0, notRestored: 0 },
    } satisfies Undoing)
    expect(await numbers()).toEqual(['A-2'])
    expect((await show(first)).run).toMatchObject({ undoneBy: 'Ivo Integration', undoneAt: expect.any(String) })
    const again = await run({ uploads: [id], name: 'auftraege' })
    expect(again.run).toMatchObject({ created: 1, updated: 1, stale: 0 })
    expect(await numbers()).toEqual(['A-1', 'A-2'])
  })

  test('whose customers stand in it by name is given to the accounts of these names', async () => {
    await portal.ingest({ type: 'orders', number: 'X-1', account: 'C-7', accountName: 'Velo Werk GmbH' })
    const named = Buffer.from(
      'Rechnungsnr.;Kundenname;Rechnungsdatum;Bruttobetrag\r\nI-1;Velo Werk GmbH;01.02.2026;5,00\r\nI-2;Niemand GmbH;01.02.2026;5,00\r\n',
    )
    const guessed = await guess(await upload('namen.csv', named))
    expect(guessed.tables).toEqual([
      {
        name: 'customers',
        choices: [],
        entries: [
          { from: 'Velo Werk GmbH', to: 'C-7' },
          { from: 'Niemand GmbH', to: '?' },
        ],
      },
    ])
    expect(guessed.profile.documents.customer).toMatchObject({ by: 'name', names: { 'Velo Werk GmbH': 'C-7' } })
  })
})

test('Of a run with very many documents the last that is left to undo is counted, and is not taken for the end', async () => {
  const id = randomUUIDv7()
  await owner.query(
    `insert into import_runs (id, profile, files, fingerprint, started_at, finished_at) values ($1, 'long', '{}', '', $2, $2)`,
    [id, start],
  )
  await owner.query(
    `insert into import_run_documents (run_id, document_id, held_by, is_new, content_hash, outcome)
select $1, lpad(n::text, 32, '0')::uuid, $1, true, '', case when n <= 100000 then 'withdrawn' end
from generate_series(1, 100001) n order by n`,
    [id],
  )
  expect((await show(id)).undoing).toMatchObject({ left: 1, withdrawn: 100_000 })
})

describe('A profile', () => {
  test('is renamed with its runs, listed with the last of them, shown in each version, and deleted', async () => {
    const { profile } = (await call('GET', '/profiles/auftraege')).body as { profile: ImportProfile }
    await call('POST', '/profiles', { profile: { ...profile, title: 'Neu' } })
    expect((await call('POST', '/profiles/auftraege/rename', { name: 'orders' })).status).toBe(200)
    const { profiles } = (await call('GET', '/profiles')).body as { profiles: object[] }
    expect(profiles).toMatchObject([
      {
        name: 'orders',
        title: 'Neu',
        version: 2,
        savedBy: 'Ivo Integration',
        lastRun: { way: 'console', rejected: 1 },
      },
    ])
    expect((await call('GET', '/profiles/orders?version=1')).body).toMatchObject({
      ...{ title: 'Aufträge', profile: { name: 'orders' }, versions: [{ version: 2 }, { version: 1 }] },
    })
    expect((await call('DELETE', '/profiles/orders')).status).toBe(200)
    expect((await call('GET', '/profiles/orders')).status).toBe(404)
  })
})

describe('Who may what', () => {
  test('support looks at runs and changes none, sales sees nothing, and nobody uses the upload of another', async () => {
    const id = await upload('liste.csv', file(rows))
    expect((await call('GET', '/runs', undefined, sue)).status).toBe(200)
    expect((await call('POST', '/guess', { uploads: [id], choices: {} }, sue)).status).toBe(403)
    expect((await call('GET', '/runs', undefined, sam)).status).toBe(403)
    const olga = await desk.join('olga@supplier.example', 'owner', 'Olga Owner')
    expect((await call('POST', '/guess', { uploads: [id], choices: {} }, olga)).status).toBe(404)
    expect((await call('POST', `/runs/${randomUUIDv7()}/undo`)).status).toBe(404)
  })
})

describe('A file that is sent', () => {
  const deps = { db: portal.database.pools.server, clock: () => new Date(start), newId: () => randomUUIDv7() }

  test('holds no connection to the database while it comes, however slowly that is', async () => {
    const begun = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('first ')
        begun.resolve()
        await rest.promise
        yield Buffer.from('and last')
      })(),
    )
    const kept = keepUpload(deps, ivo.id, 'slow.csv', body)
    await begun.promise
    await expect.poll(() => deps.db.totalCount - deps.db.idleCount).toBe(0)
    rest.resolve()
    const { id, size } = await kept
    expect(size).toBe(14)
    const { rows: parts } = await owner.query(
      `select u.size::int, convert_from(string_agg(p.content, '' order by p.part), 'UTF8') as text
from import_uploads u join import_upload_parts p on p.upload_id = u.id where u.id = $1 group by u.size`,
      [id],
    )
    expect(parts).toEqual([{ size: 14, text: 'first and last' }])
  })

  test('without a byte in it is refused with a sentence', async () => {
    const reply = await portal.app.inject({
      ...{ method: 'POST', url: '/api/console/imports/uploads?name=empty.csv', cookies: { console: ivo.cookie } },
      headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' },
      payload: Buffer.alloc(0),
    })
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'The file is empty.'])
  })
})

describe('Imports that are begun', () => {
  const deps = {
    ...{ db: portal.database.pools.server, clock: () => new Date(start), newId: () => randomUUIDv7() },
    ...{ log: { info: () => undefined, warn: () => undefined }, take: () => Promise.reject(new Error('not read')) },
  }
  const actor = () => ({ caller: commandLine, staffId: ivo.id, name: 'Ivo Integration' })
  const recorded = async (ids: readonly string[]) =>
    (
      await owner.query<{ files: string[]; seenAt: Date; finished: boolean }>(
        'select files, seen_at as "seenAt", finished_at is not null as finished from import_runs where id = any ($1) order by files',
        [ids],
      )
    ).rows

  beforeAll(async () => {
    const values = { units: { Eimer: 'XPK' } }
    const { profile } = await guess(await upload('liste.csv', file(rows)), { name: 'nochmals', values })
    expect((await call('POST', '/profiles', { profile })).status).toBe(200)
  })

  test('are refused and not waited for without end when they cannot be recorded', async () => {
    const uploads = [await upload('eins.csv', file(rows))]
    await owner.query(`create function refuse_run() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
create trigger refuse_run before insert on import_runs for each row execute function refuse_run()`)
    onTestFinished(async () => void (await owner.query('drop function refuse_run cascade')))
    await expect(beginRuns(deps, { uploads, name: 'nochmals' }, actor())).rejects.toThrow('no room')
    const { rows: audited } = await owner.query(
      `select 1 from audit_log where action = 'files_imported' and details ->> 'files' = 'eins.csv'`,
    )
    expect(audited).toEqual([])
  })

  test('are all recorded before the first is read, and each goes on until its turn has come', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<never>()
    const take = () => {
      begun.resolve()
      return held.promise
    }
    let now = start
    const clock = () => new Date(now)
    const uploads = [await upload('eins.csv', file(rows)), await upload('zwei.csv', file(rows))]
    const ids = await beginRuns({ ...deps, clock, take }, { uploads, name: 'nochmals' }, actor())
    expect(await recorded(ids)).toMatchObject([{ files: ['eins.csv'] }, { files: ['zwei.csv'] }])
    now = '2026-03-10T09:05:00Z'
    vi.advanceTimersByTime(5_000)
    const seen = async () => (await recorded(ids)).map(({ seenAt }) => new Date(seenAt))
    await expect.poll(seen, { timeout: 20_000 }).toEqual([new Date(now), new Date(now)])
    await begun.promise
    held.reject(new PortalError('invalid_input', 'It cannot be read.'))
    const finished = async () => (await recorded(ids)).map((run) => run.finished)
    await expect.poll(finished, { timeout: 20_000 }).toEqual([true, true])
  })
})

test('A field of parts inside parts is refused beyond a bound, however many they are', async () => {
  const id = await upload('deep.csv', file(rows))
  const send = (depth: number) =>
    portal.app.inject({
      ...{ method: 'POST', url: '/api/console/imports/guess' },
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      cookies: { console: ivo.cookie },
      payload: `{"uploads":["${id}"],"choices":{"formulas":{"lines.name":${'{"upper":'.repeat(depth)}{"column":"Menge"}${'}'.repeat(depth)}}}}`,
    })
  expect((await send(15)).statusCode).toBe(200)
  for (const depth of [25, 1_000, 20_000]) expect((await send(depth)).statusCode).toBe(400)
  expect((await send(1_000)).json().message).toBe('The profile is nested deeper than 24 levels.')
  const unknown = await call('POST', '/guess', { uploads: [id], choices: { formulas: { 'lines.name': { run: 'x' } } } })
  expect(unknown.body.message).toContain('is no value of a profile')
})
