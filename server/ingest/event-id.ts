import { hash } from 'node:crypto'
import type { IngestEvent } from '../../contract/ingest.ts'

/** The id of an event: its own, or one from what it says, so that the same event is the same next time. */
export function eventId(event: IngestEvent): string {
  return event.id ?? hash('sha256', JSON.stringify(event)).slice(0, 32)
}
