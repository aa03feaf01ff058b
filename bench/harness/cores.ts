import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { MeasuredDatabase } from './measured-database.ts'
import { reportProgress } from './progress.ts'
import type { Server } from './servers.ts'

/**
 * Reserves the last core for this program, and the others for the portal and its database: a crowd on other machines
 * takes no time from the portal, while one on the same core takes most of it. Where the system cannot do this, it only
 * says so. The returned function lets all of them run on every core again.
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
        // A connection's process may just have ended.
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
