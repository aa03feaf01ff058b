import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'

import { testPortal } from '../testing/portal.ts'
import { openBoss } from './boss.ts'
import { openDeadJobs } from './dead-jobs.ts'

const portal = await testPortal(new Date().toISOString())
const { owner, urls, tokenSecret, pools } = portal.database
/** KILLS=50 makes it a long test; six are each job and moment once. */
const kills = Number(process.env.KILLS ?? 8)
/** More than those who die can mail. */
const accounts = Array.from({ length: 30 + 3 * kills }, (_, n) => `K-${n}`)

const boss = openBoss({ jobsPool: pools.jobs, url: urls.server, log: { warn: () => undefined } })
const running = new Set<ChildProcess>()
const startWorker = (dies?: { moment: 'begins' | 'done'; job: number }) => {
  const argument = JSON.stringify({ urls, secrets: [tokenSecret], dies })
  const child = fork(join(import.meta.dirname, '../testing/worker.ts'), [argument], { stdio: 'ignore' })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await boss.stop()
})

const count = async (sql: string) => Number((await owner.query<{ count: string }>(sql)).rows[0]?.count)
const mailed = async () => {
  const { rows } = await owner.query<{ recipient: string; mails: string }>(
    `select recipient, count(*) as mails from mails where kind in ('notices', 'digest') group by 1 order by recipient collate "C"`,
  )
  return rows
}
/** Makes time pass: pg-boss gives up a silent worker, and postponed jobs become due. */
const makeJobsDue = async () => {
  const silent = "heartbeat_on = heartbeat_on - interval '1 hour', started_on = started_on - interval '1 hour'"
  await owner.query(`update jobs.job set ${silent} where id in
    (select id from jobs.job where state = 'active' for update skip locked)`)
  await boss.queue.supervise()
  // The digests become due.
  await owner.query(`update scheduled_tasks set due_at = now() where task = 'digest'`)
  await owner.query(`update jobs.job set start_after = now() where id in
    (select id from jobs.job where state = 'retry' for update skip locked)`)
}

let killed = 0
/** Runs one server until it is killed: at its first, second or third job, before its work or before its commit. */
const runUntilKilled = (nth: number) =>
  new Promise<void>((resolve) => {
    const child = startWorker({ moment: nth % 2 === 0 ? 'begins' : 'done', job: 1 + (nth % 3) })
    child.once('exit', (_, signal) => {
      if (signal === 'SIGKILL') killed++
      resolve()
    })
  })

test('servers die one after the other in the middle of their work: everybody is mailed, and nobody twice', {
  timeout: 180_000,
}, async () => {
  const order = (account: string, number: string, issueDate: string): IngestDocument => ({
    ...{ type: 'orders', number, account, status: 'confirmed', issueDate },
  })
  await portal.ingestPerCustomer(...accounts.map((account) => order(account, 'FIRST', '2026-01-01')))
  await owner.query(`insert into users (id, email, name, created_at)
    select gen_random_uuid(), lower(number) || '@k.example', number, now() from accounts`)
  await owner.query(`insert into memberships (account_id, user_id, role, created_at)
    select a.account_id, u.id, 'buyer', now() - interval '1 day' from accounts a join users u on u.name = a.number`)
  await owner.query(`insert into notice_readers (account_id, user_id, channels)
    select m.account_id, m.user_id, jsonb_build_object('orders.confirmed', case when right(a.number, 1) < '5' then '["now"]' else '["digest"]' end::jsonb)
    from memberships m join accounts a using (account_id)`)
  const today = new Date().toISOString().slice(0, 10)
  await portal.ingestPerCustomer(...accounts.map((account) => order(account, 'NEW', today)))
  await owner.query(`update scheduled_tasks set due_at = now() where task = 'notify'`)
  let lives = 0
  const lane = async () => {
    while (lives < kills) {
      await runUntilKilled(lives++)
      await makeJobsDue()
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  const { length: mailedBefore } = await mailed()
  expect(mailedBefore).toBeGreaterThan(0)
  expect(mailedBefore).toBeLessThan(accounts.length)
  startWorker()
  const unfinished = () =>
    count(`select (select count(*) from jobs.job where state in ('created', 'retry', 'active'))
      + (select count(*) from scheduled_tasks where task <> 'remind') as count`)
  await expect.poll(() => makeJobsDue().then(unfinished), { timeout: 60_000, interval: 500 }).toBe(0)
  expect(killed).toBe(lives)
  // Each killed server left a job unfinished, which another took up again.
  expect(await count('select sum(retry_count) as count from jobs.job')).toBeGreaterThanOrEqual(kills)
  const mails = await mailed()
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    accounts.map((number) => `${number.toLowerCase()}@k.example`).toSorted(),
  )
  expect(new Set(mails.map(({ mails }) => mails))).toEqual(new Set(['1']))
  const dead = openDeadJobs({ jobsPool: pools.jobs, url: urls.server, log: { warn: () => undefined } })
  expect(await dead.list()).toEqual([])
  await dead.close()
})
