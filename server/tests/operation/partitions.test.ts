import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openClient } from '#database/connect.ts'
import { tryAdvisoryLock } from '#database/connection/advisory-lock.ts'
import { copyDatabase } from '#database/copy/copy-database.ts'
import { migrate } from '#database/migrate.ts'
import { refreshStatistics } from '#database/partitions/keep-statistics.ts'
import { roleUrls } from '#database/roles.ts'
import { describeSchema } from '#database/schema.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { openTestDatabase, type TestDatabase } from '#database/testing/database.ts'
import { contentsOf, emptyDatabases } from '#server/testing/copies.ts'
import { insertOrder, runFirstMigrations } from '#server/testing/first-migrations.ts'
import { testPortal } from '#server/testing/portal.ts'

/* A portal whose large tables are partitioned by account. */

const { tokenSecret } = inject('database')
const databaseFolder = join(import.meta.dirname, '../../../database')
const emptyDatabase = emptyDatabases()
const lines: string[] = []
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
const partitions = 4

async function schemaOf(url: string): Promise<string> {
  const client = await openClient({ connectionString: url })
  try {
    return await describeSchema(client)
  } finally {
    await client.end()
  }
}

/** A new database with partitioned tables, whose pools end after the last test. */
async function partitionedDatabase(): Promise<TestDatabase> {
  const ownerUrl = await emptyDatabase()
  await migrate({ url: ownerUrl, tokenSecret, partitions, log })
  const urls = roleUrls(ownerUrl, tokenSecret)
  const database = openTestDatabase({ tokenSecret, ownerUrl, urls }, {}, async () => undefined)
  atEnd(database.drop)
  return database
}

const database = await partitionedDatabase()
const portal = await testPortal('2026-04-10T09:00:00Z', { database })
const accounts = Array.from({ length: 24 }, (_, index) => `C-${index + 1}`)
beforeAll(async () => {
  const { errors } = await portal.ingest(
    ...accounts.map((account, index) => ({
      ...{ type: 'orders' as const, number: `SO-${index + 1}`, account, status: 'confirmed' as const },
      ...{ issueDate: '2026-04-01', lines: [{ line: '1', sku: 'V-1', name: 'Ball valve', quantity: '2' }] },
    })),
  )
  expect(errors).toEqual([])
})

