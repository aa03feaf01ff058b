import type { Machine } from '#database/embedded/machine.ts'

/** How much the portal does at once on this machine. */
export type Capacity = {
  /** Connections to the database for signed-in people, and as many again for all other short work. */
  connections: number
  /** Processes that set papers. */
  paperProcesses: number
  /** Lines of the longest paper that is set. */
  paperLines: number
}

const mebibyte = 2 ** 20
/** A connection takes some 8 MB of PostgreSQL's memory, and each exists twice. */
const [minConnections, maxConnections] = [6, 16]
/** Measured: the memory of a process that sets papers, and of each line. */
const paperBase = 110 * mebibyte
const paperLine = 0.14 * mebibyte
const maxPaperLines = 6_000
/** What PostgreSQL and the server take at their busiest from the half of the memory that they do not count on. */
const reserve = 116 * mebibyte
/** Enough for two of the longest papers at once and everything else. */
const memoryForTwoPapers = 4 * 1024 * mebibyte

/** The capacity for the memory and the cores that the process may use; `connections` is what the operator has set. */
export function capacityOf({ memory, cores }: Machine, connections?: number): Capacity {
  const forPaper = memory / 2 - reserve
  const lines = Math.floor((forPaper - paperBase) / paperLine)
  return {
    connections: connections ?? Math.min(maxConnections, Math.max(minConnections, Math.floor(memory / mebibyte / 64))),
    paperProcesses: memory >= memoryForTwoPapers ? Math.max(1, Math.min(2, cores - 1)) : 1,
    paperLines: Math.min(maxPaperLines, Math.max(100, lines)),
  }
}
