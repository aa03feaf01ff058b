import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { connect } from '#database/connect.ts'
import type { RoleUrls } from '#database/roles.ts'
import { withTransaction } from '#database/transaction.ts'
import { createJobs, type JobHandler } from '../jobs/jobs.ts'
import { createOutbox } from '../mail/outbox.ts'
import { mailDigest, notifyAccount } from '../notifications/notify.ts'
import { enqueueDueTasks } from '../notifications/scheduled-tasks.ts'

/*
 * A server's background work as a process of its own. It can be told to be killed in the middle of a job: when the job
 * begins, or when its work is done but not yet committed.
 */
type WorkerInput = {
  urls: RoleUrls
  secrets: string[]
  dies: { moment: 'begins' | 'done'; job: number } | undefined
}

const { urls, secrets, dies } = JSON.parse(process.argv[2] ?? '') as WorkerInput
let jobsLeft = dies?.job ?? 0
const dieAt = (moment: 'begins' | 'done') => {
  if (moment === dies?.moment && --jobsLeft === 0) process.kill(process.pid, 'SIGKILL')
}
const log = { info: () => undefined, warn: () => undefined }
const pools = connect(urls, { onLost: () => undefined, size: 4 })
const clock = () => new Date()
const newId = () => randomUUIDv7()
const jobs = createJobs({ jobsPool: pools.jobs, url: urls.session, log })
const notifyDeps = {
  ...{ clock, secrets, timeZone: 'UTC', send: jobs.send },
  mail: createOutbox({ clock, newId, random: randomBytes, secrets }),
}
const idle: JobHandler = async () => undefined
const notify: JobHandler = async ({ data }, client) => {
  dieAt('begins')
  await notifyAccount(notifyDeps, client, data.accountId ?? '')
  dieAt('done')
}
const digest: JobHandler = async ({ data }, client) => {
  dieAt('begins')
  await mailDigest(notifyDeps, client, data.accountId ?? '', data.userId ?? '')
  dieAt('done')
}
await jobs.start({ notify, remind: idle, digest, push: idle }, () =>
  withTransaction(pools.jobs, (client) => enqueueDueTasks(notifyDeps, client)),
)
