import { definitions } from '#contract/documents/types.ts'
import type { Body } from '#contract/endpoint.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare, sum } from '#contract/money.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { listReturnable, ReturnableLine } from '#contract/requests/return-endpoints.ts'
import {
  leftToReturn,
  maxReturnedShipments,
  type OrderedQuantities,
  type ReturnReason,
} from '#contract/requests/returns.ts'
import { mayRequest } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether, runOn, withTransaction } from '#database/transaction.ts'
import type { Caller } from '#server/audit/record.ts'
import { type ActDeps, type RequestDeps, repeatedRequest, storeRequest } from '../create-request.ts'
import { lockDocument } from '../document-queries.ts'
import { portalNumber } from '../portal-number.ts'
import { selectRequestByKey } from '../queries.ts'
import { refuseRepeatedOfAccount } from '../refuse-repeated.ts'
import { refuseUnseen } from '../refuse-unseen.ts'
import { toCustomerRequest } from '../request-replies.ts'
import {
  type AskedLine,
  type DeliveredLine,
  insertReturn,
  lockReturns,
  selectDeliveredLines,
  selectOrderedQuantities,
  selectOtherShipments,
  selectShipmentsOfOrder,
} from './queries.ts'

type SentLine = { shipment: string; line: string; quantity: string; reason: ReturnReason; note?: string }
export type SentReturn = { lines: readonly SentLine[]; collectAt?: string; note?: string }
type ReturnInput = { number: string; key: string; seenVersion: string | undefined; content: SentReturn }

/** What can be returned of chosen shipments, or of an order's. Throws not_found for viewers who may not see shipments, not_allowed. */
export async function listReturnableLines(
  { viewerPool }: Pick<RequestDeps, 'viewerPool'>,
  viewer: Viewer,
  { shipments = [], order }: Body<typeof listReturnable>,
): Promise<{ lines: ReturnableLine[]; others: { number: string; deliveredDate: string | null }[] }> {
  requireAccess(viewer)
  const { accountId } = viewer
  const ofOrder =
    order === undefined
      ? []
      : await readTogether(viewerPool, viewer, (run) =>
          selectShipmentsOfOrder(run, accountId, order, maxReturnedShipments),
        )
  const chosen = [...new Set([...shipments, ...ofOrder])].slice(0, maxReturnedShipments)
  const [delivered, ordered, recent] = await readTogether(viewerPool, viewer, (run) =>
    Promise.all([
      selectDeliveredLines(run, accountId, chosen),
      selectOrderedQuantities(run, accountId, chosen),
      selectOtherShipments(run, accountId),
    ]),
  )
  return {
    lines: withLeft(delivered, ordered).map(({ asked: _asked, leftOfOrder: _ofOrder, ...line }) => line),
    others: recent.filter(({ number }) => !chosen.includes(number)),
  }
}

/**
 * Asks to return goods of delivered shipments; the request is one about `number`, the shipment from which it was asked.
 * Throws not_found, not_allowed, invalid_input, conflict when less is left, too_many_requests.
 */
export async function createReturn(
  deps: ActDeps,
  viewer: Viewer,
  { number, key, seenVersion, content }: ReturnInput,
  caller: Caller,
): Promise<CustomerRequest> {
  requireAccess(viewer)
  const { accountId } = viewer
  const input = { kind: 'returnGoods', type: 'shipments', number, key } as const
  return withTransaction(deps.db, async (db) => {
    // When two colleagues return the same goods at the same moment, the second sees the first one's return.
    await lockReturns(db, accountId)
    const locked = await lockDocument(db, viewer, 'shipments', number, deps.today())
    if (!locked) throw notFound()
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) {
      await repeatedRequest(db, { ...existing, content: asSent(existing.content) }, { ...input, content }, viewer)
      return toCustomerRequest(viewer, existing)
    }
    const shipments = [...new Set(content.lines.map(({ shipment }) => shipment))]
    if (shipments.length > maxReturnedShipments)
      throw refusal('invalid_input', translatable('request.return.many', { most: maxReturnedShipments }))
    await refuseUnseen(deps.readVersion, viewer, { type: 'shipments', number, seenVersion })
    await refuseRepeatedOfAccount(db, accountId, { ...input, content, now: deps.clock() }, asSent)
    const run = runOn(db)
    const delivered = await selectDeliveredLines(run, accountId, shipments)
    const lines = checkedLines(content, withLeft(delivered, await selectOrderedQuantities(run, accountId, shipments)))
    const returnNumber = portalNumber('RET', deps.newId())
    const stored = { ...content, returnNumber, lines: lines.map(asStored) }
    const { hash, revision, salesperson } = locked
    const context = { hash, revision, salesperson }
    const row = await storeRequest(deps, db, viewer, { ...input, content: stored }, context, caller)
    await insertReturn(db, { accountId, requestId: row.id, number: returnNumber, lines })
    return toCustomerRequest(viewer, row)
  })
}

