import { describe, expect, test } from 'vitest'
import { changedCode, newFiles, type PlantedChange, plantedTexts, printed, typeErrors, withPlanted } from './planted.ts'

/*
 * What a new field of a document and a new filter of lists cost. Each is planted in a copy of the tree, as
 * CONTRIBUTING.md says; the copy must compile and show it everywhere. The figures in CONTRIBUTING.md are those below.
 */

const textsOf = (name: string, label: string): PlantedChange[] => [
  ...plantedTexts('fields', 'field.placedBy', { [`field.${name}`]: label }),
  ...plantedTexts('changes', 'changed.shipTo', { [`changed.${name}`]: label }),
]

const script = `
import Value from 'typebox/value'
import { IngestDocument } from './contract/ingest/documents.ts'
import { compareVersions } from './contract/documents/activity.ts'
import { showDocument } from './contract/documents/endpoints.ts'
import { headerFieldList, headerFieldsWith } from './contract/documents/header-fields.ts'
import { lineFieldsWith } from './contract/documents/line-fields.ts'
import { changesBetween, comparableContentOf } from './server/ingest/derive/changes.ts'
import { columnsOf } from './server/documents/export/columns.ts'
import { prepare } from './server/ingest/check/prepare.ts'
import { readUbl } from './server/formats/ubl/read/read-ubl.ts'
import { documentContent } from './server/papers/document.ts'
import { localeFor } from './server/papers/locale.ts'
import { lineTable } from './server/papers/lines.ts'
import { writeUbl } from './server/formats/ubl/write/write-ubl.ts'

const order = (header, line) => ({
  ...{ type: 'orders', number: 'SO-1', account: 'C-1', issueDate: '2026-03-01', currency: 'EUR', ...header },
  lines: [{ line: '10', sku: 'RI-40', quantity: '1', unit: 'EA', ...line }],
})
const contentOf = (document) => comparableContentOf(prepare(document, 1, 1))
const fieldsOf = ({ changes, amounts }) => [...changes, ...amounts].map(({ field }) => field)
const locale = localeFor('en', null)
const headingOf = (name) => columnsOf({ permissions: new Set() }, 'orders', name, 'en')[0].heading
`

const lineField: PlantedChange[] = [
  {
    path: 'contract/documents/line-fields.ts',
    after: "note: { kind: 'text'",
    line: "  keyword: { kind: 'code', max: 40, detail: true, paper: true, history: true, comparison: true, ubl: ['cac:Item/cbc:Keyword'] },",
  },
  {
    path: 'contract/ingest/fields.ts',
    after: "commodityCode: 'Customs tariff number.'",
    line: "  keyword: 'A word by which the item is looked up.',",
  },
  ...textsOf('keyword', 'Keyword'),
]

const headerField: PlantedChange[] = [
  {
    path: 'contract/documents/header-fields.ts',
    after: 'const headerFields = {',
    line: "  department: { max: 100, detail: true, paper: true, history: true, comparison: true, ubl: ['cbc:AccountingCostCode'] },",
  },
  {
    path: 'contract/ingest/fields.ts',
    after: 'costCentre:',
    line: "  department: 'The customer’s department.',",
  },
  ...textsOf('department', 'Department'),
]

const particular: PlantedChange[] = [
  {
    path: 'contract/documents/particulars.ts',
    after: 'confirmationNumber: particular',
    line: "    routing: particular('text', { paper: true, history: true, comparison: true }),",
  },
  ...textsOf('routing', 'Routing'),
]

const demo: PlantedChange[] = [
  { path: 'database/seed/lines.ts', words: 'unit: product.unit,', become: "unit: product.unit,\n    keyword: 'seal'," },
  {
    path: 'database/seed/order.ts',
    after: 'document.details = { placedBy',
    line: "  document.department = 'Press shop'\n  document.details.routing = 'By rail'",
  },
]

/** Orders by their billing: a field with a closed list of values. */
const fieldFilter: PlantedChange[] = [
  { path: 'contract/documents/orders.ts', words: 'filters: []', become: "filters: ['billing']" },
  {
    path: 'database/migrations/0099-orders-by-billing.sql',
    text: "create index orders_by_billing on documents (account_id, billing, list_date desc, id desc) where type = 'orders';",
  },
]

