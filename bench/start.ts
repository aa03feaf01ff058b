import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { freePort } from '#database/embedded/ports.ts'
import { type Finding, median } from './harness/finding.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const root = join(import.meta.dirname, '..')
const log = { info: () => undefined, warn: reportProgress }

/**
 * Measures `npm start` on the data of the folder, whose database must not be running: the time until the portal is
 * ready.
 */
export async function startOnData(folder: string, { rounds }: Settings): Promise<Finding[]> {
  const whole: number[] = []
  const database: number[] = []
  // The first start builds the web if need be and fills the cache of compiled code, as on every machine but a new one.
  await startOnce(folder)
  for (let round = 0; round < rounds; round++) {
    database.push(await startDatabase(folder))
    whole.push(await startOnce(folder))
  }
  const beyond = median(whole) - median(database)
  const finding = {
    what: 'npm start on existing data, beyond PostgreSQL’s own start',
    measured: `${(beyond / 1000).toFixed(2)} s`,
    promise: '≤ 3 s',
    more: `${(median(whole) / 1000).toFixed(2)} s until ready, of which PostgreSQL ${(median(database) / 1000).toFixed(2)} s`,
  }
  reportProgress(`start: ${finding.measured} (${finding.more})`)
  return [finding]
}

async function startDatabase(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const embedded = await startEmbedded({ dataDir, log: log })
  const took = performance.now() - startedAt
  await embedded.stop()
  return took
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'run.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' },
  })
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  let code: number | null | undefined
  void ended.then((exitCode) => {
    code = exitCode
  })
  try {
    for (;;) {
      if (code !== undefined) throw new Error(`npm start ended with ${code}`)
      const reply = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined)
      if (reply?.status === 200) return performance.now() - startedAt
      await sleep(10)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
