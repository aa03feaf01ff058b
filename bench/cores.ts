import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Data } from './data.ts'
import { say } from './say.ts'
import type { Server } from './servers.ts'

/**
 * Gives this program the last core to itself, and the others to the portal and its database: a crowd of machines elsewhere
 * takes nothing of the portal's time, one on the same core most of it. Where the system cannot do so, nothing is done and said.
 * What it gives lets all of them run everywhere again.
 */
export function coreOfItsOwn({ folder }: Data, portal: Server): () => void {
  const cores = availableParallelism()
  const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const set = (pid: number, list: string) => execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)])
  const setAll = (own: string, others: string) => {
    set(process.pid, own)
    set(portal.pid, others)
    set(postmaster, others)
    for (const pid of childrenOf(postmaster)) {
      try {
        set(pid, others)
      } catch {
        // A connection that has just been closed.
      }
    }
  }
  try {
    if (cores < 2) throw new Error('there is one core alone')
    setAll(String(cores - 1), `0-${cores - 2}`)
    return () => setAll(`0-${cores - 1}`, `0-${cores - 1}`)
  } catch (error) {
    say(`the crowd runs on the portal's cores: ${(error as Error).message}`)
    return () => undefined
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map(Number)
