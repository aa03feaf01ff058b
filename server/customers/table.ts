import type { CustomerEntry } from '#contract/console/customers.ts'
import type { Table } from '#server/formats/csv/table.ts'

/** Customers as a table. A customer that owes in several currencies names all in one cell. */
export const customerTable: Table<CustomerEntry> = {
  headings: (t) => [
    t('customers.number'),
    t('customers.name'),
    t('customers.people'),
    t('customers.invited'),
    t('customers.signedIn'),
    t('customers.changed'),
    t('customers.requests'),
    t('customers.balance'),
    t('customers.flags'),
  ],
  cells: ({ number, name, members, invited, signedInAt, changedAt, openRequests, balances, flags }, t) => [
    number,
    name,
    ...[members, invited].map(String),
    signedInAt ?? '',
    changedAt ?? '',
    String(openRequests),
    balances.map(({ currency, amount }) => `${amount} ${currency}`).join('; '),
    flags.map((flag) => t(`customers.flag.${flag}`)).join('; '),
  ],
}
