import { notFound } from '#contract/errors.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest, ShownOffer } from '#contract/requests/request.ts'
import { colleagueKind } from '#contract/requests/rules.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { MessageRow } from './message-queries.ts'
import type { RequestRow } from './queries.ts'
import { maySeeFilesAbout, maySeeSubject } from './subject.ts'
import type { SupplierRequestRow } from './supplier-queries.ts'

/** A request as the viewer may see it. Throws not_found when they may not see its document. */
export function toCustomerRequest(viewer: Viewer, row: RequestRow): CustomerRequest {
  if (!maySeeSubject(viewer, row.type)) throw notFound()
  const prices = viewer.permissions.has('prices')
  return {
    ...commonFields(row),
    content: contentFor(row, prices),
    approvals: row.approvals.map((approval) => ({ ...approval, own: approval.id === viewer.userId })),
    shown: prices || row.shown === null ? row.shown : withoutAmounts(row.shown),
    files: mayReadFiles(viewer, row) ? row.files : [],
    madeBy: row.madeByName,
    own: row.madeById === viewer.userId,
  }
}

/** What was said, without what a reader may not see; who was asked stands beside it by name. */
function contentFor({ kind, content }: RequestRow, prices: boolean): RequestRow['content'] {
  const { approvers: _approvers, ...said } = content
  const shown = kind === colleagueKind ? said : content
  return prices ? shown : withoutPrices(shown)
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

/** A message as the viewer may see it. Throws not_found when they may not see its document. */
export function toMessage(viewer: Viewer, row: MessageRow): ConversationMessage {
  const { type, authorId, ...message } = row
  if (!maySeeSubject(viewer, type)) throw notFound()
  return {
    ...message,
    side: message.side as ConversationMessage['side'],
    outcome: message.outcome as ConversationMessage['outcome'],
    own: authorId === viewer.userId,
    files: mayReadFiles(viewer, { type, madeById: authorId }) ? message.files : [],
  }
}

/** Whether the viewer may read the files of a request or a message: of their own, and of documents whose files they may see. */
export function mayReadFiles(
  viewer: Viewer,
  { type, madeById }: Pick<RequestRow, 'type'> & { madeById: string | null },
): boolean {
  if (!maySeeSubject(viewer, type)) return false
  return madeById === viewer.userId || maySeeFilesAbout(viewer, type)
}

/** A request as the supplier sees it. */
export function toSupplierRequest(row: SupplierRequestRow): SupplierRequest {
  return { ...toRequestForSupplier(row), messages: row.messages as SupplierRequest['messages'] }
}

/** The same without what was written about it. */
export function toRequestForSupplier(row: RequestRow): Omit<SupplierRequest, 'messages'> {
  return {
    ...commonFields(row),
    content: contentForSupplier(row),
    approvals: row.approvals.map(({ name, decision, decidedAt }) => ({ name, decision, decidedAt })),
    shown: row.shown,
    account: row.account,
    madeBy: { name: row.madeByName, email: row.madeByEmail },
    network: row.network,
    documentHash: row.hash.toString('hex'),
    changedAt: row.changedAt,
  }
}

/** What is said among colleagues is none of the supplier's business. */
function contentForSupplier({ kind, content }: RequestRow): RequestRow['content'] {
  if (kind !== colleagueKind) return content
  const { note: _note, ...told } = content
  return told
}

function commonFields(row: RequestRow) {
  const { id, kind, type, number, files, state, stateSince, stateBy, madeAt, correctedAt } = row
  const { answer, answeredBy, answeredAt } = row
  return {
    ...{ id, type, number, files, stateSince, stateBy, madeAt, correctedAt, answer, answeredBy, answeredAt },
    kind: kind as CustomerRequest['kind'],
    state: state as CustomerRequest['state'],
  }
}
