import type { LocateNetwork } from '#contract/geolocation.ts'
import { Refusal } from '#database/refusal.ts'
import type { Config } from '#server/config.ts'
import { locateNowhere, openLocationDatabase } from '#server/geolocation/location-database.ts'

/** Locates networks with the operator's location database, if there is one. Throws Refusal for an invalid file. */
export function networkLocator({ PLACES_DATABASE: path }: Config): LocateNetwork {
  if (path === undefined) return locateNowhere
  try {
    return openLocationDatabase(path)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(`PLACES_DATABASE ${error.message}.`, { cause: error })
    throw error
  }
}
