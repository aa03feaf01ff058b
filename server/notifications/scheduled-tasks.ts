import { reminderHour } from '../../contract/notice-kinds.ts'
import { nextTimeAt } from '../../contract/time-zone.ts'
import type { Db } from './announce-queries.ts'
import { rescheduleTasks, takeDueTasks } from './notify-queries.ts'

/** One job to be done, as the jobs take it. */
export type NotificationJob = { name: 'tell' | 'remind' | 'digest' | 'push'; data: Record<string, string> }
export type SendJobs = (client: Db, jobs: readonly NotificationJob[]) => Promise<void>

export type ScheduledTaskDeps = {
  clock: () => Date
  /** Where the server stands: the clock of those who have named no other. */
  timeZone: string
  send: SendJobs
}

const batchSize = 200

/**
 * Hands what is due over to the jobs, in the transaction of `client`; gives how much it was. What comes again each day is
 * planned for the next: a day on which nobody looked is made up for once, whenever somebody looks again.
 */
export async function enqueueDueTasks({ clock, timeZone, send }: ScheduledTaskDeps, client: Db): Promise<number> {
  const now = clock()
  const tasks = await takeDueTasks(client, now, batchSize)
  if (tasks.length === 0) return 0
  const recurring = tasks.filter(({ what }) => what === 'remind')
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
    due.map(({ what, accountId, userId }) => ({ name: what, data: { accountId, ...(userId ? { userId } : {}) } })),
  )
  return tasks.length
}
