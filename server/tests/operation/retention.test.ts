import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { deleteOldRawMessages } from '#server/ingest/maintenance/raw-message-retention.ts'
import { deleteOldRecords, type KeptDays } from '#server/retention/retention.ts'
import { testPortal } from '#server/testing/portal.ts'

/* A portal of 2024 with a document that changed, whose records grow old. */
let now = Date.parse('2024-03-01T08:00:00Z')
const portal = await testPortal('2024-03-01T08:00:00Z')
const { work: workPool, server: db } = portal.database.pools
const passTo = (moment: string) => {
  now = Date.parse(moment)
  portal.setTime(moment)
}
const deleteOld = (days: Partial<KeptDays> = {}) =>
  deleteOldRecords({
    ...{ workPool, clock: () => new Date(now), days: { messages: 90, ...days } },
    deleteMessages: (before) => deleteOldRawMessages({ workPool }, before),
  })
const send = (promisedDate: string) => {
  const document = { type: 'orders', number: 'SO-1', account: 'C-1', status: 'confirmed', promisedDate }
  const sent = { line: 1, document, raw: Buffer.from(JSON.stringify(document)) }
  return ingestDocuments({ workPool, clock: () => new Date(now), newId: () => randomUUIDv7() }, [sent], {
    dryRun: false,
    source: 'ndjson',
  })
}
const count = async (table: string) => {
  const { rows } = await portal.database.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count
}

/** Lets a statement that deletes more than 5,000 rows of one of the tables fail, until the test ends. */
async function refuseMany(tables: readonly string[]) {
  const { owner } = portal.database
  await owner.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 5000 then raise 'too many at once'; end if; return null; end $$`)
  onTestFinished(async () => void (await owner.query('drop function refuse_many cascade')))
  for (const table of tables)
    await owner.query(`create trigger refuse_many after delete on ${table} referencing old table as gone
      for each statement execute function refuse_many()`)
}

beforeAll(async () => {
  await send('2024-03-20')
  await portal.signIn('ann@c.example', 'C-1')
  passTo('2024-03-02T08:00:00Z')
  await send('2024-03-27')
})

test('what the ERP sent is kept as it came for 90 days, and then forgotten', async () => {
  passTo('2024-05-29T08:00:00Z')
  await deleteOld()
  expect(await count('raw_messages')).toBe(2)
  passTo('2024-06-02T08:00:00Z')
  await deleteOld()
  expect(await count('raw_messages')).toBe(0)
  expect(await count('documents')).toBe(1)
})

test('what the ERP sent goes a few thousand messages at a time, however many there are, with their files', async () => {
  const { owner } = portal.database
  await owner.query(
    `insert into raw_messages (id, received_at, source, media_type, first_line, object_key)
      select gen_random_uuid(), '2024-03-01', 'ndjson', 'text/plain', 1, 'raw/' || n from generate_series(1, 12000) n`,
  )
  await refuseMany(['raw_messages'])
  await deleteOld()
  expect(await count('raw_messages')).toBe(0)
  expect(await count('unused_objects')).toBe(12_000)
})

test('a run of an import goes after 90 days with all that it remembers, a few thousand rows at a time', async () => {
  const { owner } = portal.database
  const remembering = ['import_withdrawn_rows', 'import_withdrawals', 'import_run_documents']
  await owner.query(`
    insert into import_runs (id, profile, files, fingerprint, started_at, finished_at) values
      ('00000000-0000-4000-8000-000000000001', 'old', '{}', '', '2024-03-01T08:00:00Z', '2024-03-01T08:00:00Z'),
      ('00000000-0000-4000-8000-000000000002', 'new', '{}', '', '2024-03-05T08:00:00Z', '2024-03-05T08:00:00Z');
    insert into import_run_documents (run_id, document_id, held_by, is_new, content_hash)
      select r.id, lpad(n::text, 32, '0')::uuid, r.id, true, '' from import_runs r, generate_series(1, 6000) n;
    insert into import_withdrawals (run_id, document_id, held_by)
      select run_id, document_id, held_by from import_run_documents;
    insert into import_withdrawn_rows (run_id, document_id, from_table, content)
      select run_id, document_id, 'documents', '{}' from import_withdrawals`)
  await refuseMany([...remembering, 'import_runs'])
  passTo('2024-06-02T08:00:00Z')
  await deleteOld()
  const { rows } = await owner.query('select profile from import_runs')
  expect(rows).toEqual([{ profile: 'new' }])
  for (const table of remembering) expect(await count(table)).toBe(6_000)
})

test('history and notices stay as long as their document unless the operator says otherwise', async () => {
  passTo('2034-01-01T08:00:00Z')
  expect(await deleteOld()).toEqual({ changes: 0, notices: 0, audit: 0 })
  expect(await count('document_changes')).toBe(1)
  expect(await count('notices')).toBeGreaterThan(0)
})

test('with days set, what is older goes and what is younger stays', async () => {
  passTo('2025-02-28T08:00:00Z')
  const notices = await count('notices')
  expect(await deleteOld({ changes: 365, notices: 365 })).toEqual({ changes: 0, notices: 0, audit: 0 })
  passTo('2025-03-03T08:00:00Z')
  expect(await deleteOld({ changes: 365, notices: 365 })).toEqual({ changes: 1, notices, audit: 0 })
  const ann = await portal.login('ann@c.example')
  const { body } = await portal.get('/documents/orders/SO-1/changes', ann)
  expect(body).toMatchObject({ rows: [] })
  expect((await portal.get('/documents/orders/SO-1', ann)).status).toBe(200)
})

test('of the audit log nobody can delete what is younger than a year, whatever is set and whoever tries', async () => {
  const entries = (await count('audit_log')) ?? 0
  expect(entries).toBeGreaterThan(1)
  await portal.database.owner.query(
    `insert into audit_log (id, at, action) values (gen_random_uuid(), now() - interval '11 months', 'signed_in')`,
  )
  now = Date.now() + 3_650 * 86_400_000
  const { audit } = await deleteOld({ audit: 366 })
  expect(audit).toBe(entries)
  expect(await count('audit_log')).toBe(1)
  for (const anybody of [db, portal.database.owner])
    await expect(anybody.query('delete from audit_log')).rejects.toThrow('only added to')
  await expect(db.query(`update audit_log set action = 'nothing'`)).rejects.toThrow('permission denied')
})
