import { customerFlags, customerOrders } from '#contract/console/customers.ts'
import { searchReader } from '#contract/search-parameters.ts'

/** How the list of customers is narrowed and sorted, as its address says. */
export type CustomersSearch = { [Name in 'text' | 'flag' | 'mine' | 'sort']?: string | undefined }

/** How the list is narrowed and sorted by an address. */
export const readCustomersSearch = searchReader<CustomersSearch>({
  text: /^.{1,100}$/,
  flag: new RegExp(`^(${customerFlags.join('|')})$`),
  mine: /^true$/,
  sort: new RegExp(`^(${customerOrders.join('|')})$`),
})
