import type pg from 'pg'
import { openClient } from './connect.ts'
import type { Log } from './postmaster.ts'

const round = 1_000
const patience = 2_000
/** A connection that was lost says why in one line for all that are lost with it. */
const gather = 1_000

export type DatabaseWatch = {
  /** Tells of a connection that broke while nobody used it. */
  lost: (error: Error) => void
  stop: () => Promise<void>
}

/**
 * Asks the database each second, on a connection of its own, and logs one line when it is away and one when it is back,
 * however many requests were refused meanwhile.
 */
export function watchDatabase({ url, log, clock }: { url: string; log: Log; clock: () => Date }): DatabaseWatch {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let asking: Promise<void> = Promise.resolve()
  let awaySince: Date | undefined
  let lostOnes: Error[] = []
  let stopped = false

  async function ask(): Promise<void> {
    try {
      client ??= await openClient({
        connectionString: url,
        application_name: 'portal watch',
        connectionTimeoutMillis: patience,
        query_timeout: patience,
        keepAlive: true,
      })
      await client.query('select 1')
      if (awaySince === undefined) return
      const seconds = Math.max(1, Math.round((clock().getTime() - awaySince.getTime()) / 1_000))
      log.info(`The database is back; it was away for ${seconds} s.`)
      awaySince = undefined
    } catch (error) {
      const broken = client
      client = undefined
      // A connection on which nothing comes through does not take its end either.
      void broken?.end().catch(() => undefined)
      if (awaySince !== undefined || stopped) return
      awaySince = clock()
      const why = error instanceof Error ? error.message : String(error)
      log.warn(`The database has been away since ${awaySince.toISOString()} (${why}); it is asked again every second.`)
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      asking = ask().finally(() => {
        if (!stopped) schedule()
      })
    }, round)
    timer.unref()
  }
  schedule()

  return {
    lost: (error) => {
      lostOnes.push(error)
      gathering ??= setTimeout(() => {
        const [first] = lostOnes
        const count =
          lostOnes.length === 1 ? 'A database connection was' : `${lostOnes.length} database connections were`
        if (!stopped) log.warn(`${count} lost: ${first?.message}`)
        lostOnes = []
        gathering = undefined
      }, gather).unref()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      clearTimeout(gathering)
      await asking
      await client?.end().catch(() => undefined)
    },
  }
}
