import { definitions, maySeeFiles } from '#contract/documents/types.ts'
import { notFound } from '#contract/errors.ts'
import type { CustomerRequest, ShownOffer, SupplierRequest } from '#contract/requests/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RequestRow } from './queries.ts'

/** A request as the viewer may see it. Throws not_found when they may not see its document. */
export function toCustomerRequest(viewer: Viewer, row: RequestRow): CustomerRequest {
  if (!viewer.permissions.has(definitions[row.type].permission)) throw notFound()
  const prices = viewer.permissions.has('prices')
  return {
    ...commonFields(row),
    content: prices ? row.content : withoutPrices(row.content),
    shown: prices || row.shown === null ? row.shown : withoutAmounts(row.shown),
    files: mayReadFiles(viewer, row) ? row.files : [],
    madeBy: row.madeByName,
    own: row.madeById === viewer.userId,
  }
}

/**
 * The content without what was paid, disputed or wished for, and of a remittance advice only the numbers of its invoices.
 */
function withoutPrices({ amount: _amount, ...content }: RequestRow['content']): RequestRow['content'] {
  const { lines, invoices } = content
  return {
    ...content,
    ...(Array.isArray(lines) ? { lines: lines.map(withoutUnitPrice) } : {}),
    ...(Array.isArray(invoices) ? { invoices: invoices.map(({ number }: { number: string }) => ({ number })) } : {}),
  }
}

function withoutUnitPrice(line: unknown): unknown {
  if (typeof line !== 'object' || line === null) return line
  const { unitPrice: _price, ...rest } = line as Record<string, unknown>
  return rest
}

const withoutAmounts = (shown: ShownOffer): ShownOffer => ({
  ...shown,
  ...{ net: null, tax: null, gross: null, paymentTerms: null },
  lines: shown.lines.map((line) => ({ ...line, unitPrice: null, amount: null })),
})

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
    shown: row.shown,
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
