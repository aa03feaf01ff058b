import { queryOptions } from '@tanstack/react-query'
import { listReturnable, showReturn } from '#contract/requests/return-endpoints.ts'
import { call } from '#web/api/call.ts'

/** From where goods are returned: shipments, or all that delivered an order. */
export type ReturnedFrom = { shipments: readonly string[]; order: string | null }

/** What can still be returned, asked anew each time a form opens or gets another shipment: it may have changed since. */
export const returnableQuery = ({ shipments, order }: ReturnedFrom) =>
  queryOptions({
    queryKey: ['documents', 'shipments', 'returnable', order, shipments],
    queryFn: ({ signal }) =>
      call(listReturnable, { body: { shipments: [...shipments], ...(order === null ? {} : { order }) }, signal }),
    gcTime: 0,
  })

/** A return by its number. */
export const returnQuery = (number: string) =>
  queryOptions({
    queryKey: ['requests', 'return', number],
    queryFn: ({ signal }) => call(showReturn, { params: { number }, signal }),
  })