/** Runs a statement that sees every row. */
async function everyRow<R extends object>(sql: string): Promise<R[]> {
  const client = await openClient({ connectionString: database.ownerUrl })
  try {
    await client.query('set role portal_backup')
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('A database with partitioned tables', () => {
  // The whole of it is one comparison: schema.sql has columns, keys, indexes, policies, triggers and rights of every table.
  test('is described by the same schema as any other', async () => {
    expect(await schemaOf(database.ownerUrl)).toBe(readFileSync(join(databaseFolder, 'schema.sql'), 'utf8'))
    expect(lines).toContain(`The large tables have ${partitions} partitions each.`)
  })

  test('has them as well when later versions have changed its tables', { tags: 'long' }, async () => {
    const url = await emptyDatabase()
    await runFirstMigrations(url, 11, partitions)
    await migrate({ url, tokenSecret, log })
    expect(await schemaOf(url)).toBe(readFileSync(join(databaseFolder, 'schema.sql'), 'utf8'))
  })

  test('spreads the accounts over the partitions', async () => {
    for (const table of ['documents', 'document_lines', 'document_search'] as const) {
      const filled = await everyRow<{ name: string }>(`select distinct tableoid::regclass::text as name from ${table}`)
      expect(filled.map(({ name }) => name).toSorted()).toEqual(
        Array.from({ length: partitions }, (_, index) => `partitions.${table}_${index}`),
      )
    }
  })

  test('shows each customer their own, and looks only into their partition', async () => {
    for (const [index, account] of accounts.slice(0, 6).entries()) {
      const token = await portal.signIn(`someone@c${index}.example`, account)
      const { body } = await portal.get('/documents/orders', token)
      expect(body).toMatchObject({ rows: [{ number: `SO-${index + 1}` }] })
      expect((await portal.get(`/documents/orders/SO-${index + 2}`, token)).status).toBe(404)
    }
    const client = await openClient({ connectionString: database.urls.viewer })
    const [{ account_id: id = '' } = {}] = await everyRow<{ account_id: string }>(
      'select account_id from accounts limit 1',
    )
    await client.query(`begin; select set_config('app.account_id', '${id}', true)`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>('explain (analyze) select number from documents')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`Subplans Removed: ${partitions - 1}`)
    await client.end()
  })

  test('lets no role of the portal at a partition itself', async () => {
    const client = await openClient({ connectionString: database.ownerUrl })
    const { rows } = await client.query(
      `select r.rolname from pg_roles r where r.rolname = any ($1)
       and (has_schema_privilege(r.oid, 'partitions', 'usage') or has_table_privilege(r.oid, 'partitions.documents_0', 'select'))`,
      [['portal', 'portal_server', 'portal_console', 'portal_search']],
    )
    await client.end()
    expect(rows).toEqual([])
  })

  test('has statistics of a whole table as soon as its partitions have grown', async () => {
    const client = await openClient({ connectionString: database.ownerUrl })
    for (let index = 0; index < partitions; index++) await client.query(`analyze partitions.documents_${index}`)
    const { work: workPool, lock: lockPool } = database.pools
    const lock = await tryAdvisoryLock(lockPool, 'statistics of partitioned tables')
    expect(await refreshStatistics({ workPool, lockPool }), 'while another server does').toBeUndefined()
    await lock?.release()
    expect(await refreshStatistics({ workPool, lockPool })).toBe(1)
    const { rows } = await client.query(`select reltuples from pg_class where oid = 'documents'::regclass`)
    await client.end()
    expect(rows).toEqual([{ reltuples: accounts.length }])
    expect(await refreshStatistics({ workPool, lockPool })).toBe(0)
  })

  test('is never made of one that has documents, even where they are hidden from its owner', {
    tags: 'long',
  }, async () => {
    const url = await emptyDatabase()
    await runFirstMigrations(url, Number.POSITIVE_INFINITY)
    await insertOrder(url)
    lines.length = 0
    await migrate({ url, tokenSecret, partitions, log })
    expect(lines).toContainEqual(expect.stringMatching(/^DATABASE_PARTITIONS is 4, .* have none: it stays so\./))
    expect((await contentsOf(url))['public.documents']).toMatch(/^1 rows/)
  })

  test('keeps its partitions whatever is set later, and the portal says how to change it', async () => {
    lines.length = 0
    await migrate({ url: database.ownerUrl, tokenSecret, partitions: 9, log })
    expect(lines).toEqual([
      `DATABASE_PARTITIONS is 9, and the large tables of this database have ${partitions}: it stays so. npm run portal -- copy-to makes one as it is set.`,
    ])
    lines.length = 0
    await migrate({ url: database.ownerUrl, tokenSecret, log })
    expect(lines).toEqual([])
  })
})

describe('A portal that is copied', () => {
  test('is partitioned from then on, or no longer, and not one row is lost', { tags: 'long' }, async () => {
    const [whole, again] = [await emptyDatabase(), await emptyDatabase()]
    await migrate({ url: whole, tokenSecret, log })
    const copy = (fromUrl: string, toUrl: string, partitions?: number) =>
      copyDatabase({ fromUrl, toUrl, tokenSecret, partitions, progress: () => undefined, warn: () => undefined })
    // Nothing is written any more: what was counted of calls is written when the server closes.
    await portal.app.close()
    const contents = await contentsOf(database.ownerUrl)
    expect(contents['public.documents']).toMatch(/^24 rows/)
    await copy(database.ownerUrl, whole)
    expect(await contentsOf(whole)).toEqual(contents)
    await copy(whole, again, 3)
    expect(await contentsOf(again)).toEqual(contents)
    for (const url of [whole, again])
      expect(await schemaOf(url)).toBe(readFileSync(join(databaseFolder, 'schema.sql'), 'utf8'))
    await expect(copy(whole, again, 3)).rejects.toThrow('The database is not empty: public.')
  })
})
