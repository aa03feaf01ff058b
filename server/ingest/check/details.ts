import { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'

/** The paths of properties that a message sets to null or "": their values are deleted. */
export type ClearedPaths = readonly (readonly (string | number)[])[]

const shipmentProperties: Readonly<Record<string, unknown>> = IngestDocument.properties.shipment.properties

/** Whether a detail is stored outside `details`: for a shipment in `shipment`, for an order beside `details`. */
export function isOutsideDetails(type: DocumentType, name: string): boolean {
  return type === 'shipments' ? Object.hasOwn(shipmentProperties, name) : type === 'orders' && name === 'holdReason'
}
