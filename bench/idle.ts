import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, median, within } from './harness/finding.ts'
import { withNpmStart } from './harness/npm-start.ts'
import { reportProgress } from './harness/progress.ts'
import { hasProportionalMemory, processTree } from './harness/proportional-memory.ts'
import type { Settings } from './harness/settings.ts'

const mostMegabytes = 150
/** Milliseconds after which the work of a start is done. */
const settlingMs = 20_000

type Memory = { server: number; database: number; supervisor: number }

/**
 * Measures what a portal on the data of the folder takes while nobody uses it: all processes of the server and of its
 * PostgreSQL, each with its share of what several have in common.
 */
export async function idleMemory(folder: string, { rounds }: Settings): Promise<Finding[]> {
  if (!hasProportionalMemory) {
    reportProgress('idle: this system does not say what processes share')
    return []
  }
  const runs: Memory[] = []
  for (let round = 0; round < rounds; round++) {
    runs.push(
      await withNpmStart(folder, async (pid) => {
        await sleep(settlingMs)
        return memoryOf(pid, folder)
      }),
    )
  }
  const of = (pick: (memory: Memory) => number) => median(runs.map(pick)) / 2 ** 20
  const mb = (value: number) => `${Math.round(value)} MB`
  const finding = within(
    'memory of an idle portal: its server and its PostgreSQL',
    of(({ server, database }) => server + database),
    mostMegabytes,
    `server ${mb(of(({ server }) => server))}, PostgreSQL ${mb(of(({ database }) => database))}; beside them ${mb(of(({ supervisor }) => supervisor))} of npm start, which starts the server again`,
    'MB',
  )
  reportProgress(`idle: ${finding.measured} (${finding.more})`)
  return [finding]
}

function memoryOf(pid: number, folder: string): Memory {
  const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const sum = (processes: readonly { bytes: number }[]) => processes.reduce((total, { bytes }) => total + bytes, 0)
  const database = processTree(postmaster)
  const databasePids = new Set(database.map((process) => process.pid))
  const others = processTree(pid).filter((process) => !databasePids.has(process.pid))
  const supervisor = sum(others.filter((process) => process.pid === pid))
  return { server: sum(others) - supervisor, database: sum(database), supervisor }
}
