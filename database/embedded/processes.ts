import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process by its number and start time: numbers are reused, the pair is not. */
export type ProcessId = { pid: number; started: string }

/** Returns the id of this process, by which another can tell whether it is still running. */
export function thisProcess(): ProcessId {
  return { pid: process.pid, started: startTimeOf(process.pid) ?? '' }
}

/** Whether exactly this process is still running. */
export function isProcessAlive(id: ProcessId): boolean {
  return pidExists(id.pid) && startTimeOf(id.pid) === id.started
}

/** Whether a process has this number (a zombie, dead but not yet collected, does not count). */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return process.platform !== 'linux' || !/^\d+ \(.*\) [ZX] /s.test(readStat(pid) ?? '')
}

/** Whether this process is a PostgreSQL running on this data folder; nothing else may be signalled. */
export function isPostgresOn(pid: number, folder: string): boolean {
  if (!pidExists(pid)) return false
  if (process.platform === 'linux') {
    try {
      // PostgreSQL changes into its data folder, so its working directory identifies the folder, whatever path was
      // given.
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch {
      // The process has ended meanwhile, or belongs to another user: it is not ours.
      return false
    }
  }
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  return command.includes('postgres') && command.includes(folder)
}

/** Waits until the condition holds, at most so many milliseconds; returns whether it did. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() > deadline) return false
    await sleep(10)
  }
  return true
}

function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readStat(pid)
    if (stat === undefined) return undefined
    // Field 22, counted after the program's name, which may contain spaces and brackets; ticks count from the boot.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
  }
  if (process.platform === 'win32') return pidExists(pid) ? 'unknown' : undefined
  const startTime = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim()
  return startTime || undefined
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process has ended.
    return undefined
  }
}
