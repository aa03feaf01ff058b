import type { Table } from '#server/formats/csv/table.ts'
import type { ExportedMember } from './export-queries.ts'

/** People as a table, a row for each of their accounts. */
export const memberTable: Table<ExportedMember> = {
  headings: (t) => [
    t('customers.number'),
    t('customers.customer'),
    t('profile.name'),
    t('profile.email'),
    t('console.role'),
    t('customers.signedIn'),
    t('persons.hindrance.disabled'),
  ],
  cells: ({ account, accountName, name, email, role, lastSeenAt, disabled }, t) => [
    ...[account, accountName, name, email],
    t(`profile.role.${role}`),
    lastSeenAt ?? '',
    t(disabled ? 'request.yes' : 'request.no'),
  ],
}
