import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IngestReport } from './documents.ts'

const text = (description: string, ...examples: string[]) => Type.String({ description, examples })
const optionalTexts = (description: string, ...examples: string[]) =>
  Type.Optional(Type.Array(Type.String(), { description, examples }))

/** The fields of an EPCIS document that the portal reads; others are ignored. Used only for the API description. */
export const EpcisDocument = Type.Object({
  type: text('EPCISDocument.', 'EPCISDocument'),
  schemaVersion: text('2.0.', '2.0'),
  epcisBody: Type.Object(
    {
      eventList: Type.Array(
        Type.Object({
          type: text(
            'ObjectEvent, AggregationEvent, TransactionEvent, TransformationEvent or AssociationEvent.',
            'ObjectEvent',
          ),
          eventID: Type.Optional(
            text('A URI; without, the event is known by the hash that the standard defines.', 'urn:uuid:7c1a'),
          ),
          eventTime: text('When, with Z or an offset.', '2026-03-24T08:30:00+00:00'),
          eventTimeZoneOffset: text('The time zone of the place: the day that people see is told in it.', '+00:00'),
          action: Type.Optional(text('ADD, OBSERVE or DELETE; required but for a TransformationEvent.', 'OBSERVE')),
          bizStep: Type.Optional(
            text(
              'What happened; it becomes a milestone (shipping: despatched, arriving: arrived_at_hub, receiving: delivered). A bare word, a urn or a web address.',
              'arriving',
            ),
          ),
          disposition: Type.Optional(
            text('damaged, returned, in_transit and container_closed say more than the step.', 'in_transit'),
          ),
          epcList: optionalTexts(
            'Packages (SSCC) and pieces (SGTIN with a serial) that it is about; the shipment is found by them.',
            'urn:epc:id:sscc:4012345.3000000001',
          ),
          parentID: Type.Optional(
            text('Of an aggregation: the package that holds the others.', 'urn:epc:id:sscc:4012345.3000000001'),
          ),
          childEPCs: optionalTexts('Of an aggregation: what it holds.'),
          bizTransactionList: Type.Optional(
            Type.Array(
              Type.Object({
                type: text('desadv: a despatch advice.', 'desadv'),
                bizTransaction: text(
                  'The number of the shipment, alone or at the end of a urn or an address.',
                  'DN-5501',
                ),
              }),
              { description: 'Business transactions; the shipment is found by its despatch advice.' },
            ),
          ),
          readPoint: Type.Optional(
            Type.Object({ id: text('Where; geo:latitude,longitude is shown on the map.', 'geo:53.80,-1.55') }),
          ),
          bizLocation: Type.Optional(
            Type.Object({ id: text('Where, when readPoint says no point.', 'geo:53.80,-1.55') }),
          ),
          errorDeclaration: Type.Optional(
            Type.Object(
              { reason: Type.Optional(text('Why.', 'incorrect_data')) },
              { description: 'Takes back the event of this eventID.' },
            ),
          ),
        }),
        { description: 'The events, at most 20,000.' },
      ),
    },
    { description: 'The body.' },
  ),
})

/** An EPCIS 2.0 event, for POST /epcis/capture. */
export const epcisExample = `{
  "@context": ["https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"],
  "type": "EPCISDocument",
  "schemaVersion": "2.0",
  "creationDate": "2026-03-24T09:00:00Z",
  "epcisBody": {
    "eventList": [
      {
        "type": "ObjectEvent",
        "eventID": "urn:uuid:3f0a6f6e-0d6f-4c8e-9c43-7e5b1f0c2a11",
        "action": "OBSERVE",
        "bizStep": "arriving",
        "disposition": "in_progress",
        "eventTime": "2026-03-24T05:40:00+00:00",
        "eventTimeZoneOffset": "+00:00",
        "readPoint": { "id": "geo:53.80,-1.55" },
        "bizTransactionList": [{ "type": "desadv", "bizTransaction": "DN-5501" }]
      }
    ]
  }
}`

export const captureEpcis = endpoint('captureEpcis', 'POST', '/epcis/capture', {
  access: 'ingest',
  summary:
    'Takes events as an EPCIS 2.0 document (JSON-LD). Each stands on the shipment it names by despatch advice, SSCC or serial number, or waits for it.',
  query: Type.Object({ dryRun: Type.Optional(Type.Enum(['true', 'false'])) }, { additionalProperties: false }),
  accepts: 'application/ld+json',
  body: Type.Unknown(),
  reply: IngestReport,
})
