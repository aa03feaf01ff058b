import { expect, test } from 'vitest'
import { bareConnections, misnamedPools } from './connections.ts'

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

test.for([
  'export const readKeys = (pool: Pool) => pool.query(statement)',
  'export type JobDeps = { pool: Pool; clock: () => Date }',
  'const { pool } = deps',
  'const pool = await workPoolOf(context)',
  'export const readKeys = (server: pg.Pool) => server.query(statement)',
  'const { work } = database.pools',
  'const { server: workPool } = database.pools',
  'const { workPool: db } = deps',
  'const db = pools.work',
  'const keys = createKeys({ db: deps.workPool, clock })',
  'await readTogether(db, viewer.accountId, read)',
])('a pool that does not go by its own name is caught: %s', (text) => {
  expect(misnamedPools(file(text))).toHaveLength(1)
  expect(misnamedPools(file(text, 'database/transaction.ts'))).toEqual([])
})

test.for([
  'const a = (viewerPool: Pool, db: Pool) => 0',
  'type Deps = { workPool: pg.Pool; jobsPool: Pool; owner: Pool }',
  'const { server: db, work: workPool } = portal.database.pools',
  'const { workPool, clock } = deps',
  'const workPoolOf = async ({ open }: Context) => (await open()).pools.work',
  'const deps = { db: pools.server, jobsPool: pools.jobs, viewerPool }',
  'await readTogether(deps.viewerPool, id, read)',
  'const { server } = await startServers(pools)',
  'createTransport({ pool: true })',
  'const a = (db: Db, pdfWorker: PdfWorkerPool) => 0',
])('the names of the pools pass, and what only sounds like one: %s', (text) =>
  expect(misnamedPools(file(text))).toEqual([]),
)
