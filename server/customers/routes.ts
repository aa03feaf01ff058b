import type { FastifyInstance } from 'fastify'
import * as documents from '#contract/console/customer-documents.ts'
import * as contract from '#contract/console/customers.ts'
import { mergeCustomer, previewMerge } from '#contract/console/merge.ts'
import { translatable } from '#contract/errors.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { sendCsv } from '#server/http/attachment.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import type { CustomerDeps } from './acts.ts'
import { actorOf, changeCustomerAsStaff, noteCustomerAsStaff, removeStaffOf, setStaffOf } from './change.ts'
import { moveAsStaff, withdrawAsStaff } from './documents.ts'
import { customerPages, listCustomersForStaff } from './list.ts'
import { mergeAsStaff, previewMergeForStaff } from './merge.ts'
import { requireCustomer, showCustomerToStaff } from './show.ts'
import { selectAccountTeam } from './staff-queries.ts'
import { customerTable } from './table.ts'

/** The routes by which staff look after customers. */
export function customerRoutes(app: FastifyInstance, deps: CustomerDeps): void {
  const { acts } = deps
  staffRoute(app, contract.listCustomers, ({ staff, query }) => listCustomersForStaff(deps, staff, query))
  staffRoute(app, contract.listCustomerStaff, async () => ({ staff: await selectAccountTeam(deps.db) }))
  staffRoute(app, contract.showCustomer, ({ staff, params: { id } }) => showCustomerToStaff(deps, staff, id))

  staffRoute(app, contract.exportCustomers, async (call) =>
    sendCsv(call, 'customers', csvOf(customerTable, customerPages(deps, call.staff, call.query))),
  )

  staffRoute(app, contract.createCustomer, async ({ staff, body, request }) => {
    const names = { number: body.number.trim(), name: body.name.trim() }
    return showCustomerToStaff(deps, staff, await acts.add(names, actorOf(staff, callerOf(request))))
  })
  staffRoute(app, contract.changeCustomer, ({ staff, params: { id }, body, request }) =>
    changeCustomerAsStaff(deps, staff, { id, change: body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.addCustomerIdentifier, async ({ staff, params: { id }, body, request }) => {
    const { number } = await requireCustomer(deps, staff, id)
    await acts.addIdentifier(number, body, actorOf(staff, callerOf(request)))
    return showCustomerToStaff(deps, staff, id)
  })
  staffRoute(app, contract.removeCustomerIdentifier, async ({ staff, params: { id }, query, request }) => {
    const { number } = await requireCustomer(deps, staff, id)
    await acts.removeIdentifier(number, query, actorOf(staff, callerOf(request)))
    return showCustomerToStaff(deps, staff, id)
  })

  staffRoute(app, contract.setCustomerStaff, ({ staff, params, body, request }) =>
    setStaffOf(deps, staff, { id: params.id, staffId: params.staff, ...body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.removeCustomerStaff, ({ staff, params, request }) =>
    removeStaffOf(deps, staff, { id: params.id, staffId: params.staff, caller: callerOf(request) }),
  )
  staffRoute(app, documents.withdrawCustomerDocument, async ({ staff, params: { id }, body, request }) => {
    const number = await withdrawAsStaff(deps, staff, { id, ...body, caller: callerOf(request) })
    return { message: translatable('customerDocument.withdrawn', { number }) }
  })
  staffRoute(app, documents.moveCustomerDocument, async ({ staff, params: { id }, body, request }) => {
    const number = await moveAsStaff(deps, staff, { id, ...body, caller: callerOf(request) })
    return { message: translatable('customerDocument.moved', { number, to: body.to.trim() }) }
  })
  staffRoute(app, contract.addCustomerNote, ({ staff, params, body, request }) =>
    noteCustomerAsStaff(deps, staff, { customer: params.id, ...body, caller: callerOf(request) }),
  )

  staffRoute(app, previewMerge, ({ staff, params: { id }, query }) =>
    previewMergeForStaff(deps, staff, { id, into: query.into }),
  )
  staffRoute(app, mergeCustomer, ({ staff, params: { id }, body, request }) =>
    mergeAsStaff(deps, staff, { id, ...body, caller: callerOf(request) }),
  )
}
