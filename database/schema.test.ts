import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openClient } from './connect.ts'
import { describeSchema } from './schema.ts'
import { testDatabase } from './testing/database.ts'

const database = await testDatabase()

test('schema.sql says what a fresh database is; npm run schema writes it', async () => {
  const client = await openClient({ connectionString: database.ownerUrl })
  const written = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8').replaceAll('\r\n', '\n')
  expect(await describeSchema(client)).toBe(written)
  await client.end()
})

test('every table says what it is for', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and obj_description(oid, 'pg_class') is null`,
  )
  expect(rows).toEqual([])
})