/** Documents without a customer's reference: a filter that is ticked. */
const flagFilter: PlantedChange[] = [
  {
    path: 'contract/documents/filter-patterns.ts',
    words: "flagFilters = ['late', ",
    become: "flagFilters = ['late', 'unnamed', ",
  },
  {
    path: 'server/documents/list/list-filters.ts',
    after: 'query.late ? { late: true }',
    line: '    ...(query.unnamed ? { unnamed: true } : {}),',
  },
  { path: 'server/documents/list/filter-queries.ts', after: '  late?: true', line: '  unnamed?: true' },
  {
    path: 'server/documents/list/filter-queries.ts',
    after: 'late: filters.late &&',
    line: "    unnamed: filters.unnamed && 'd.customer_reference is null',",
  },
  {
    path: 'database/migrations/0098-unnamed.sql',
    text: 'create index documents_unnamed on documents (account_id, type, list_date desc, id desc) where customer_reference is null;',
  },
  ...plantedTexts('list', 'list.only.late', { 'list.only.unnamed': 'Without your reference' }),
  ...plantedTexts('tools', 'filters.only.late', { 'filters.only.unnamed': 'have no reference of yours' }),
]

describe('what is new in documents', { timeout: 600_000 }, () => {
  test('a field costs two files of code, the demo and the texts, and shows in reply, page, paper, history, comparison, files and UBL', async () => {
    expect(changedCode(lineField)).toEqual(['contract/documents/line-fields.ts', 'contract/ingest/fields.ts'])
    expect(changedCode(headerField)).toEqual(['contract/documents/header-fields.ts', 'contract/ingest/fields.ts'])
    expect(changedCode(particular)).toEqual(['contract/documents/particulars.ts'])
    expect(changedCode(fieldFilter)).toEqual(['contract/documents/orders.ts'])
    expect(newFiles(fieldFilter)).toHaveLength(1)
    expect(changedCode(flagFilter)).toEqual([
      'contract/documents/filter-patterns.ts',
      'server/documents/list/filter-queries.ts',
      'server/documents/list/list-filters.ts',
    ])
    expect(newFiles(flagFilter)).toHaveLength(1)
    const changes = [...lineField, ...headerField, ...particular, ...demo, ...fieldFilter, ...flagFilter]
    await withPlanted(changes, (folder) => {
      expect(
        printed(
          folder,
          `${script}
const sent = order({}, { keyword: 'seal' })
const read = await readUbl(new TextEncoder().encode(writeUbl(sent, { account: { number: 'C-1', name: 'Hill', identifiers: [] }, seller: { name: 'Nord' } })))
const unknown = Object.fromEntries(Object.keys(showDocument.reply.properties.lines.items.properties).map((name) => [name, null]))
const lists = { details: {}, properties: [], allowances: [], deliveries: [], lots: [], serials: [] }
const line = { ...unknown, ...lists, ...sent.lines[0] }
console.log(JSON.stringify({
  taken: [Value.Check(IngestDocument, sent), Value.Check(IngestDocument, order({}, { keyword: 'x'.repeat(41) }))],
  stored: JSON.parse(prepare(sent, 1, 1).lines[0].details).keyword,
  replied: 'keyword' in showDocument.reply.properties.lines.items.properties,
  page: lineFieldsWith('detail').includes('keyword'),
  paper: JSON.stringify(lineTable({ type: 'orders', lines: [line] }, 'EUR', locale, true)).includes('Keyword: seal'),
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: JSON.stringify(compareVersions.reply).includes('keyword'),
  ubl: read.message?.document.lines[0].keyword ?? read,
}))`,
        ),
      ).toEqual({
        taken: [true, false],
        stored: 'seal',
        replied: true,
        page: true,
        paper: true,
        history: ['keyword'],
        compared: true,
        ubl: 'seal',
      })
      expect(
        printed(
          folder,
          `${script}
const sent = order({ department: 'Press shop' }, {})
const read = await readUbl(new TextEncoder().encode(writeUbl(sent, { account: { number: 'C-1', name: 'Hill', identifiers: [] }, seller: { name: 'Nord' } })))
const detail = { type: 'orders', number: 'SO-1', status: 'confirmed', header: {}, totals: null, packages: [], lines: [], department: 'Press shop' }
const paper = documentContent(detail, { account: { number: 'C-1', name: 'Hill' }, references: [] }, locale, { portal: 'Nord', color: '#000000', seller: null, logo: null })
console.log(JSON.stringify({
  taken: [Value.Check(IngestDocument, sent), Value.Check(IngestDocument, order({ department: 'x'.repeat(101) }, {}))],
  stored: JSON.parse(prepare(sent, 1, 1).row.details).department,
  replied: 'department' in showDocument.reply.properties,
  page: headerFieldList.some(([name, { detail }]) => name === 'department' && detail),
  paper: paper.facts.filter(({ label }) => label === 'Department').map(({ value }) => value),
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: headerFieldsWith('comparison').includes('department'),
  column: headingOf('department'),
  ubl: read.message?.document.department ?? read,
}))`,
        ),
      ).toEqual({
        taken: [true, false],
        stored: 'Press shop',
        replied: true,
        page: true,
        paper: ['Press shop'],
        history: ['department'],
        compared: true,
        column: 'Department',
        ubl: 'Press shop',
      })
      expect(
        printed(
          folder,
          `${script}
const sent = order({ details: { routing: 'By rail' } }, {})
console.log(JSON.stringify({
  stored: JSON.parse(prepare(sent, 1, 1).row.details).routing,
  history: fieldsOf(changesBetween(contentOf(order({}, {})), contentOf(sent))),
  compared: headerFieldsWith('comparison').includes('routing'),
  column: headingOf('routing'),
}))`,
        ),
      ).toEqual({ stored: 'By rail', history: ['routing'], compared: true, column: 'Routing' })
      expect(
        printed(
          folder,
          `
import { generate } from './database/seed/generate.ts'
const documents = [...generate({ size: 'S', today: '2026-11-20' })]
const { department, details, lines } = documents.find(({ type }) => type === 'orders')
console.log(JSON.stringify([department, details.routing, lines[0].keyword]))`,
        ),
      ).toEqual(['Press shop', 'By rail', 'seal'])
      expect(
        printed(
          folder,
          `
import Value from 'typebox/value'
import { listDocuments } from './contract/documents/endpoints.ts'
import { parseFilters } from './server/documents/list/list-filters.ts'
import { buildListSql } from './server/documents/list/filter-queries.ts'
import { activeFilters } from './web/documents/list/active-filters.ts'
import { readListSearch, validSearch } from './contract/documents/list-search.ts'

const viewer = { accountId: 'A', permissions: new Set(['orders.read']) }
const query = { billing: 'not_invoiced', unnamed: 'true' }
const sql = (type, query) => {
  const { where, values } = buildListSql(viewer, parseFilters(viewer, type, query, '2026-03-10'))
  return [where.slice(2), values.slice(2)]
}
const refused = (act) => { try { act(); return false } catch { return true } }
console.log(JSON.stringify({
  taken: [query, { billing: 'sometimes' }, { unnamed: 'no' }].map((query) => Value.Check(listDocuments.query, query)),
  sql: sql('orders', query),
  elsewhere: refused(() => sql('quotes', query)),
  address: validSearch('orders', readListSearch(query)),
  chips: activeFilters('orders', query).map(({ name }) => name),
  otherList: validSearch('quotes', readListSearch(query)),
}))`,
        ),
      ).toEqual({
        taken: [true, false, false],
        sql: [['d.billing = $3', 'd.customer_reference is null'], ['not_invoiced']],
        elsewhere: true,
        address: { billing: 'not_invoiced', unnamed: 'true' },
        chips: ['unnamed', 'billing'],
        otherList: { unnamed: 'true' },
      })
      expect(typeErrors(folder)).toEqual([])
    })
  })
})
