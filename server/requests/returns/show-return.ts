import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Return } from '#contract/requests/return-endpoints.ts'
import { returnProgress, takenOf } from '#contract/requests/returns.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import type { RequestDeps } from '../create-request.ts'
import { selectRequestOfReturn } from '../queries.ts'
import { toCustomerRequest } from '../request-replies.ts'
import { type ReturnDocument, type StoredReturn, selectReturn } from './queries.ts'

type Deps = Pick<RequestDeps, 'viewerPool'>

/**
 * A return of the viewer's account by one of its numbers: what a document that the viewer may not see says of it is left
 * out. Throws not_found.
 */
export async function showReturn({ viewerPool }: Deps, viewer: Viewer, number: string): Promise<Return> {
  const { accountId, permissions } = viewer
  if (!permissions.has(definitions.shipments.permission)) throw notFound()
  const [stored, row] = await readTogether(viewerPool, viewer, (run) =>
    Promise.all([selectReturn(run, accountId, number), selectRequestOfReturn(run, accountId, number)]),
  )
  if (!stored || !row) throw notFound()
  return toReturn(viewer, stored, toCustomerRequest(viewer, row))
}

/** What a sheet for the box says: the return, once the supplier has agreed to it. Throws not_found, conflict. */
export async function showAgreedReturn(deps: Deps, viewer: Viewer, number: string): Promise<Return> {
  const shown = await showReturn(deps, viewer, number)
  const isEnded = shown.request.state === 'declined' || shown.request.state === 'withdrawn'
  if (isEnded || shown.step === 'asked') throw new PortalError('conflict', translatable('request.return.early'))
  return shown
}

function toReturn(viewer: Viewer, stored: StoredReturn, request: Return['request']): Return {
  const sees = (type: 'orders' | 'invoices') => viewer.permissions.has(definitions[type].permission)
  const documents = stored.documents.filter(({ type }) => type === 'shipments' || sees(type))
  const reported = sees('invoices') ? stored : { ...stored, credited: null }
  const steps = returnProgress(request.madeAt, reported, documents)
  const taken = (type: ReturnDocument['type'], statuses: (status: string) => boolean) =>
    takenOf(
      stored.lines,
      documents.filter((one) => one.type === type && statuses(one.status)).flatMap(({ lines }) => lines),
    ).taken
  const received = taken('shipments', (status) => status === 'delivered' || status === 'returned')
  const credited = taken('invoices', (status) => status !== 'cancelled')
  return {
    ...{ number: stored.number, supplierNumber: stored.supplierNumber, sendTo: stored.sendTo },
    step: steps.at(-1)?.step ?? 'asked',
    steps,
    collectAt: typeof request.content.collectAt === 'string' ? request.content.collectAt : null,
    lines: stored.lines.map((line, index) => ({
      ...line,
      ...(sees('orders') ? {} : { order: null, orderLine: null }),
      received: received[index] ?? '0',
      credited: sees('invoices') ? (credited[index] ?? '0') : null,
    })),
    documents: documents.map(({ type, number, status }) => ({ type, number, status })),
    request,
  }
}
