import type { LocateNetwork } from '../../contract/places.ts'
import { Refusal } from '../../database/refusal.ts'
import type { Config } from '../config.ts'
import { locateNowhere, openLocationDatabase } from '../places/places.ts'

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
