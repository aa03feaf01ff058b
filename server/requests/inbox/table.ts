import type { InboxEntry } from '#contract/console/inbox.ts'
import type { Table } from '#server/formats/csv/table.ts'

/** Requests as a table. */
export const inboxTable: Table<InboxEntry> = {
  headings: (t) => [
    t('items.date'),
    t('customers.number'),
    t('customers.customer'),
    t('profile.name'),
    t('console.filter.kind'),
    t('items.document'),
    t('items.status'),
    t('console.filter.assignee'),
    t('field.dueDate'),
    t('versions.changed'),
    t('field.note'),
  ],
  cells: ({ madeAt, account, madeBy, kind, type, number, state, assignee, dueAt, changedAt, words }, t) => [
    madeAt,
    account.number,
    account.name,
    madeBy,
    t(`requests.did.${kind}`, { who: '…' }),
    type === 'account' ? '' : `${t(`type.${type}.one`)} ${number}`,
    t(state === 'asked' ? 'inbox.view.asked' : `requests.state.${state}`),
    assignee?.name ?? '',
    dueAt ?? '',
    changedAt,
    words ?? '',
  ],
}
