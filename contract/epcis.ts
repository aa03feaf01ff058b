import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { IngestReport } from './ingest.ts'

export const captureEpcis = endpoint('captureEpcis', 'POST', '/epcis/capture', {
  access: 'ingest',
  summary:
    'Takes events as an EPCIS 2.0 document (JSON-LD). Each stands on the shipment it names by despatch advice, SSCC or serial number, or waits for it.',
  query: Type.Object({ dryRun: Type.Optional(Type.Enum(['true', 'false'])) }, { additionalProperties: false }),
  accepts: 'application/ld+json',
  body: Type.Unknown(),
  reply: IngestReport,
})
