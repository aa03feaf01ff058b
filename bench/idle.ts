import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './harness/finding.ts'
import { npmStart } from './harness/npm-start.ts'
import { reportProgress } from './harness/progress.ts'
import { proportionalMemory } from './harness/proportional-memory.ts'

const quietSeconds = 75
const mebibyte = 2 ** 20
/** Megabytes that a portal takes while nobody uses it. */
const mostMegabytes = 150

/**
 * Measures the memory of a portal with its demo that has been left alone for a minute after `npm start`: the command
 * itself, the server and its PostgreSQL. Linux only.
 */
export async function idleMemory(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-idle-'))
  const portal = await npmStart(folder, 'on')
  try {
    await sleep(quietSeconds * 1000)
    const { processes, files, total } = proportionalMemory(portal.pid)
    const megabytes = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MB`
    const [command, server, ...postgres] = processes
    const ofPostgres = postgres.reduce((sum, { bytes }) => sum + bytes, 0)
    const parts = [
      `programs and libraries ${megabytes(files)}`,
      `server ${megabytes(server?.bytes ?? 0)}`,
      `${postgres.length} processes of PostgreSQL ${megabytes(ofPostgres)}`,
      `npm start ${megabytes(command?.bytes ?? 0)}`,
    ].join(', ')
    reportProgress(`idle: ${megabytes(total)} (${parts})`)
    return [
      {
        what: `memory with the demo after ${quietSeconds} quiet seconds, each shared page once`,
        measured: megabytes(total),
        promise: `≤ ${mostMegabytes} MB`,
        kept: total <= mostMegabytes * mebibyte,
        more: parts,
      },
    ]
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
