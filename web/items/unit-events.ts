import type { UnitEvent } from '#contract/items/endpoints.ts'

/** The events of all pages, each once: a shipment whose lines stand on two pages has its events on both. */
export function eventsOfPages(pages: readonly { events: readonly UnitEvent[] }[]): UnitEvent[] {
  const events = pages.flatMap((page) => page.events)
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()]
}
