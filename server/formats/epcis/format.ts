import { captureEpcis } from '#contract/ingest/epcis.ts'
import type { EventFormat } from '../format.ts'
import { entryOf, readEpcis } from './read.ts'

/** GS1's format of events, as JSON-LD. */
export const epcis: EventFormat = {
  name: 'epcis',
  gives: 'events',
  endpoint: captureEpcis,
  mediaTypes: ['application/ld+json', 'application/json'],
  extensions: ['.jsonld', '.json'],
  // A document says what it is near its beginning.
  recognises: (head) => /"(type|isA)"\s*:\s*"EPCIS(Query)?Document"/.test(head),
  read: readEpcis,
  entryOf,
  pathOf: (line) => `$.epcisBody.eventList[${line - 1}]`,
}
