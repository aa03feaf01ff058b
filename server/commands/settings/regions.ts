import { Refusal } from '#database/refusal.ts'
import type { Config } from '#server/config.ts'
import { openRegions } from '#server/regions/open.ts'
import type { Regions } from '#server/regions/regions.ts'

/** The regions of the settings; undefined for a portal alone. Throws Refusal for a directory that is wrong. */
export function regionsOf(config: Config, clock: () => Date): Regions | undefined {
  try {
    return openRegions(config, clock)
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(error.message, { cause: error }) : error
  }
}
