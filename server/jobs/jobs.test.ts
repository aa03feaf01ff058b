import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { jobsVersion } from '#database/jobs.ts'
import { testDatabase } from '#database/testing/database.ts'
import { openLink } from '#database/testing/link.ts'
import { jobNames, openBoss } from './boss.ts'
import { openDeadJobs } from './dead-jobs.ts'
import { createJobs, type JobHandler } from './jobs.ts'

const database = await testDatabase()
const { owner, pools, urls } = database
const complaints: string[] = []
const log = { info: () => undefined, warn: (line: string) => void complaints.push(line) }
const deps = { jobsPool: pools.jobs, url: urls.server, log }
await owner.query('create table done (job uuid, worker text); grant insert on done to portal_server')

const idle: JobHandler = async () => undefined
const others = { remind: idle, digest: idle, push: idle }
const count = async (sql: string) => (await owner.query<{ count: string }>(sql)).rows[0]?.count

/** Makes postponed jobs due, as if their time had passed for pg-boss. */
const makeJobsDue = () =>
  owner.query(`update jobs.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`)

describe('the book-keeping of jobs', () => {
  test('is made for the version of the package that works on it', () => {
    const path = join(import.meta.dirname, '../../node_modules/pg-boss/package.json')
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    expect(jobsVersion).toContain(`pg-boss ${version},`)
  })

  test('belongs to the owner; the server adds, changes and removes rows and nothing else', async () => {
    await expect(pools.jobs.query('alter table jobs.job add column more text')).rejects.toThrow('must be owner')
    await expect(pools.viewer.query('select from jobs.job')).rejects.toThrow('permission denied')
  })
})

describe('a job', () => {
  const worker = createJobs(deps)
  const heard: string[] = []
  let faults = 0
  afterAll(worker.stop)

  test('that was asked for in a transaction which is rolled back never was', async () => {
    const client = await pools.jobs.connect()
    await client.query('begin')
    await worker.send(client, [{ name: 'notify', data: { say: 'nothing' } }])
    await client.query('rollback')
    client.release()
    expect(await count('select count(*) from jobs.job')).toBe('0')
  })

  test('is done with all that it writes, or neither; a fault has it tried again later, and in the end laid aside', async () => {
    await worker.send(pools.jobs, [
      { name: 'notify', data: { say: 'good' } },
      { name: 'notify', data: { say: 'bad' } },
    ])
    const notify: JobHandler = async ({ id, data }, client) => {
      await client.query('insert into done values ($1, $2)', [id, data.say])
      if (data.say === 'bad') {
        faults++
        throw new Error('It is bad')
      }
      heard.push(id)
    }
    await worker.start({ ...others, notify }, async () => undefined)
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1)
    await expect.poll(() => count(`select count(*) from jobs.job where state = 'retry'`)).toBe('1')
    expect(await count(`select count(*) from jobs.job where state = 'retry' and start_after > now()`)).toBe('1')
    // Makes the next attempt the last one.
    await owner.query(`update jobs.job set retry_count = retry_limit where state = 'retry'`)
    await makeJobsDue()
    await expect.poll(() => faults, { timeout: 10_000 }).toBe(2)
    const dead = openDeadJobs(deps)
    await expect.poll(() => dead.list()).toMatchObject([{ name: 'notify', data: { say: 'bad' }, fault: 'It is bad' }])
    expect(await count('select count(*) from done')).toBe('1')
    await dead.close()
  })

  test('that was laid aside is done again when the operator says so', async () => {
    const dead = openDeadJobs(deps)
    const [job] = await dead.list()
    expect(await dead.show(job?.id ?? '')).toMatchObject({ id: job?.id, details: { message: 'It is bad' } })
    expect(await dead.replay(job?.id)).toBe(1)
    expect(await dead.list()).toEqual([])
    await expect.poll(() => faults, { timeout: 10_000 }).toBe(3)
    await dead.close()
    expect(complaints).toEqual([])
  })
})

test('A database that is away is logged once, however many kinds of jobs wait for it', async () => {
  const link = await openLink(Number(new URL(urls.server).port), async () => undefined)
  const lines: string[] = []
  const boss = openBoss({ ...deps, url: link.through(urls.server), log: { warn: (line) => void lines.push(line) } })
  const failing = new Set<unknown>()
  boss.queue.on('error', (report) => void failing.add('queue' in report ? report.queue : undefined))
  await boss.start()
  for (const name of jobNames) await boss.queue.work(name, { pollingIntervalSeconds: 1 }, async () => undefined)
  link.become('refusing')
  link.reset()
  await expect.poll(() => jobNames.every((name) => failing.has(name)), { timeout: 20_000 }).toBe(true)
  expect(lines).toEqual([expect.stringMatching(/^Jobs: /)])
  link.become('well')
  await boss.stop()
  await link.close()
})
