import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import type { LocateNetwork } from '#contract/geolocation.ts'

/** The fields that are read of an entry; GeoLite2 and DB-IP, city or country, use the same names. */
type LocationEntry = { city?: { names?: { en?: string } }; country?: { iso_code?: string } }

/** Used without a location database: knows no location. */
export const locateNowhere: LocateNetwork = () => null

/**
 * Opens a location database in MaxMind's format and keeps it in memory. Returns a function that locates networks.
 * Throws RangeError with a sentence that ends "PLACES_DATABASE …" when the file cannot be read or holds no places.
 */
export function openLocationDatabase(path: string): LocateNetwork {
  const reader = openReader(path)
  const { databaseType } = reader.metadata
  if (!/city|country|enterprise/i.test(databaseType)) {
    throw new RangeError(`must hold cities or countries; ${path} holds ${databaseType}`)
  }
  return (network) => {
    const entry = findEntry(reader, network?.split('/')[0] ?? '')
    const city = entry?.city?.names?.en ?? null
    const country = /^[A-Z]{2}$/.exec(entry?.country?.iso_code ?? '')?.[0] ?? null
    return city === null && country === null ? null : { city, country }
  }
}

/** Locations are optional: an error inside the file must not keep anybody from signing in. */
function findEntry(reader: Reader<never>, address: string): LocationEntry | null {
  if (isIP(address) === 0) return null
  try {
    return reader.get(address)
  } catch {
    // The comment above says why this is silent.
    return null
  }
}

function openReader(path: string): Reader<never> {
  const bytes = readDatabaseFile(path)
  try {
    return new Reader<never>(bytes)
  } catch (error) {
    throw new RangeError(`must be a file in the format of MaxMind (.mmdb); ${path} is none`, { cause: error })
  }
}

function readDatabaseFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new RangeError(`must be a file that can be read; ${path} cannot`, { cause: error })
  }
}
