import type { IngestDocument } from '../../contract/ingest.ts'

const ofDocument = [
  'issueDate',
  'validUntil',
  'dueDate',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'deliveredDate',
  'modifiedAt',
] as const
const ofLine = ['requestedDate', 'promisedDate', 'estimatedDate'] as const
const ofShipment = ['despatchDate', 'estimatedDelivery', 'deliveredAt'] as const

/** Every date and moment of a document that is known, with its JSON path. */
export function eachDate(document: IngestDocument): [path: string, date: string][] {
  const found: [string, string][] = []
  const take = <K extends string>(path: string, names: readonly K[], from: Partial<Record<K, unknown>>) => {
    for (const name of names) {
      const date = from[name]
      if (typeof date === 'string') found.push([`${path}.${name}`, date])
    }
  }
  take('$', ofDocument, document)
  for (const [index, line] of (document.lines ?? []).entries()) {
    take(`$.lines[${index}]`, ofLine, line)
    for (const [at, part] of (line.deliveries ?? []).entries())
      take(`$.lines[${index}].deliveries[${at}]`, ofLine, part)
    for (const [at, lot] of (line.lots ?? []).entries()) take(`$.lines[${index}].lots[${at}]`, ['expiry'], lot)
  }
  for (const [index, payment] of (document.payments ?? []).entries()) take(`$.payments[${index}]`, ['date'], payment)
  if (document.shipment) {
    take('$.shipment', ofShipment, document.shipment)
    for (const [index, event] of (document.shipment.events ?? []).entries()) {
      take(`$.shipment.events[${index}]`, ['at'], event)
    }
  }
  return found
}

/** Whether YYYY-MM-DD is a day that exists: not 30 February, not the year 0. */
export function isRealDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  const month = Number(date.slice(5, 7))
  const day = Number(date.slice(8, 10))
  if (year === 0) return false
  return day <= 28 || day <= new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate()
}

/** A moment with any offset as UTC with Z, to the millisecond. */
export function toUtc(instant: string): string {
  return new Date(toMilliseconds(instant)).toISOString()
}

/** A moment with any offset as milliseconds since 1970; what is finer is cut off. */
export function toMilliseconds(instant: string): number {
  return Date.parse(instant.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** The offset that a moment was told with, such as +01:00; null for Z. */
export function offsetOf(instant: string): string | null {
  const offset = /([+-]\d\d):?(\d\d)$/.exec(instant)
  return offset ? `${offset[1]}:${offset[2]}` : null
}
