import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Data } from './data.ts'

/** What Linux counts processor time in: a hundredth of a second. */
const tickMicroseconds = 10_000

/** Microseconds that PostgreSQL's processes have worked so far; 0 where the system does not tell by /proc. */
export function databaseCpu({ folder }: Data): number {
  if (!existsSync('/proc/self/stat')) return 0
  const postmaster = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  let ticks = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const fields = statOf(pid)
    // After the name: state, parent, …; the 12th and 13th are user and system time.
    if (pid === postmaster || fields?.[1] === postmaster) ticks += Number(fields?.[11]) + Number(fields?.[12])
  }
  return ticks * tickMicroseconds
}

function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has just ended.
    return undefined
  }
}