function requireAccess(viewer: Viewer): void {
  if (!viewer.permissions.has(definitions.shipments.permission)) throw notFound()
  if (!mayRequest('returnGoods', viewer.permissions)) throw new PortalError('not_allowed', translatable('request.role'))
}

type LeftLine = DeliveredLine & {
  left: string
  /** What is left of the line of the order, which several shipments may have delivered; null where none is known. */
  leftOfOrder: string | null
}

function withLeft(
  delivered: readonly DeliveredLine[],
  ordered: readonly (OrderedQuantities & { order: string; orderLine: string })[],
): LeftLine[] {
  const byOrderLine = new Map(ordered.map((quantities) => [orderKeyOf(quantities), quantities]))
  return delivered.map((line) => {
    const order = byOrderLine.get(orderKeyOf(line)) ?? null
    return { ...line, left: leftToReturn(line, order), leftOfOrder: order && leftToReturn(order, order) }
  })
}

/** The lines that are asked for, each with what its shipment says of it. Throws invalid_input, conflict. */
function checkedLines({ lines }: SentReturn, left: readonly LeftLine[]): AskedLine[] {
  const byKey = new Map(left.map((line) => [keyOf(line), line]))
  const seen = new Set<string>()
  const ofOrders = new Map<string, string>()
  return lines.map((wanted) => {
    const { shipment, line, quantity, reason, note = null } = wanted
    const deliveredLine = byKey.get(keyOf(wanted))
    if (!deliveredLine) throw refusal('invalid_input', translatable('request.return.unknown', { line, shipment }))
    if (seen.has(keyOf(wanted)))
      throw refusal('invalid_input', translatable('request.return.twice', { line, shipment }))
    seen.add(keyOf(wanted))
    const { left, leftOfOrder, order, orderLine, sku, name, unit } = deliveredLine
    const ofOrder = sum([ofOrders.get(orderKeyOf(deliveredLine)), quantity])
    ofOrders.set(orderKeyOf(deliveredLine), ofOrder)
    if (compare(quantity, left) > 0 || (leftOfOrder !== null && compare(ofOrder, leftOfOrder) > 0))
      throw refusal('conflict', translatable('request.return.less', { line, shipment, left }))
    return { shipment, line, order, orderLine, sku, name, unit, quantity, reason, note }
  })
}

const keyOf = ({ shipment, line }: { shipment: string; line: string }) => `${shipment}\n${line}`
const orderKeyOf = (of: { order: string | null; orderLine: string | null }) => `${of.order}\n${of.orderLine}`

/** A line as it is kept with the request: what the customer said, and what tells the supplier which goods are meant. */
function asStored({ shipment, line, quantity, reason, note, order, orderLine, sku, name }: AskedLine) {
  const details = { order, orderLine, sku, name, note }
  const present = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null))
  return { shipment, line, quantity, reason, ...present }
}

/** What the customer sent of what is kept. */
function asSent({ returnNumber: _number, lines, ...content }: Record<string, unknown>): Record<string, unknown> {
  const sent = (lines as Record<string, unknown>[]).map(
    ({ order: _order, orderLine: _orderLine, sku: _sku, name: _name, ...line }) => line,
  )
  return { ...content, lines: sent }
}

function refusal(code: 'invalid_input' | 'conflict', message: TranslatableText): PortalError {
  return new PortalError(code, message, { errors: [{ field: 'lines', message }] })
}
