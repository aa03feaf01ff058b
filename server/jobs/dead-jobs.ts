import { deadQueue } from '#database/jobs.ts'
import { type BossDeps, openBoss } from './boss.ts'

/** A job that failed at its last attempt. `id` is its id in the queue of dead jobs. */
export type DeadJob = { id: string; name: string; data: unknown; tries: number; since: Date; fault: string }

export type DeadJobs = {
  list: () => Promise<DeadJob[]>
  show: (id: string) => Promise<(DeadJob & { details: unknown }) | undefined>
  /** Queues one dead job again by its id, or all; returns how many. */
  replay: (id: string | undefined) => Promise<number>
  /** Deletes one dead job by its id; false when there is none. */
  drop: (id: string) => Promise<boolean>
  close: () => Promise<void>
}

/** Opens the queue of jobs that are no longer tried, for the operator. */
export function openDeadJobs(deps: BossDeps): DeadJobs {
  const { queue, stop } = openBoss(deps)
  const find = async (id?: string) => (await queue.findJobs(deadQueue, id === undefined ? {} : { id })).map(toDeadJob)
  return {
    list: () => find(),
    show: async (id) => (await find(id))[0],
    replay: async (id) => {
      let replayed = 0
      for (;;) {
        const moved = await queue.redrive(deadQueue, id === undefined ? {} : { ids: [id] })
        replayed += moved
        if (moved === 0 || id !== undefined) return replayed
      }
    },
    drop: async (id) => {
      const there = (await find(id)).length > 0
      if (there) await queue.deleteJob(deadQueue, id)
      return there
    },
    close: stop,
  }
}

type DeadJobRow = {
  id: string
  data: unknown
  output: unknown
  createdOn: Date
  sourceName: string | null
  sourceRetryCount: number | null
}

function toDeadJob({ id, data, output, createdOn, sourceName, sourceRetryCount }: DeadJobRow) {
  const message = typeof output === 'object' && output !== null && 'message' in output ? String(output.message) : ''
  const tries = (sourceRetryCount ?? 0) + 1
  return { id, name: sourceName ?? 'unknown', data, tries, since: createdOn, fault: message, details: output }
}
