import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { connect, withTransaction } from '../database/connect.ts'
import { createJobs, type Work } from './jobs/jobs.ts'
import { createOutbox } from './mail/outbox.ts'
import { handOver } from './notifications/errands.ts'
import { mailDigest, tellAccount } from './notifications/tell.ts'

/*
 * What a server does in the background, as a process of its own. It may be told to die violently in the middle of a job:
 * as it begins with one, or when it has done what there is to do in one, before that is committed.
 */
type Given = {
  urls: { viewer: string; server: string }
  secrets: string[]
  dies: { moment: 'begins' | 'done'; job: number } | undefined
}

const { urls, secrets, dies } = JSON.parse(process.argv[2] ?? '') as Given
let jobsLeft = dies?.job ?? 0
const reach = (moment: 'begins' | 'done') => {
  if (moment === dies?.moment && --jobsLeft === 0) process.kill(process.pid, 'SIGKILL')
}
const log = { info: () => undefined, warn: () => undefined }
const pools = connect(urls, { onLost: () => undefined, size: 4 })
const clock = () => new Date()
const newId = () => randomUUIDv7()
const jobs = createJobs({ pool: pools.jobs, url: urls.server, log })
const telling = {
  ...{ clock, secrets, timeZone: 'UTC', send: jobs.send },
  mail: createOutbox({ clock, newId, random: randomBytes, secrets }),
}
const idle: Work = async () => undefined
const tell: Work = async ({ data }, client) => {
  reach('begins')
  await tellAccount(telling, client, data.accountId ?? '')
  reach('done')
}
const digest: Work = async ({ data }, client) => {
  reach('begins')
  await mailDigest(telling, client, data.accountId ?? '', data.userId ?? '')
  reach('done')
}
await jobs.start({ tell, remind: idle, digest, push: idle }, () =>
  withTransaction(pools.jobs, (client) => handOver(telling, client)),
)
