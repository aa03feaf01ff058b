import { hash } from 'node:crypto'
import type { IngestEvent } from '#contract/ingest/documents.ts'

/** The id of an event: its own, or else a hash of its content, so that the same event sent again has the same id. */
export function eventId(event: IngestEvent): string {
  return event.id ?? hash('sha256', JSON.stringify(event)).slice(0, 32)
}
