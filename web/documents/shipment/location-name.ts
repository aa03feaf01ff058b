import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { countryName } from '#web/ui/country.ts'

/** A place's name, city and country as known, else its UN/LOCODE. */
export function locationName(place: TrackingEvent['place']): string | null {
  const city = place.city && !place.name?.includes(place.city) ? place.city : null
  // Avoids "Singapore, Singapore".
  const parts = [...new Set([place.name, city, countryName(place.country)])].filter(
    (part) => part !== null && part !== '',
  )
  return parts.length > 0 ? parts.join(', ') : place.unlocode
}
