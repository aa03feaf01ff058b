import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { examplesEndingWith, pathOfExample } from './files.ts'

const files = examplesEndingWith('.ndjson').map(pathOfExample)
const database = await testDatabase()
const deps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}

test.skipIf(files.length === 0)('NDJSON files go in whole, and a second time change nothing', async () => {
  for (const result of await importFiles(deps, files, { dryRun: false }))
    expect(result).toMatchObject({ report: { rejected: 0, errors: [] } })
  for (const result of await importFiles(deps, files, { dryRun: false }))
    expect(result).toMatchObject({ report: { created: 0, updated: 0, stale: 0, rejected: 0 } })
})
