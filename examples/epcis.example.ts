import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { takeIn } from '#server/ingest/intake.ts'
import { examplesEndingWith, readExample } from './files.ts'

const files = examplesEndingWith('.jsonld')
const database = await testDatabase()
const deps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}

test.skipIf(files.length === 0)('EPCIS events go in, and once more without a change', async () => {
  for (const name of files) {
    const content = readExample(name)
    const first = await takeIn(deps, 'epcis', content, { dryRun: false })
    expect([name, first.rejected, first.errors]).toEqual([name, 0, []])
    const again = await takeIn(deps, 'epcis', content, { dryRun: false })
    expect([name, again.unchanged]).toEqual([name, again.received])
  }
})
