import { IngestDocument } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'

/** The properties that a message names as null or "", as paths: what they held is forgotten. */
export type ClearedPaths = readonly (readonly (string | number)[])[]

const shipmentProperties: Readonly<Record<string, unknown>> = IngestDocument.properties.shipment.properties

/** Whether a detail has a place of its own: of a shipment in `shipment`, of an order beside `details`. */
export function isOutsideDetails(type: DocumentType, name: string): boolean {
  return type === 'shipments' ? Object.hasOwn(shipmentProperties, name) : type === 'orders' && name === 'holdReason'
}
