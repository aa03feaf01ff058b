import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { checkOut } from './connect.ts'
import { createBatch, type StatementBatch } from './statement-batch.ts'
import { testDatabase } from './testing/database.ts'

const { pools } = await testDatabase()
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('what a page has read is given back, though the driver still knows the query', async () => {
  const { client, release } = await checkOut(pools.viewer)
  const { batch, row } = await readRow(client)
  await expect
    .poll(
      () => {
        collectGarbage()
        return row.deref() === undefined
      },
      // A full collection beside other tests takes seconds on a busy machine.
      { timeout: 15_000 },
    )
    .toBe(true)
  expect(batch.statements).toHaveLength(1)
  release()
})

async function readRow(client: pg.PoolClient): Promise<{ batch: StatementBatch; row: WeakRef<object> }> {
  const ended = Promise.withResolvers<void>()
  let batch: StatementBatch | undefined
  const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
    const statement = { text: 'select at from generate_series(1, 3) at' }
    batch = createBatch([{ statement, resolve, reject }], (error) => (error ? ended.reject(error) : ended.resolve()))
    client.query(batch)
  })
  await ended.promise
  const [row] = rows
  if (!row || !batch) throw new Error('There is no row')
  return { batch, row: new WeakRef(row) }
}
