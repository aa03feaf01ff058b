import type { Pool } from 'pg'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { addHours, type HourCounts } from './queries.ts'

const hour = 3_600_000
const counted = ['created', 'updated', 'unchanged', 'rejected', 'quarantined'] as const

/** Counts what became of messages by source and hour. */
export type SourceCounts = {
  count: (source: string, report: IngestReport) => void
  /** Writes what was counted, in one statement. When it fails, what was counted is kept for the next time. */
  write: () => Promise<void>
}

/**
 * Counts in memory: a call costs no query, and a statement every few seconds writes what all have sent. A crash loses the
 * counts since the last one, never a document.
 */
export function createSourceCounts({ db, clock }: { db: Pool; clock: () => Date }): SourceCounts {
  let hours = new Map<string, HourCounts>()

  function add(entry: HourCounts): void {
    const key = `${entry.source} ${entry.hour}`
    const known = hours.get(key)
    if (!known) return void hours.set(key, entry)
    for (const name of counted) known[name] += entry[name]
    if (known.lastAt < entry.lastAt) known.lastAt = entry.lastAt
  }

  return {
    count: (source, report) => {
      const now = clock()
      const start = new Date(Math.floor(now.getTime() / hour) * hour)
      const { created, updated, rejected, quarantined } = report
      const unchanged = report.unchanged + report.stale
      const numbers = { created, updated, unchanged, rejected, quarantined }
      add({ source, hour: start.toISOString(), lastAt: now.toISOString(), ...numbers })
    },
    write: async () => {
      if (hours.size === 0) return
      const written = hours
      hours = new Map()
      try {
        await addHours(db, [...written.values()])
      } catch (error) {
        for (const entry of written.values()) add(entry)
        throw error
      }
    },
  }
}
