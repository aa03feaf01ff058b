import type pg from 'pg'
import { openClient } from './connect.ts'
import type { Log } from './postmaster.ts'

const checkInterval = 1_000
const timeout = 2_000
/** One log line covers all connections that are lost within this time, in milliseconds. */
const gatherDelay = 1_000

export type DatabaseWatch = {
  /** Reports a connection that broke while idle. */
  lost: (error: Error) => void
  stop: () => Promise<void>
}

/**
 * Queries the database every second, on a connection of its own, and logs one line when it cannot be reached and one
 * when it is back, however many requests were refused meanwhile.
 */
export function watchDatabase({ url, log, clock }: { url: string; log: Log; clock: () => Date }): DatabaseWatch {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let gatherTimer: NodeJS.Timeout | undefined
  let pendingCheck: Promise<void> = Promise.resolve()
  let unavailableSince: Date | undefined
  let lostErrors: Error[] = []
  let stopped = false

  async function check(): Promise<void> {
    try {
      client ??= await openClient({
        connectionString: url,
        application_name: 'portal watch',
        connectionTimeoutMillis: timeout,
        query_timeout: timeout,
        keepAlive: true,
      })
      await client.query('select 1')
      if (unavailableSince === undefined) return
      const seconds = Math.max(1, Math.round((clock().getTime() - unavailableSince.getTime()) / 1_000))
      log.info(`The database is back; it was away for ${seconds} s.`)
      unavailableSince = undefined
    } catch (error) {
      const broken = client
      client = undefined
      // On a connection that lets nothing through, ending it may never finish.
      void broken?.end().catch(() => undefined)
      if (unavailableSince !== undefined || stopped) return
      unavailableSince = clock()
      const reason = error instanceof Error ? error.message : String(error)
      log.warn(
        `The database has been away since ${unavailableSince.toISOString()} (${reason}); it is asked again every second.`,
      )
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      pendingCheck = check().finally(() => {
        if (!stopped) schedule()
      })
    }, checkInterval)
    timer.unref()
  }
  schedule()

  return {
    lost: (error) => {
      lostErrors.push(error)
      gatherTimer ??= setTimeout(() => {
        const [first] = lostErrors
        const count =
          lostErrors.length === 1 ? 'A database connection was' : `${lostErrors.length} database connections were`
        if (!stopped) log.warn(`${count} lost: ${first?.message}`)
        lostErrors = []
        gatherTimer = undefined
      }, gatherDelay).unref()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      clearTimeout(gatherTimer)
      await pendingCheck
      await client?.end().catch(() => undefined)
    },
  }
}
