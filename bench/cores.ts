import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { MeasuredDatabase } from './measured-database.ts'
import { reportProgress } from './progress.ts'
import type { Server } from './servers.ts'

/**
 * Gives this program the last core to itself, and the others to the portal and its database: a crowd of machines elsewhere
 * takes nothing of the portal's time, one on the same core most of it. Where the system cannot do so, nothing is done and said.
 * What it gives lets all of them run everywhere again.
 */
export function dedicateCore({ folder }: MeasuredDatabase, portal: Server): () => void {
  const cores = availableParallelism()
  const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const setAffinity = (pid: number, list: string) => execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)])
  const setAllAffinities = (ownCores: string, otherCores: string) => {
    setAffinity(process.pid, ownCores)
    setAffinity(portal.pid, otherCores)
    setAffinity(postmaster, otherCores)
    for (const pid of childrenOf(postmaster)) {
      try {
        setAffinity(pid, otherCores)
      } catch {
        // A connection that has just been closed.
      }
    }
  }
  try {
    if (cores < 2) throw new Error('there is one core alone')
    setAllAffinities(String(cores - 1), `0-${cores - 2}`)
    return () => setAllAffinities(`0-${cores - 1}`, `0-${cores - 1}`)
  } catch (error) {
    reportProgress(`the crowd runs on the portal's cores: ${(error as Error).message}`)
    return () => undefined
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map(Number)
