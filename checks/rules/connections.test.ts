import { expect, test } from 'vitest'
import { bareConnections } from './connections.ts'

const file = (text: string, path = 'server/ingest/write/batch.ts') => [{ path, text }]

test.for([
  'const client = await pool.connect()',
  'const client = await deps.pool.connect()',
  'pool?.connect((error, client) => undefined)',
  'const client = new pg.Client({ connectionString })',
  'const pool = new pg.Pool({ max: 3 })',
  "import { Client } from 'pg'\nconst client = new Client({})",
])('a connection that could end the process is caught: %s', (text) => {
  expect(bareConnections(file(text))).toHaveLength(1)
  expect(bareConnections(file(text, 'database/open-database.ts'))).toHaveLength(1)
})

test('the one place that listens, tests, and other uses of the word pass', () => {
  expect(bareConnections(file('await pool.connect()', 'database/connect.ts'))).toEqual([])
  expect(bareConnections(file('await pool.connect()', 'server/ingest/ingest.test.ts'))).toEqual([])
  expect(bareConnections(file('const { client, release } = await checkOut(pool)\nconnect(urls)'))).toEqual([])
})
