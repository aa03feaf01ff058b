import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { label, t } from '../ui/text.ts'
import type { DatedDocument } from './due.ts'
import { textOrNull } from './fields.ts'

/** The dates of a document's header, by which it is late, due or neither. */
export function toDatedDocument({ type, status, header }: DocumentDetail): DatedDocument {
  return {
    type,
    status,
    validUntil: textOrNull(header.validUntil),
    requestedDate: textOrNull(header.requestedDate),
    promisedDate: textOrNull(header.promisedDate),
    estimatedDate: textOrNull(header.estimatedDate),
    deliveredDate: textOrNull(header.deliveredDate),
    dueDate: textOrNull(header.dueDate),
    fulfilment: textOrNull(header.fulfilment),
  }
}

/** What one document of this kind is called: "Order", or "Credit note" where an invoice is one. */
export function documentTypeName({ type, header }: Pick<DocumentDetail, 'type' | 'header'>): string {
  const kind = type === 'invoices' ? textOrNull(header.invoiceKind) : null
  return kind && kind !== '380' ? label(`word.${kind}`) : t(`type.${type}.one`)
}
