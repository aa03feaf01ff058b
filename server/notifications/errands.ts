import { reminderHour } from '../../contract/notice-kinds.ts'
import { nextTimeAt } from '../../contract/zone.ts'
import type { Db } from './announce-queries.ts'
import { replanErrands, takeErrands } from './telling-queries.ts'

/** One job to be done, as the jobs take it. */
export type WantedJob = { name: 'tell' | 'remind' | 'digest' | 'push'; data: Record<string, string> }
export type SendJobs = (client: Db, wanted: readonly WantedJob[]) => Promise<void>

export type ErrandDeps = {
  clock: () => Date
  /** Where the server stands: the clock of those who have named no other. */
  timeZone: string
  send: SendJobs
}

const atOnce = 200

/**
 * Hands what is due over to the jobs, in the transaction of `client`; gives how much it was. What comes again each day is
 * planned for the next: a day on which nobody looked is made up for once, whenever somebody looks again.
 */
export async function handOver({ clock, timeZone, send }: ErrandDeps, client: Db): Promise<number> {
  const now = clock()
  const taken = await takeErrands(client, now, atOnce)
  if (taken.length === 0) return 0
  const again = taken.filter(({ what }) => what === 'remind')
  await replanErrands(
    client,
    again.map((one) => ({
      accountId: one.accountId,
      dueAt: nextTimeAt(one.timeZone ?? timeZone, reminderHour * 60, now),
    })),
  )
  const due = taken.filter(({ planned }) => planned)
  await send(
    client,
    due.map(({ what, accountId, userId }) => ({ name: what, data: { accountId, ...(userId ? { userId } : {}) } })),
  )
  return taken.length
}
