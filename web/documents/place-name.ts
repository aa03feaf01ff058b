import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { locale } from '../ui/reader.ts'

const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })

/** The name of a country by its ISO 3166 code; what is no code is given back as it is. */
export function countryName(code: string | null): string | null {
  if (!code) return null
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

/** Where something happened, as much as is known of it. */
export function placeName(place: TrackingEvent['place']): string | null {
  const city = place.city && !place.name?.includes(place.city) ? place.city : null
  // Singapore, Singapore says it twice.
  const parts = [...new Set([place.name, city, countryName(place.country)])].filter(
    (part) => part !== null && part !== '',
  )
  return parts.length > 0 ? parts.join(', ') : place.unlocode
}
