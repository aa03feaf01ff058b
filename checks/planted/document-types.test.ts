import { describe, expect, test } from 'vitest'
import { fieldsAndFilters } from './fields.ts'
import { changedCode, newFiles, type PlantedChange, plantedTexts, printed, typeErrors, withPlanted } from './planted.ts'

/*
 * What a further document type costs: its definition, its line in the list of types, a migration that allows it, the
 * demo and the texts. It is planted in a copy of the tree as CONTRIBUTING.md says; the copy must compile and know it.
 * New fields and filters are planted beside it, so that one copy is compiled for all.
 */

const agreements: PlantedChange[] = [
  {
    path: 'contract/documents/agreements.ts',
    text: `import { date, defineDocument, text } from './definition.ts'

export const agreements = defineDocument({
  type: 'agreements',
  bit: 16,
  icon: 'page',
  permission: 'orders.read',
  statuses: { open: 'info', ended: 'neutral' },
  active: ['open'],
  ended: ['ended'],
  needsAction: { statuses: [], promiseMoved: false },
  canBeLate: false,
  priced: true,
  header: { validUntil: date(), renewal: { ...text('details'), paper: true, history: true } },
  list: ['number', 'customerReference', 'issueDate', 'validUntil', 'currency', 'gross'],
  filters: [],
  sorts: ['issueDate', 'keyDate', 'number'],
  dates: ['issueDate', 'validUntil'],
  keyDate: 'validUntil',
})
`,
  },
  {
    path: 'contract/documents/types.ts',
    words: 'definitions = { quotes,',
    become: 'definitions = { agreements, quotes,',
  },
  {
    path: 'contract/documents/types.ts',
    after: "import type { Tone } from './definition.ts'",
    line: "import { agreements } from './agreements.ts'",
  },
  {
    path: 'database/migrations/0099-agreements.sql',
    text: `alter table documents drop constraint documents_type_check, add constraint documents_type_check
  check (type in ('agreements', 'quotes', 'orders', 'shipments', 'invoices'));
alter table saved_views drop constraint saved_views_type_check, add constraint saved_views_type_check
  check (type in ('agreements', 'quotes', 'orders', 'shipments', 'invoices'));
alter table documents alter column key_date set expression as (coalesce(case type when 'agreements' then valid_until
  when 'quotes' then valid_until when 'orders' then coalesce(estimated_date, promised_date, requested_date)
  when 'shipments' then coalesce(delivered_date, estimated_date, promised_date) else due_date end, '9999-12-31'::date));
`,
  },
  { path: 'database/seed/paper.ts', words: 'const titles = {', become: "const titles = { agreements: 'Agreement'," },
  ...plantedTexts('documents', 'type.quotes', {
    'type.agreements': 'Agreements',
    'type.agreements.one': 'Agreement',
    'status.agreements.open': 'Open',
    'status.agreements.ended': 'Ended',
  }),
  ...plantedTexts('list', 'list.title.quotes', { 'list.title.agreements': 'Agreements' }),
  ...plantedTexts('tools', 'list.none.quotes.title', {
    'list.none.agreements.title': 'No agreements yet',
    'list.none.agreements.text': 'An agreement appears here when it is concluded.',
  }),
  ...plantedTexts('shell', 'menu.quotes', { 'menu.agreements': 'Agreements' }),
  ...plantedTexts('dashboard', 'dashboard.action.quotes', {
    'dashboard.action.agreements': 'Agreements',
    'dashboard.summary.agreements': '{count, plural, one {# agreement} other {# agreements}}',
  }),
  ...plantedTexts('activity', 'activity.issued.quotes', { 'activity.issued.agreements': 'Agreement concluded' }),
  ...plantedTexts('papers', 'paper.quotes', { 'paper.agreements': 'Agreement', 'paper.fact.agreements': 'Agreement' }),
  ...plantedTexts('fields', 'field.placedBy', { 'field.renewal': 'Renewal' }),
  ...plantedTexts('changes', 'changed.shipTo', { 'changed.renewal': 'Renewal' }),
]

