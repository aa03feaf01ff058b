import { hash } from 'node:crypto'
import { definitions } from '#contract/documents/types.ts'
import type { Body } from '#contract/endpoint.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { enquire } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { mayRequest } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withTransaction } from '#database/transaction.ts'
import type { Caller } from '../audit/record.ts'
import { type RequestDeps, repeatedRequest, storeRequest } from './create-request.ts'
import { portalNumber } from './portal-number.ts'
import { lockKey, selectRequestByKey, selectSalesperson } from './queries.ts'
import { refuseRepeatedOfAccount } from './refuse-repeated.ts'
import { lockKind } from './repeated-queries.ts'
import { toCustomerRequest } from './request-replies.ts'

type Enquiry = { key: string; content: Omit<Body<typeof enquire>, 'key'> }

/**
 * Asks the supplier for a quote from scratch. The enquiry gets its own number, by which a quote can refer to it, and
 * goes to the salesperson of the account's newest order or quote. Throws not_found for viewers who see no quotes,
 * not_allowed, invalid_input, conflict, too_many_requests.
 */
export async function createEnquiry(
  deps: RequestDeps,
  viewer: Viewer,
  { key, content }: Enquiry,
  caller: Caller,
): Promise<CustomerRequest> {
  if (!viewer.permissions.has(definitions.quotes.permission)) throw notFound()
  if (!mayRequest('enquire', viewer.permissions)) throw new PortalError('not_allowed', translatable('request.role'))
  checkContent(content, deps.today())
  const salesperson = await selectSalesperson(deps.viewerPool, viewer)
  return withTransaction(deps.db, async (db) => {
    await lockKey(db, viewer, key)
    const input = { kind: 'enquire', type: 'quotes', key, content } as const
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) return repeatedRequest(db, existing, input, viewer)
    await lockKind(db, viewer.accountId, 'enquire')
    await refuseRepeatedOfAccount(db, viewer.accountId, { ...input, now: deps.clock() })
    const number = portalNumber('ENQ', deps.newId())
    const context = { hash: hash('sha256', JSON.stringify(content), 'buffer'), revision: null, salesperson }
    return toCustomerRequest(viewer, await storeRequest(deps, db, viewer, { ...input, number }, context, caller))
  })
}

function checkContent({ lines, requestedDate }: Enquiry['content'], today: string): void {
  const unspecifiedLine = lines.findIndex(({ sku, description }) => sku === undefined && description === undefined)
  const message =
    unspecifiedLine >= 0
      ? translatable('request.noItem', { place: unspecifiedLine + 1 })
      : requestedDate !== undefined && requestedDate < today
        ? translatable('request.datePassed')
        : undefined
  if (!message) return
  const field = unspecifiedLine >= 0 ? 'lines' : 'requestedDate'
  throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
