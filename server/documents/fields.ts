import { allFields, columnFields } from '#contract/documents/all-fields.ts'
import type { Field, Fields } from '#contract/documents/definition.ts'
import type { Permission } from '#contract/permissions.ts'
import type { DocumentType } from '#contract/values.ts'

/**
 * Whether the invoice has requests of a kind. An index has few of them, and says so without calling a function for each row
 * of a list.
 */
const hasRequests = (condition: string) => `exists (select from requests r where r.account_id = d.account_id
  and r.document_number = d.number and r.document_type = 'invoices' and ${condition})`
const isDisputed = hasRequests(`r.kind = 'dispute' and r.state in ('open', 'taken', 'asked')`)

const derived: Readonly<Record<string, (today: string) => string>> = {
  late: (today) => `is_late(d.promised_date, d.estimated_date, d.delivered_date, d.status, ${today})`,
  disputed: () => isDisputed,
  paid: () => 'paid_apart(d.invoice_kind, d.paid, d.details, d.set_off)',
  disputedAmount: () => `case when ${isDisputed} then disputed_amount(d.account_id, d.id, d.number, d.open) end`,
  promisedPayment: () =>
    `case when ${hasRequests(`r.kind = 'promisePayment'`)} then promised_payment(d.account_id, d.number) end`,
}

/** The SQL of a definition's field on a row `d` of documents; `today` is the placeholder of the calendar date. */
export function fieldSql(name: string, field: Field, today: string): string {
  const special = derived[name]
  if (special) return special(today)
  if (field.stored === 'details') return `d.details ->> '${name}'`
  return `d.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

/** The SQL of a field as a list's column: the amounts of credit notes are negative, whatever sign was sent. */
export function columnSql(type: DocumentType, name: string, field: Field, today: string): string {
  const stored = fieldSql(name, field, today)
  if (type !== 'invoices' || field.kind !== 'money') return stored
  const amount = field.stored === 'details' ? `(${stored})::numeric` : stored
  return `case when d.invoice_kind = '381' then -abs(${amount}) else ${amount} end`
}

/**
 * The SQL of the status that is shown today. Where all documents are of one type and it is named, only the date that
 * matters to it is read.
 */
export function statusSql(today: string, type?: DocumentType): string {
  return `shown_status(${type ? `'${type}'` : 'd.type'}, d.status, d.valid_until, d.due_date, d.last_event_at, ${today})`
}

type NamedFields = readonly (readonly [string, Field])[]

/** Returns what selects a type's fields for a viewer: without `prices`, amounts are not even read. */
function visibleOf(fieldsOf: (type: DocumentType) => Fields) {
  const cache = new Map<string, NamedFields>()
  return (type: DocumentType, permissions: ReadonlySet<Permission>): NamedFields => {
    const prices = permissions.has('prices')
    const key = `${type}:${prices}`
    const cached = cache.get(key)
    if (cached) return cached
    const fields = Object.entries(fieldsOf(type)).filter(
      ([, field]) => prices || (field.kind !== 'money' && !field.priced),
    )
    cache.set(key, fields)
    return fields
  }
}

/** The fields of a document's header that a viewer with these permissions may see. */
export const visibleFields = visibleOf(allFields)

/** The fields that a viewer with these permissions may see as columns of a file. */
export const visibleColumns = visibleOf(columnFields)
