import { type PlantedChange, plantedTexts } from './planted.ts'

/* What a new field of a document and a new filter of lists cost, as CONTRIBUTING.md says. */

const textsOf = (name: string, label: string): PlantedChange[] => [
  ...plantedTexts('fields', 'field.placedBy', { [`field.${name}`]: label }),
  ...plantedTexts('changes', 'changed.shipTo', { [`changed.${name}`]: label }),
]

export const lineField: PlantedChange[] = [
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

export const headerField: PlantedChange[] = [
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

export const particular: PlantedChange[] = [
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
export const fieldFilter: PlantedChange[] = [
  { path: 'contract/documents/orders.ts', words: 'filters: []', become: "filters: ['billing']" },
  {
    path: 'database/migrations/0099-orders-by-billing.sql',
    text: "create index orders_by_billing on documents (account_id, billing, list_date desc, id desc) where type = 'orders';",
  },
]

/** Documents without a customer's reference: a filter that is ticked. */
export const flagFilter: PlantedChange[] = [
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
  ...plantedTexts('tools', 'list.only.late', { 'list.only.unnamed': 'Without your reference' }),
  ...plantedTexts('tools', 'filters.only.late', { 'filters.only.unnamed': 'have no reference of yours' }),
]

/** A field of a line, one of the header, a particular, the demo's values of them, and two filters. */
export const fieldsAndFilters = [...lineField, ...headerField, ...particular, ...demo, ...fieldFilter, ...flagFilter]
