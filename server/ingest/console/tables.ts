import type { RefusedEntry } from '#contract/console/intake.ts'
import { keyScopeTexts } from '#contract/console/key-scope-texts.ts'
import type { ApiKey } from '#contract/console/keys.ts'
import type { RemovedDocument } from '#contract/console/removed-documents.ts'
import { documentTypes } from '#contract/values.ts'
import type { Table, Translate } from '#server/formats/csv/table.ts'

function typeName(type: string | null, t: Translate): string {
  const known = documentTypes.find((name) => name === type)
  return known ? t(`type.${known}.one`) : ''
}

/** Refused messages as a table. */
export const refusedTable: Table<RefusedEntry> = {
  headings: (t) => [
    t('intake.lastTime'),
    t('intake.firstTime'),
    t('intake.csv.times'),
    t('intake.filter.source'),
    t('intake.filter.type'),
    t('intake.removed.number'),
    t('customers.number'),
    t('intake.csv.line'),
    t('intake.problems'),
    t('intake.filter.view'),
    t('intake.csv.settledAt'),
    t('intake.csv.settledBy'),
    t('field.note'),
  ],
  cells: (entry, t) => {
    const { source, number, account, line, problem, times, firstAt, lastAt, settledAt, outcome, settledBy, note } =
      entry
    return [
      ...[lastAt, firstAt, String(times)],
      source ?? t('intake.import'),
      typeName(entry.type, t),
      ...[number ?? '', account ?? '', line, problem],
      outcome === null ? t('intake.view.open') : t(`intake.outcome.${outcome}`),
      ...[settledAt ?? '', settledBy ?? '', note ?? ''],
    ]
  },
}

/** Documents that left their customer, as a table. */
export const removedTable: Table<RemovedDocument> = {
  headings: (t) => [
    t('items.date'),
    t('intake.removed.what'),
    t('intake.filter.type'),
    t('intake.removed.number'),
    t('customers.number'),
    t('customers.customer'),
    t('intake.csv.to'),
    t('intake.csv.by'),
  ],
  cells: ({ at, what, type, number, account, to, by }, t) => [
    ...[at, t(`intake.removed.${what}`), typeName(type, t)],
    ...[number ?? '', account?.number ?? '', account?.name ?? '', to ?? '', by ?? ''],
  ],
}

/** Keys as a table. */
export const keyTable: Table<ApiKey> = {
  headings: (t) => [
    t('keys.name'),
    t('intake.filter.view'),
    t('keys.scopes'),
    t('keys.accounts'),
    t('keys.source'),
    t('keys.numbering'),
    t('keys.csv.created'),
    t('keys.csv.createdBy'),
    t('keys.csv.used'),
    t('keys.csv.revoked'),
  ],
  cells: ({ name, revokedAt, scopes, accounts, source, numberedBy, createdAt, createdBy, lastUsedAt }, t) => [
    name,
    t(revokedAt === null ? 'keys.works' : 'keys.revoked.state'),
    scopes.map((scope) => t(keyScopeTexts[scope])).join('; '),
    accounts === null ? '' : accounts.length === 0 ? t('keys.accounts.nobody') : accounts.join('; '),
    source,
    t(`keys.numbering.${numberedBy}`),
    ...[createdAt, createdBy ?? '', lastUsedAt ?? '', revokedAt ?? ''],
  ],
}
