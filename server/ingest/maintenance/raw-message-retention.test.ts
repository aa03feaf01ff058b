import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { ingestDocuments } from '../ingest.ts'
import { deleteOldRawMessages } from './raw-message-retention.ts'

const { pools, owner } = await testDatabase()
let now = Date.parse('2026-01-01T00:00:00Z')
const deps = { workPool: pools.work, clock: () => new Date(now), newId: () => randomUUIDv7() }

test('what the ERP sent is kept as it came for 90 days, and then forgotten', async () => {
  const document = { type: 'orders', number: 'A', account: 'C-1' }
  const sent = { line: 1, document, raw: Buffer.from(JSON.stringify(document)) }
  await ingestDocuments(deps, [sent], { dryRun: false, source: 'ndjson' })
  now = Date.parse('2026-03-31T00:00:00Z')
  expect(await deleteOldRawMessages(deps)).toBe(0)
  now = Date.parse('2026-04-02T00:00:00Z')
  expect(await deleteOldRawMessages(deps)).toBe(1)
  expect((await owner.query('select from raw_messages')).rowCount).toBe(0)
  expect((await owner.query('select from documents')).rowCount).toBe(1)
})
