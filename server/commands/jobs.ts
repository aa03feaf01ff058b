import { type DeadJobs, openDeadJobs } from '../jobs/dead-jobs.ts'
import { argument, type Command, type Context, Failed, optionalOption, table, UsageError } from './command.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function withDeadJobs<T>({ open }: Context, work: (dead: DeadJobs) => Promise<T>): Promise<T> {
  const { database, pools } = await open()
  const dead = openDeadJobs({ jobsPool: pools.jobs, url: database.urls.session, log: { warn: () => undefined } })
  try {
    return await work(dead)
  } finally {
    await dead.close()
  }
}

const withoutControls = (line: string) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

function checkedJobId(text: string): string {
  if (!uuidPattern.test(text)) throw new UsageError(`"${text}" is no id of a job. See jobs list.`)
  return text
}

export const jobCommands: readonly Command[] = [
  {
    name: 'jobs list',
    summary: 'Lists the jobs that were tried for the last time, with why they failed.',
    run: (context) =>
      withDeadJobs(context, async (dead) => {
        const jobs = await dead.list()
        if (jobs.length === 0) return context.out('No job was given up.')
        const rows = jobs.map((job) => [
          job.id,
          job.since.toISOString(),
          job.name,
          `given up after ${job.tries} ${job.tries === 1 ? 'try' : 'tries'}`,
          job.fault.slice(0, 200),
        ])
        for (const line of table(rows)) context.out(withoutControls(line))
      }),
  },
  {
    name: 'jobs show',
    summary: 'Shows a job that was given up: what it was to do, and the whole of its last fault.',
    arguments: ['ID'],
    run: (context, args) =>
      withDeadJobs(context, async (dead) => {
        const job = await dead.show(checkedJobId(argument(args, 0)))
        if (!job) throw new Failed('No such job was given up. See jobs list.')
        context.out(JSON.stringify(job, null, 2))
      }),
  },
  {
    name: 'jobs replay',
    summary: 'Has jobs that were given up done again: one, or all.',
    options: { id: { type: 'string' } },
    help: { id: 'One job by its id; all unless given.' },
    run: (context, args) =>
      withDeadJobs(context, async (dead) => {
        const jobId = optionalOption(args, 'id')
        const count = await dead.replay(jobId === undefined ? undefined : checkedJobId(jobId))
        if (count === 0 && jobId === undefined) return context.out('No job was given up.')
        if (count === 0) throw new Failed('No such job was given up. See jobs list.')
        context.out(count === 1 ? 'The job is done again.' : `${count} jobs are done again.`)
      }),
  },
]
