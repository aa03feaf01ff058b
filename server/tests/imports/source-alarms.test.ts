import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { fileSources, mailFileAlarms } from '#server/testing/file-sources.ts'

/* Staff hear once of sources that fail or are silent. */

const database = await testDatabase()
const { owner, pools, tokenSecret } = database
const sources = await fileSources(database)

test('Staff get one mail when no new file comes, and one when a source fails for an hour, until it is over', async () => {
  await owner.query(
    `insert into staff (id, email, name, role, created_at) values ($1, 'ivo@supplier.example', 'Ivo', 'integration', now()),
($2, 'sam@supplier.example', 'Sam', 'sales', now())`,
    [randomUUIDv7(), randomUUIDv7()],
  )
  const mails = async () => (await owner.query(`select from mails where kind = 'filesMissing'`)).rowCount
  const { clock } = sources.deps
  const mail = createOutbox({ clock, newId: () => randomUUIDv7(), random: randomBytes, secrets: [tokenSecret] })
  const deps = { db: pools.server, clock, mail }
  const later = sources.source('quiet', 'https://127.0.0.1:1/a.csv', { silentHours: 30 })
  await sources.save(later)
  const { id } = await sources.read('quiet')
  sources.pass(29 * 60)
  await mailFileAlarms(deps)
  expect(await mails()).toBe(0)
  sources.pass(61)
  await mailFileAlarms(deps)
  await mailFileAlarms(deps)
  expect(await mails()).toBe(1)
  await owner.query('update file_sources set last_file_at = $2, alarm = null where id = $1', [id, sources.deps.clock()])
  await sources.look('quiet', { findAddress: async () => Promise.reject(new Error('no network')) })
  expect((await sources.status('quiet'))?.state).toBe('failing')
  sources.pass(59)
  await mailFileAlarms(deps)
  expect(await mails()).toBe(1)
  sources.pass(2)
  await mailFileAlarms(deps)
  await mailFileAlarms(deps)
  expect(await mails()).toBe(2)
})
