import { startEmbedded } from '#database/embedded/embedded.ts'
import { type Finding, median, within } from './harness/finding.ts'
import { withNpmStart } from './harness/npm-start.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const log = { info: () => undefined, warn: reportProgress }
const mostSeconds = 2

/**
 * Measures `npm start` on the data of the folder, whose database must not be running: the time until the portal is
 * ready.
 */
export async function startOnData(folder: string, { rounds }: Settings): Promise<Finding[]> {
  const whole: number[] = []
  const database: number[] = []
  const startOnce = () => withNpmStart(folder, (_pid, milliseconds) => milliseconds)
  // The first start builds the web if need be and fills the cache of compiled code, as on every machine but a new one.
  await startOnce()
  for (let round = 0; round < rounds; round++) {
    database.push(await startDatabase(folder))
    whole.push(await startOnce())
  }
  const seconds = (milliseconds: number) => milliseconds / 1000
  const finding = within(
    'npm start on existing data, beyond PostgreSQL’s own start',
    seconds(median(whole) - median(database)),
    mostSeconds,
    `${seconds(median(whole)).toFixed(2)} s until ready, of which PostgreSQL ${seconds(median(database)).toFixed(2)} s`,
    's',
  )
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
