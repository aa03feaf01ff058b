import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Customer,
  type CustomerFlag,
  type CustomerOrder,
  listCustomerStaff,
  listCustomers,
  showCustomer,
} from '#contract/console/customers.ts'
import { call } from '../call.ts'
import type { CustomersSearch } from './customers-search.ts'

/** Milliseconds after which what is shown is asked for again: people sign in, and colleagues change things. */
const refreshInterval = 30_000

/** The query of a list, as its address narrows it. */
export const customersQueryOf = ({ text, flag, mine, sort }: CustomersSearch) => ({
  ...(text ? { text } : {}),
  ...(flag ? { flag: flag as CustomerFlag } : {}),
  ...(mine ? { mine: 'true' as const } : {}),
  ...(sort ? { sort: sort as CustomerOrder } : {}),
})

/** The list of customers, as its address narrows it. */
export const customersQuery = (search: CustomersSearch) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', customersQueryOf(search)],
    queryFn: ({ pageParam, signal }) =>
      call(listCustomers, {
        query: { ...customersQueryOf(search), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshInterval,
    // What was found before stays in sight; that there is none is said of what was asked alone.
    placeholderData: (before) => (before?.pages[0]?.customers.length ? before : undefined),
  })

/** One customer. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(showCustomer, { params: { id }, signal }),
    refetchInterval: refreshInterval,
  })

/** Shows a customer as the server has just answered, and asks for the lists anew. */
export async function cacheCustomer(cache: QueryClient, customer: Customer): Promise<void> {
  cache.setQueryData(customerQuery(customer.id).queryKey, customer)
  await cache.invalidateQueries({ queryKey: ['customers', 'list'] })
}

/** Who of the staff may look after customers. */
export const accountTeamQuery = queryOptions({
  queryKey: ['customers', 'staff'],
  queryFn: ({ signal }) => call(listCustomerStaff, { signal }),
  staleTime: 300_000,
})
