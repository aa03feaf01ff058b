import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { countryName } from '../ui/country.ts'

/** Where something happened, as much as is known of it. */
export function locationName(place: TrackingEvent['place']): string | null {
  const city = place.city && !place.name?.includes(place.city) ? place.city : null
  // Singapore, Singapore says it twice.
  const parts = [...new Set([place.name, city, countryName(place.country)])].filter(
    (part) => part !== null && part !== '',
  )
  return parts.length > 0 ? parts.join(', ') : place.unlocode
}
