import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isHeld } from '#database/lock.ts'
import { Refusal } from '#database/refusal.ts'
import { type Config, readConfig, whyNoDemo } from './config.ts'

/** The data folder of a real portal when DATA_DIR is unset. */
export const portalFolder = readConfig({}).DATA_DIR

/** The demo's folder inside the data folder. */
export const demoFolder = 'demo'

/** Whether the environment sets the data folder, so that there is nothing to choose. */
const isNamed = (environment: Record<string, string | undefined>) => Boolean(environment.DATA_DIR?.trim())
const hasDatabase = (folder: string) => existsSync(join(folder, 'postgres'))

/**
 * The settings with the data folder that a portal opens: the demo has its own, so that a real portal never finds it. A
 * demo that an earlier version made in the portal's folder stays there until it is moved.
 */
export function withPortalFolder(config: Config, environment: Record<string, string | undefined>): Config {
  if (isNamed(environment) || whyNoDemo(config) !== undefined) return config
  const demo = join(config.DATA_DIR, demoFolder)
  const isInPortalFolder = hasDatabase(config.DATA_DIR) && !hasDatabase(demo)
  return isInPortalFolder ? config : { ...config, DATA_DIR: demo }
}

/**
 * The settings with the data folder that a command works on. A command often lacks the settings of the portal beside
 * it: it takes the folder of the running portal, else the one that exists. Throws Refusal when there are two.
 */
export function withCommandFolder(config: Config, environment: Record<string, string | undefined>): Config {
  if (isNamed(environment) || whyNoDemo(config) !== undefined) return config
  const folders = [config.DATA_DIR, join(config.DATA_DIR, demoFolder)]
  const running = folders.filter(isHeld)
  const candidates = running.length > 0 ? running : folders.filter(hasDatabase)
  const [first = config.DATA_DIR, second] = candidates
  if (second !== undefined) {
    throw new Refusal(
      `There are two databases, your own in ${first} and the demo's in ${second}: say which one is meant, by DATA_DIR=${first} or DATA_DIR=${second}.`,
    )
  }
  return { ...config, DATA_DIR: first }
}