describe('a further document type', { timeout: 600_000 }, () => {
  test('changes no code but the list of types and the demo, and is taken, listed, shown, filed and printed', async () => {
    expect(changedCode(agreements)).toEqual(['contract/documents/types.ts', 'database/seed/paper.ts'])
    expect(newFiles(agreements)).toEqual([
      'contract/documents/agreements.ts',
      'database/migrations/0099-agreements.sql',
    ])
    await withPlanted([...agreements, ...fieldsAndFilters], (folder) => {
      expect(
        printed(
          folder,
          `
import Value from 'typebox/value'
import { listDocuments } from './contract/documents/endpoints.ts'
import { IngestDocument } from './contract/ingest/documents.ts'
import { columnsOf } from './server/documents/export/columns.ts'
import { buildListSql } from './server/documents/list/filter-queries.ts'
import { parseFilters } from './server/documents/list/list-filters.ts'
import { changesBetween, comparableContentOf } from './server/ingest/derive/changes.ts'
import { prepare } from './server/ingest/check/prepare.ts'
import { documentContent, titleOf } from './server/papers/document.ts'
import { localeFor } from './server/papers/locale.ts'
import { readListSearch, validSearch } from './contract/documents/list-search.ts'
import { readResultSearch } from './web/paths.ts'
import { keyDateOf } from './web/documents/due.ts'
import { activeSegment, menuFor } from './web/shell/menu.ts'

const agreement = (values) => ({
  ...{ type: 'agreements', number: 'AG-1', account: 'C-1', issueDate: '2026-03-01', validUntil: '2027-02-28' },
  ...values,
})
const sent = agreement({ details: { renewal: 'Each year' } })
const prepared = prepare(sent, 1, 1)
const viewer = { accountId: 'A', permissions: new Set(['orders.read', 'prices']) }
const locale = localeFor('en', null)
const header = { issueDate: '2026-03-01', validUntil: '2027-02-28', renewal: 'Each year' }
const detail = { type: 'agreements', number: 'AG-1', status: 'open', header, totals: null, packages: [], lines: [] }
const paper = documentContent(detail, { account: { number: 'C-1', name: 'Hill' }, references: [] }, locale, { portal: 'Nord', color: '#000000', seller: null, logo: null })
console.log(JSON.stringify({
  taken: Value.Check(IngestDocument, sent),
  stored: [prepared.row.status, prepared.row.validUntil, JSON.parse(prepared.row.details).renewal],
  history: changesBetween(comparableContentOf(prepare(agreement({}), 1, 1)), comparableContentOf(prepared)).changes.map(({ field }) => field),
  listed: Value.Check(listDocuments.params, { type: 'agreements' }),
  sql: buildListSql(viewer, parseFilters(viewer, 'agreements', { status: 'open', open: 'true' }, '2026-03-10')).where.slice(1),
  file: columnsOf(viewer, 'agreements', undefined, 'en').map(({ heading }) => heading),
  paper: [titleOf(detail, locale).title, ...paper.facts.map(({ label }) => label)],
  address: validSearch('agreements', readListSearch({ status: 'ended,paid' })),
  search: readResultSearch({ type: 'agreements' }),
  keyDate: keyDateOf({ type: 'agreements', status: 'open', validUntil: '2027-02-28' }),
  menu: [activeSegment('/agreements/AG-1'), menuFor(['orders.read']).flatMap(({ entries }) => entries).some(({ segment }) => segment === 'agreements')],
}))`,
        ),
      ).toEqual({
        taken: true,
        stored: ['open', '2027-02-28', 'Each year'],
        history: ['renewal'],
        listed: true,
        sql: ["d.type = 'agreements'", 'd.status = $3'],
        file: ['Number', 'Status', 'Your reference', 'Issued', 'Valid until', 'Currency', 'Amount'],
        paper: ['Agreement AG-1', 'Date', 'Valid until', 'Customer number', 'Renewal'],
        address: { status: 'ended' },
        search: { type: 'agreements' },
        keyDate: '2027-02-28',
        menu: ['agreements', true],
      })
      expect(typeErrors(folder)).toEqual([])
    })
  })
})
