import { randomUUIDv7 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { type ClassifiedValues, classifyValues } from '#server/formats/ubl/read/unseen.ts'
import { unusedExplanations } from '#server/formats/ubl/read/unseen-reasons.ts'
import { takeIn } from '#server/ingest/intake.ts'
import type { IngestDeps } from '#server/ingest/types.ts'
import { rewrittenUbl } from '#server/testing/ubl-round-trip.ts'
import { examplesEndingWith, readExample } from './files.ts'

const files = examplesEndingWith('.xml')
const supportedKinds = [
  'Quotation',
  'Order',
  'OrderResponse',
  'OrderResponseSimple',
  'DespatchAdvice',
  'Invoice',
  'CreditNote',
]
const kindOf = (name: string) =>
  /<(?:[\w.-]+:)?([A-Z]\w+)[\s>]/.exec(
    readExample(name)
      .toString('utf8')
      .replace(/<!--.*?-->|<\?.*?\?>/gs, ''),
  )?.[1] ?? ''

const database = await testDatabase()
const deps: IngestDeps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-04-10T08:00:00Z'),
  newId: () => randomUUIDv7(),
}
const send = (name: string, account?: string) =>
  takeIn(deps, 'ubl', readExample(name), { dryRun: false, ...(account ? { account } : {}) })

test.skipIf(files.length === 0)(
  'UBL files of the kinds that are taken go in, all others are refused by name',
  async () => {
    for (const name of files) {
      const kind = kindOf(name)
      const { received, created, updated, unchanged, stale, errors } = await send(name, 'C-1')
      expect(received, name).toBe(1)
      if (supportedKinds.includes(kind))
        expect([name, created + updated + unchanged + stale, errors]).toEqual([name, 1, []])
      else
        expect([name, errors]).toEqual([
          name,
          [
            {
              line: 1,
              path: expect.stringMatching(`^/(.*:)?${kind}$`),
              message: expect.stringMatching(`${kind}.* Taken are: `),
            },
          ],
        ])
    }
  },
)

test.skipIf(files.length === 0)(
  'without the sender’s word, none is given to a customer that it does not name',
  async () => {
    await database.owner.query('truncate accounts, quarantine, raw_messages cascade')
    await database.owner.query(
      "insert into accounts (account_id, number, name) values (uuidv7(), 'C-9', 'Nobody’s buyer')",
    )
    for (const name of files.filter((file) => supportedKinds.includes(kindOf(file))))
      expect(await send(name), name).toMatchObject({ received: 1, quarantined: 1, rejected: 0 })
    expect((await database.owner.query('select from documents')).rowCount).toBe(0)
  },
)

async function classify(contents: readonly Buffer[]) {
  const classified: ClassifiedValues[] = []
  for (const content of contents) classified.push(await classifyValues(content))
  return classified.filter((values): values is Extract<ClassifiedValues, { unseen: unknown }> => 'unseen' in values)
}

test.skipIf(files.length === 0)(
  'they have no value that a reader sees nowhere, and every explanation is needed',
  async () => {
    const classified = await classify(files.map(readExample))
    expect(classified.flatMap(({ unseen }) => unseen)).toEqual([])
    const ownFolder = join(import.meta.dirname, '../server/formats/ubl/fixtures')
    const own = await classify(readdirSync(ownFolder).map((name) => readFileSync(join(ownFolder, name))))
    expect(unusedExplanations([...own, ...classified].flatMap(({ explained }) => explained))).toEqual([])
  },
)

test.skipIf(files.length === 0)('they say the same after we wrote them', async () => {
  for (const name of files) {
    const rewritten = await rewrittenUbl(readExample(name))
    expect([name, rewritten?.after]).toEqual([name, rewritten?.before])
  }
})
