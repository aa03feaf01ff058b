import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { CountedThing } from '#contract/console/insight.ts'
import { wordTerms } from '#contract/search/search.ts'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { withTransaction } from '#database/transaction.ts'
import { addCounts, deleteOldCounts, noteWeekly } from './queries.ts'
import { addVainWords, type VainWord } from './vain-words.ts'

/** Counts in memory, written every ten seconds: a call waits for no count, and a day is a handful of rows. */
export type Counters = {
  /** Counts a thing; `of` says by whom and what, so that looking again within half an hour is not counted again. */
  count: (thing: CountedThing, of?: string) => void
  /** Notes the words of a search that found nothing. */
  searchedInVain: (userId: string, text: string) => void
  /** Writes what was counted up to now. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

type Deps = { db: Pool; clock: () => Date; today: () => string; secret: string; log: Log }

const [flushInterval, memory, hour] = [10_000, 30 * 60_000, 60 * 60_000]
/** More than a busy server sees in half an hour; beyond it some things are counted twice. */
const mostRemembered = 50_000
/** So many different words at most wait to be written, and so many are taken of one search. */
const [mostWords, mostOfSearch] = [500, 5]

/** Starts to count. `stop` writes what is left. */
export function createCounters({ db, clock, today, secret, log }: Deps): Counters {
  let counts = new Map<string, number>()
  let words = new Map<string, { searchers: Set<string>; times: number }>()
  let [remembered, rememberedSince, tidiedAt] = [new Set<string>(), 0, 0]
  const key = createHmac('sha256', secret).update('searches in vain').digest()
  const hashOf = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest()

  function isRepeated(of: string): boolean {
    const now = clock().getTime()
    if (now - rememberedSince > memory || remembered.size >= mostRemembered) {
      remembered = new Set()
      rememberedSince = now
    }
    if (remembered.has(of)) return true
    remembered.add(of)
    return false
  }

  async function flush(): Promise<void> {
    const [counted, searched] = [counts, words]
    ;[counts, words] = [new Map(), new Map()]
    const now = clock()
    const day = today()
    const vain = [...searched].map(
      ([word, { searchers, times }]): VainWord => ({
        ...{ word, times, hash: hashOf('word', word) },
        searchers: [...searchers].map((userId) => hashOf('searcher', word, userId).subarray(0, 4)),
      }),
    )
    const isTidying = now.getTime() - tidiedAt >= hour
    if (counted.size + vain.length === 0 && !isTidying) return
    try {
      await withTransaction(db, async (client) => {
        if (counted.size > 0)
          await addCounts(
            client,
            [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          )
        if (vain.length > 0) await addVainWords(client, vain, day)
        if (isTidying) {
          await noteWeekly(client, day, now)
          await deleteOldCounts(client, day)
        }
      })
    } catch (error) {
      for (const [what, count] of counted) counts.set(what, (counts.get(what) ?? 0) + count)
      throw error
    }
    if (isTidying) tidiedAt = now.getTime()
  }

  const flushing = repeat({
    work: flush,
    every: flushInterval,
    log,
    failing: (reason) => `How the portal is used is counted in memory: ${reason}`,
    working: (seconds) => `How the portal is used is written again, after ${seconds} s.`,
  })

  return {
    count: (thing, of) => {
      if (of !== undefined && isRepeated(`${thing} ${of}`)) return
      const what = `${today()} ${thing}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    },
    searchedInVain: (userId, text) => {
      // Letters alone: numbers and addresses may be somebody's own.
      const taken = wordTerms(text).filter((word) => /^\p{L}{3,40}$/u.test(word))
      for (const word of taken.slice(0, mostOfSearch)) {
        const known = words.get(word)
        if (!known && words.size >= mostWords) return
        const { searchers, times } = known ?? { searchers: new Set<string>(), times: 0 }
        words.set(word, { searchers: searchers.add(userId), times: times + 1 })
      }
    },
    flush,
    stop: async () => {
      await flushing.stop()
      await flush().catch((error: unknown) => log.warn(`The last counts could not be written: ${String(error)}`))
    },
  }
}
