import type { LocateNetwork } from '../../contract/geolocation.ts'
import { Refusal } from '../../database/refusal.ts'
import type { Config } from '../config.ts'
import { locateNowhere, openLocationDatabase } from '../geolocation/location-database.ts'

/** Where networks are, when there is a file of places; refuses one that holds none. */
export function networkLocator({ PLACES_DATABASE: path }: Config): LocateNetwork {
  if (path === undefined) return locateNowhere
  try {
    return openLocationDatabase(path)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(`PLACES_DATABASE ${error.message}.`, { cause: error })
    throw error
  }
}
