import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
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

/**
 * The number of rows of each table and a sum of all that they hold; without what migrations record, what a later one
 * counts anew, and tables that a later one adds.
 */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const client = await openClient({ connectionString: url })
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('migrations', 'repeatables', 'document_days', 'remitted_invoices')`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as sum from ${name} t`,
    )
    contents[name] = rows[0]?.sum ?? ''
  }
  await client.end()
  return contents
}

test('a database of the former migrations with the demo in it is taken over: nothing is lost, and it equals a fresh one', {
  timeout: 120_000,
}, async () => {
  const url = await formerDatabase()
  const pools = connect(roleUrls(url, tokenSecret), { onLost: () => undefined, size: 4 })
  const clock = () => new Date('2026-11-21T09:00:00Z')
  const deps = { pools, clock, newId: () => randomUUIDv7(), random: randomBytes }
  const { report } = await seedDemo(deps, { size: 'S', today: '2026-11-21' })
  expect(report?.created).toBe(600)
  await pools.end()

  const before = await contentsOf(url)
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), warn: () => undefined }
  expect(await migrate({ url, tokenSecret, log })).toEqual([
    '0012-what-filters-read',
    '0013-lists-by-kind',
    '0014-numbers-on-parcels',
    '0015-acts-on-invoices',
    '0016-dangerous-goods',
  ])
  expect(lines[0]).toMatch(/^A database made by former migrations was taken over/)
  expect(before).toMatchObject({ documents: expect.stringMatching(/^600 /) })
  expect(await contentsOf(url)).toEqual(before)
  const counted = await openClient({ connectionString: url })
  const { rows } = await counted.query<{ count: number }>(
    `select sum(count)::int as count from document_days where field = 'list_date'`,
  )
  await counted.end()
  expect(rows).toEqual([{ count: 600 }])
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh.ownerUrl))
})
