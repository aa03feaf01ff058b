import type { Machine } from '../database/machine.ts'

/** How wide the portal opens on this machine. */
export type Capacity = {
  /** To the database for signed-in people, and as many for all else that answers at once. */
  connections: number
  /** That set papers. */
  paperProcesses: number
  /** Lines of the longest paper that is set. */
  paperLines: number
}

const mebibyte = 2 ** 20
/** A connection takes some 8 MB of PostgreSQL's, of each two there are. */
const [minConnections, maxConnections] = [6, 16]
/** Measured: what a process that sets papers takes by itself, and for each line. */
const paperBase = 110 * mebibyte
const paperLine = 0.14 * mebibyte
const maxPaperLines = 6_000
/** Of the half of the memory that neither PostgreSQL nor the server counts on, what they take at their busiest. */
const reserve = 116 * mebibyte
/** Two of the longest papers at once, and all else. */
const memoryForTwoPapers = 4 * 1024 * mebibyte

/** What fits into the memory and the cores that the process may use. */
export function capacityOf({ memory, cores }: Machine): Capacity {
  const forPaper = memory / 2 - reserve
  const lines = Math.floor((forPaper - paperBase) / paperLine)
  return {
    connections: Math.min(maxConnections, Math.max(minConnections, Math.floor(memory / mebibyte / 64))),
    paperProcesses: memory >= memoryForTwoPapers ? Math.max(1, Math.min(2, cores - 1)) : 1,
    paperLines: Math.min(maxPaperLines, Math.max(100, lines)),
  }
}
