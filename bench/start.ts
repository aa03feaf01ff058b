import { startEmbedded } from '#database/embedded/embedded.ts'
import { type Finding, median } from './harness/finding.ts'
import { npmStart } from './harness/npm-start.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const log = { info: () => undefined, warn: reportProgress }
/** Seconds from `npm start` until the portal is ready, without those that PostgreSQL takes. */
const mostSeconds = 2

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
    measured: `${beyond.toFixed(2)} s`,
    promise: `≤ ${mostSeconds} s`,
    kept: beyond <= mostSeconds,
    more: `${median(whole).toFixed(2)} s until ready, of which PostgreSQL ${median(database).toFixed(2)} s`,
  }
  reportProgress(`start: ${finding.measured} (${finding.more})`)
  return [finding]
}

async function startDatabase(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const embedded = await startEmbedded({ dataDir, log: log })
  const seconds = (performance.now() - startedAt) / 1000
  await embedded.stop()
  return seconds
}

async function startOnce(dataDir: string): Promise<number> {
  const portal = await npmStart(dataDir, 'off')
  await portal.stop()
  return portal.seconds
}
