import type { IngestDocument } from '#contract/ingest/documents.ts'
import { alphanumericCode } from '#contract/search/search.ts'

/*
 * The keys by which events and people find a shipment. `database/former/0020-epcis.sql` and
 * `database/migrations/0014-numbers-on-parcels.sql` wrote the same texts for older shipments.
 */

/** The key of a despatch advice: a shipment's number. */
export const despatchKey = (number: string) => `despatch:${number}`
/** The key of a package by its SSCC, 18 digits. */
export const packageKey = (sscc: string) => `package:${sscc}`
/** The key of one piece of an article: a GTIN of 14 digits and its serial number. */
export const unitKey = (gtin: string, serial: string) => `unit:${gtin}/${serial}`
/** The key of a piece whose article is not known. */
export const serialKey = (serial: string) => `serial:${serial}`

/** The key of a number that carriers and people know a shipment by. No event names it. */
const trackingKey = (code: string) => `tracking:${code}`

/**
 * The key by which the operator assigned an event to a shipment. It names the shipment itself; no shipment stores it.
 */
export const assignedKey = ({ accountId, documentId }: { accountId: string; documentId: string }) =>
  `given:${accountId}/${documentId}`

const digitsOf = (text: string | undefined) => (text ?? '').replace(/\D/g, '')

/** The keys by which a shipment is found; none for other documents. */
export function shipmentKeysOf({ type, number, shipment, lines }: IngestDocument): string[] {
  if (type !== 'shipments') return []
  const keys = new Set([despatchKey(number)])
  const packages = shipment?.packages ?? []
  for (const { sscc } of packages) {
    const digits = digitsOf(sscc)
    if (digits.length === 18 || digits.length === 20) keys.add(packageKey(digits.slice(-18)))
  }
  const numbers = [...(shipment?.trackingNumbers ?? []), shipment?.waybill]
  for (const said of [...numbers, ...packages.flatMap(({ sscc, trackingNumber }) => [sscc, trackingNumber])]) {
    const code = alphanumericCode(said ?? '')
    if (code !== '' && !keys.has(packageKey(code))) keys.add(trackingKey(code))
  }
  for (const { gtin, serials } of lines ?? []) {
    const digits = digitsOf(gtin)
    for (const serial of serials ?? []) {
      keys.add(digits === '' ? serialKey(serial) : unitKey(digits.padStart(14, '0').slice(0, 14), serial))
    }
  }
  return [...keys]
}
