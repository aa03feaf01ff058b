import { reminderHour } from '#contract/notifications/kinds.ts'
import { nextTimeAt } from '#contract/values/time-zone.ts'
import type { Db } from '#database/transaction.ts'
import { rescheduleTasks, takeDueTasks } from './notify-queries.ts'

/** A notification job as pg-boss takes it. */
export type NotificationJob = { name: 'notify' | 'remind' | 'digest' | 'push'; data: Record<string, string> }
export type SendJobs = (client: Db, jobs: readonly NotificationJob[]) => Promise<void>

export type ScheduledTaskDeps = {
  clock: () => Date
  /** The server's time zone, for people and accounts without their own. */
  timeZone: string
  send: SendJobs
}

const batchSize = 200

/**
 * Turns due tasks into jobs, in the transaction of `client`; returns how many it took. A recurring task is scheduled
 * for the next day: missed days are made up for once, by the next run.
 */
export async function enqueueDueTasks({ clock, timeZone, send }: ScheduledTaskDeps, client: Db): Promise<number> {
  const now = clock()
  const tasks = await takeDueTasks(client, now, batchSize)
  if (tasks.length === 0) return 0
  const recurring = tasks.filter(({ task }) => task === 'remind')
  await rescheduleTasks(
    client,
    recurring.map((task) => ({
      accountId: task.accountId,
      dueAt: nextTimeAt(task.timeZone ?? timeZone, reminderHour * 60, now),
    })),
  )
  const due = tasks.filter(({ planned }) => planned)
  await send(
    client,
    due.map(({ task, accountId, userId }) => ({ name: task, data: { accountId, ...(userId ? { userId } : {}) } })),
  )
  return tasks.length
}
