import { describe, expect, test } from 'vitest'
import { fieldFilter, fieldsAndFilters, flagFilter, headerField, lineField, particular } from './fields.ts'
import { changedCode, newFiles, printed, withPlanted } from './planted.ts'

/*
 * What a new field of a document and a new filter of lists cost. Each is planted in a copy of the tree, as
 * CONTRIBUTING.md says; the copy must show it everywhere, and compiles together with a further document type
 * (document-types.test.ts). The figures in CONTRIBUTING.md are those below.
 */

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
    await withPlanted(fieldsAndFilters, (folder) => {
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
    })
  })
})
