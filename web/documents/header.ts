import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { label, t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'
import type { DatedDocument } from './due.ts'

/** The status and dates of a document that decide whether it is late or due. */
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
    disputed: header.disputed === true,
    promisedPayment: textOrNull(header.promisedPayment),
  }
}

/** The name of a document's type: "Order", or "Credit note" for an invoice of that kind. */
export function documentTypeName({ type, header }: Pick<DocumentDetail, 'type' | 'header'>): string {
  const kind = type === 'invoices' ? textOrNull(header.invoiceKind) : null
  return kind && kind !== '380' ? label(`word.${kind}`) : t(`type.${type}.one`)
}
