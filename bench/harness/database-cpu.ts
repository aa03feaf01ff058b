import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MeasuredDatabase } from './measured-database.ts'

/** Linux counts processor time in hundredths of a second. */
const tickMicroseconds = 10_000

/** Microseconds of processor time that PostgreSQL's processes have used so far; 0 on systems without /proc. */
export function databaseCpu({ folder }: MeasuredDatabase): number {
  if (!existsSync('/proc/self/stat')) return 0
  const postmaster = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  let ticks = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const fields = statOf(pid)
    const isPostmaster = pid === postmaster
    if (fields === undefined || (!isPostmaster && fields[1] !== postmaster)) continue
    // The fields after the name: state, parent, … From the 12th: user and system time, then those of ended children.
    for (const field of isPostmaster ? fields.slice(11, 15) : fields.slice(11, 13)) ticks += Number(field)
  }
  return ticks * tickMicroseconds
}

function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has just ended.
    return undefined
  }
}
