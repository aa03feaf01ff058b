import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { needSql } from '#database/acts.ts'
import { connect, openClient } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { roleUrls } from '#database/roles.ts'
import { catalogueOf } from '#database/testing/catalogue.ts'
import { testDatabase } from '#database/testing/database.ts'
import { migrateAsBefore } from '#database/testing/former.ts'
import { seedDemo } from '../commands/seed.ts'

/* A portal whose database was made by the migrations of before, with the demo company in it. */

const { adminUrl, tokenSecret } = inject('database')
const fresh = await testDatabase()

async function formerDatabase(): Promise<string> {
  const name = `taken_${randomBytes(6).toString('hex')}`
  const admin = await openClient({ connectionString: adminUrl })
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await migrateAsBefore(url.href)
  return url.href
}

async function alter(url: string, sql: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  await client.query(sql)
  await client.end()
}

const sqlOf = (path: string) => readFileSync(join(import.meta.dirname, `../../database/${path}.sql`), 'utf8')

type Columns = Readonly<Record<string, string>>

/** The columns of each table, without those of what migrations record, and of what a later one counts anew or changes. */
async function columnsOf(url: string): Promise<Columns> {
  const client = await openClient({ connectionString: url })
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
      from information_schema.columns c join pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name
      where c.table_schema = 'public' and c.table_name <> all ('{migrations,repeatables,document_days,account_versions,accounts_to_settle,item_terms_to_renew}')
      group by 1`,
  )
  await client.end()
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** The number of rows of each table and a sum of all that these columns hold. */
async function contentsOf(url: string, columns: Columns): Promise<Record<string, string>> {
  const client = await openClient({ connectionString: url })
  const contents: Record<string, string> = {}
  for (const [name, names] of Object.entries(columns)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row(${names})::text), 15))::bit(60)::bigint), 0) as sum from ${name}`,
    )
    contents[name] = rows[0]?.sum ?? ''
  }
  await client.end()
  return contents
}

/** A request that waits for the supplier, about each delivery that failed, as the portal stored it then. */
async function requestRedelivery(url: string): Promise<number> {
  const client = await openClient({ connectionString: url })
  const { rowCount } = await client.query(
    `insert into requests (account_id, id, document_type, document_number, document_hash, kind, content, made_at, made_by,
        made_by_name, made_by_email, key, state)
      select account_id, gen_random_uuid(), type, number, content_hash, 'instructDelivery', '{"instruction": "redeliver"}',
        '2026-11-20T09:00:00Z', gen_random_uuid(), 'Lena', 'lena@c.example', gen_random_uuid(), 'open'
      from documents where type = 'shipments' and status = 'delivery_failed'`,
  )
  await client.end()
  return rowCount ?? 0
}

/** A question of the demo's first person with its answer, as it was stored before there were conversations. */
async function askAndAnswer(url: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  await client.query(
    `insert into requests (account_id, id, document_type, document_number, document_hash, kind, content, made_at, made_by, key,
       made_by_name, made_by_email, state, answer, answered_by, answered_at)
     select m.account_id, gen_random_uuid(), 'orders', 'SO-1', '', 'ask', '{"note": "When?"}', '2026-11-19', m.user_id, gen_random_uuid(),
       'Åsa', 'asa@demo.example', 'answered', 'On Friday.', 'Sol', '2026-11-20' from memberships m limit 1`,
  )
  await client.end()
}

/** What was written in the account of that question, and whether it was read and its request says the same. */
async function writtenIn(url: string): Promise<unknown[]> {
  const client = await openClient({ connectionString: url })
  const { rows } = await client.query<Record<string, unknown>>(
    `select m.author_name as by, m.text, m.outcome,
       exists (select from conversation_reads c where c.request_id = m.request_id and c.read_until >= m.written_at) as read,
       r.state_since = m.written_at and r.state_by = m.author_name and r.last_at = m.written_at as said
     from conversation_messages m join requests r on r.account_id = m.account_id and r.id = m.request_id`,
  )
  await client.end()
  return rows
}

/** Everything after the migrations that the former ones became. */
const laterMigrations = readdirSync(join(import.meta.dirname, '../../database/migrations'))
  .map((file) => file.replace('.sql', ''))
  .filter((name) => name >= '0012')
  .sort()

test('a database of the former migrations with the demo in it is taken over: nothing is lost, and it equals a fresh one', {
  timeout: 120_000,
}, async () => {
  const url = await formerDatabase()
  // What writes the demo is of today, and names columns and functions that there were not yet.
  await alter(url, 'alter table documents add column first_item text, add column set_off jsonb')
  await alter(url, 'alter table attachments add column object_key text')
  for (const path of [
    'functions/invoices/set-off-by-payments',
    'functions/invoices/paid-apart',
    'views/account-numbers',
  ])
    await alter(url, sqlOf(path))
  const pools = connect(roleUrls(url, tokenSecret), { onLost: () => undefined, size: 4 })
  const clock = () => new Date('2026-11-21T09:00:00Z')
  const deps = { pools, clock, newId: () => randomUUIDv7(), random: randomBytes }
  const { report } = await seedDemo(deps, { size: 'S', today: '2026-11-21' })
  expect(report?.created).toBe(600)
  await pools.end()
  await alter(url, 'drop function paid_apart; drop function set_off_by_payments; drop view account_numbers')
  await alter(url, 'alter table documents drop column first_item, drop column set_off')
  await alter(url, 'alter table attachments drop column object_key')
  await askAndAnswer(url)

  const requests = await requestRedelivery(url)
  expect(requests).toBeGreaterThan(0)
  const columns = await columnsOf(url)
  const before = await contentsOf(url, columns)
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), warn: () => undefined }
  expect(await migrate({ url, tokenSecret, log })).toEqual(laterMigrations)
  expect(lines[0]).toMatch(/^A database made by former migrations was taken over/)
  expect(before).toMatchObject({ documents: expect.stringMatching(/^600 /) })
  expect(await contentsOf(url, columns)).toMatchObject(before)
  expect(await writtenIn(url)).toEqual([{ by: 'Sol', text: 'On Friday.', outcome: 'answered', read: true, said: true }])
  const counted = await openClient({ connectionString: url })
  const { rows } = await counted.query<{ count: number }>(
    `select sum(count)::int as count from document_days where field = 'list_date'`,
  )
  expect(rows).toEqual([{ count: 600 }])
  // What was asked before answers what its document waits for.
  const { rows: acted } = await counted.query(
    `select act, acted_at, count(*)::int as count from documents d where acted_on = ${needSql} group by 1, 2`,
  )
  await counted.end()
  expect(acted).toEqual([{ act: 'instructDelivery', acted_at: new Date('2026-11-20T09:00:00Z'), count: requests }])
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh.ownerUrl))
})
