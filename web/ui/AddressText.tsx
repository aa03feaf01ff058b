import type { Party } from '#contract/values.ts'
import { countryName } from './country.ts'

/** The lines of a party's address as on an envelope, without repetitions. */
export function addressLines(party: Party | null): string[] {
  if (!party) return []
  const town = [party.postalCode, party.city].filter(Boolean).join(' ')
  const lines = [party.name, party.contact, ...party.lines, town, party.region, countryName(party.country)]
  return [...new Set(lines.filter((line): line is string => Boolean(line)))]
}

/** The lines of an address under each other, the first in bold as its name. */
export function AddressText({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={line} className={`block wrap-anywhere ${index === 0 ? 'font-medium' : ''}`}>
      <bdi>{line}</bdi>
    </span>
  ))
}
