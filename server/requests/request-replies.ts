import { definitions, maySeeFiles } from '#contract/documents/types.ts'
import { notFound } from '#contract/errors.ts'
import type { CustomerRequest, SupplierRequest } from '#contract/requests/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RequestRow } from './queries.ts'

/** A request as the viewer may see it. Throws not_found when they may not see its document. */
export function toCustomerRequest(viewer: Viewer, row: RequestRow): CustomerRequest {
  if (!viewer.permissions.has(definitions[row.type].permission)) throw notFound()
  return {
    ...commonFields(row),
    content: viewer.permissions.has('prices') ? row.content : withoutAmounts(row.content),
    files: mayReadFiles(viewer, row) ? row.files : [],
    madeBy: row.madeByName,
    own: row.madeById === viewer.userId,
  }
}

/** The content without what was paid or disputed, and of a remittance advice only the numbers of its invoices. */
function withoutAmounts({ amount: _amount, invoices, ...content }: RequestRow['content']): RequestRow['content'] {
  if (!Array.isArray(invoices)) return content
  return { ...content, invoices: invoices.map(({ number }: { number: string }) => ({ number })) }
}

/** Whether the viewer may read the files of a request: of their own, and of documents whose files they may see. */
export function mayReadFiles(viewer: Viewer, { type, madeById }: Pick<RequestRow, 'type' | 'madeById'>): boolean {
  if (!viewer.permissions.has(definitions[type].permission)) return false
  return madeById === viewer.userId || maySeeFiles(type, viewer.permissions)
}

/** A request as the supplier sees it. */
export function toSupplierRequest(row: RequestRow): SupplierRequest {
  return {
    ...commonFields(row),
    content: row.content,
    account: row.account,
    madeBy: { name: row.madeByName, email: row.madeByEmail },
    network: row.network,
    documentHash: row.hash.toString('hex'),
  }
}

function commonFields({ id, kind, type, number, files, state, madeAt, answer, answeredBy, answeredAt }: RequestRow) {
  return {
    ...{ id, type, number, files, madeAt, answer, answeredBy, answeredAt },
    kind: kind as CustomerRequest['kind'],
    state: state as CustomerRequest['state'],
  }
}
