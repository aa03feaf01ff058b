import type { NetworkLocation } from '#contract/geolocation.ts'
import { formatPlace } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'

/** The origin of a sign-in in words: the place when it is known, and the network; empty when there is no network. */
export function signInOrigin(network: string | null, place: NetworkLocation | null): string[] {
  if (network === null) return []
  if (place === null) return [t('security.sessions.from', { network })]
  return [t('security.sessions.fromPlace', { place: formatPlace(place.city, place.country), network })]
}
