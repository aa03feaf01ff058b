import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import type { LocateNetwork } from '../../contract/geolocation.ts'

/** What is read of an entry; GeoLite2 and DB-IP, city or country, name it alike. */
type LocationEntry = { city?: { names?: { en?: string } }; country?: { iso_code?: string } }

/** Without a file of places none is known. */
export const locateNowhere: LocateNetwork = () => null

/**
 * Where networks are, by a file in MaxMind's format, which is kept in memory. Raises RangeError with a sentence that ends
 * "PLACES_DATABASE …" when the file cannot be read or holds no places.
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

/** A place is a courtesy: a file with a fault inside keeps nobody from signing in. */
function findEntry(reader: Reader<never>, address: string): LocationEntry | null {
  if (isIP(address) === 0) return null
  try {
    return reader.get(address)
  } catch {
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
