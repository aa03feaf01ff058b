import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../database/testing.ts'
import type { IngestDeps } from './ingest-types.ts'
import { ingestUbl } from './ubl-intake.ts'

/** Published examples of UBL, if they are in a folder beside the repository. They are not part of it. */
const folder = join(import.meta.dirname, '../../../shared/data/ubl')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml'))
      .sort()
  : []
const skipReason = `There are no published examples in ${folder}`
const supportedKinds = [
  'Quotation',
  'Order',
  'OrderResponse',
  'OrderResponseSimple',
  'DespatchAdvice',
  'Invoice',
  'CreditNote',
]
const kindOf = (text: string) =>
  /<(?:[\w.-]+:)?([A-Z]\w+)[\s>]/.exec(text.replace(/<!--.*?-->|<\?.*?\?>/gs, ''))?.[1] ?? ''

const database = await testDatabase()
const deps: IngestDeps = {
  pool: database.pools.work,
  clock: () => new Date('2026-04-10T08:00:00Z'),
  newId: () => randomUUIDv7(),
}
const send = (name: string, account?: string) =>
  ingestUbl(deps, { content: readFileSync(join(folder, name)), name, dryRun: false, ...(account ? { account } : {}) })

test('published examples of the kinds that are taken go in, all others are refused by name', async ({ skip }) => {
  skip(files.length === 0, skipReason)
  for (const name of files) {
    const kind = kindOf(readFileSync(join(folder, name), 'utf8'))
    const report = await send(name, 'C-1')
    const { received, created, updated, unchanged, stale, errors } = report
    expect(received, name).toBe(1)
    if (supportedKinds.includes(kind))
      expect([name, created + updated + unchanged + stale, errors]).toEqual([name, 1, []])
    else
      expect([name, errors]).toEqual([
        name,
        [{ line: 1, path: `/${kind}`, message: expect.stringMatching(`${kind}.* Taken are: `) }],
      ])
  }
})

test('without the sender’s word, none of them is given to a customer that it does not name', async ({ skip }) => {
  skip(files.length === 0, skipReason)
  await database.owner.query('truncate accounts, quarantine, raw_messages cascade')
  await database.owner.query(
    "insert into accounts (account_id, number, name) values (uuidv7(), 'C-9', 'Nobody’s buyer')",
  )
  const supportedFiles = files.filter((name) =>
    supportedKinds.includes(kindOf(readFileSync(join(folder, name), 'utf8'))),
  )
  for (const name of supportedFiles)
    expect(await send(name), name).toMatchObject({ received: 1, quarantined: 1, rejected: 0 })
  expect((await database.owner.query('select from documents')).rowCount).toBe(0)
})
