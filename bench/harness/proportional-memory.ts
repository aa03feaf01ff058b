import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A running process: its parent, its command line, and its memory with its share of what it shares, in bytes. */
type Process = { pid: number; parent: number; command: string; bytes: number }

/** Whether the system says what a process takes of the memory that it shares with others. */
export const hasProportionalMemory = existsSync('/proc/self/smaps_rollup')

/** A process and all that it started, directly or not; those that have ended meanwhile are left out. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const members = all.filter(({ pid }) => pid === root)
  for (const { pid } of members) members.push(...all.filter(({ parent }) => parent === pid))
  return members
}

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    const kilobytes = Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    return [{ pid, parent, command, bytes: kilobytes * 1024 }]
  } catch {
    // It has ended, or is another user's.
    return []
  }
}
