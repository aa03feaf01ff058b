import type { IngestDocument } from '#contract/ingest/documents.ts'

const documentDates = [
  'issueDate',
  'validUntil',
  'dueDate',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'deliveredDate',
  'modifiedAt',
] as const
const lineDates = ['requestedDate', 'promisedDate', 'estimatedDate'] as const
const shipmentDates = ['despatchDate', 'estimatedDelivery', 'deliveredAt'] as const

/** Every date and moment that a document has, with its JSON path. */
export function listDates(document: IngestDocument): [path: string, date: string][] {
  const dates: [string, string][] = []
  const collect = <K extends string>(path: string, names: readonly K[], source: Partial<Record<K, unknown>>) => {
    for (const name of names) {
      const date = source[name]
      if (typeof date === 'string') dates.push([`${path}.${name}`, date])
    }
  }
  collect('$', documentDates, document)
  for (const [index, line] of (document.lines ?? []).entries()) {
    collect(`$.lines[${index}]`, lineDates, line)
    for (const [position, delivery] of (line.deliveries ?? []).entries())
      collect(`$.lines[${index}].deliveries[${position}]`, lineDates, delivery)
    for (const [position, lot] of (line.lots ?? []).entries())
      collect(`$.lines[${index}].lots[${position}]`, ['expiry'], lot)
  }
  for (const [index, payment] of (document.payments ?? []).entries()) collect(`$.payments[${index}]`, ['date'], payment)
  if (document.shipment) {
    collect('$.shipment', shipmentDates, document.shipment)
    for (const [index, event] of (document.shipment.events ?? []).entries()) {
      collect(`$.shipment.events[${index}]`, ['at'], event)
    }
  }
  return dates
}

/** Whether YYYY-MM-DD is a day that exists: not 30 February, not the year 0. */
export function isRealDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  const month = Number(date.slice(5, 7))
  const day = Number(date.slice(8, 10))
  if (year === 0) return false
  return day <= 28 || day <= new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate()
}

/** Whether a time in milliseconds since 1970 is in the years 1 to 9999. */
export function isInCalendar(milliseconds: number): boolean {
  const year = new Date(milliseconds).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A moment with any offset as UTC with Z, to the millisecond. */
export function toUtc(instant: string): string {
  return new Date(toMilliseconds(instant)).toISOString()
}

/** A moment with any offset as milliseconds since 1970; what is finer is cut off. */
export function toMilliseconds(instant: string): number {
  return Date.parse(instant.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** The offset that a moment was sent with, such as +01:00; null for Z. */
export function offsetOf(instant: string): string | null {
  const offset = /([+-]\d\d):?(\d\d)$/.exec(instant)
  return offset ? `${offset[1]}:${offset[2]}` : null
}
