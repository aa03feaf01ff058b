import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { label, t } from '../ui/text.ts'
import type { Dated } from './due.ts'
import { textOf } from './fields.ts'

/** The dates of a document's header, by which it is late, due or neither. */
export function datedOf({ type, status, header }: DocumentDetail): Dated {
  return {
    type,
    status,
    validUntil: textOf(header.validUntil),
    requestedDate: textOf(header.requestedDate),
    promisedDate: textOf(header.promisedDate),
    estimatedDate: textOf(header.estimatedDate),
    deliveredDate: textOf(header.deliveredDate),
    dueDate: textOf(header.dueDate),
    fulfilment: textOf(header.fulfilment),
  }
}

/** What one document of this kind is called: "Order", or "Credit note" where an invoice is one. */
export function oneOf({ type, header }: Pick<DocumentDetail, 'type' | 'header'>): string {
  const kind = type === 'invoices' ? textOf(header.invoiceKind) : null
  return kind && kind !== '380' ? label(`word.${kind}`) : t(`type.${type}.one`)
}
