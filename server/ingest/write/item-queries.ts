import type { PoolClient } from 'pg'
import { documentTypeBits } from '#contract/documents/type-bits.ts'
import type { ItemRow, UnitRow } from '../check/items.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import { type Column, insertRows, insertText } from '../insert.ts'

type WrittenDocument = { accountId: string; id: string; document: PreparedDocument }
type UnitEntry = { written: WrittenDocument; row: UnitRow }
type ItemEntry = ItemRow & { accountId: string; seenIn: number; describedOn: string }

const dateOf = ({ document }: WrittenDocument) => document.row.issueDate ?? '0001-01-01'

const unitColumns: readonly Column<UnitEntry>[] = [
  ['account_id', 'uuid', (r) => r.written.accountId],
  ['code', 'text as folded_code(r.written)', (r) => r.row.written],
  ['type', 'text', (r) => r.written.document.type],
  ['list_date', 'date', (r) => dateOf(r.written)],
  ['document_id', 'uuid', (r) => r.written.id],
  ['position', 'integer', (r) => r.row.position],
  ['kind', 'text', (r) => r.row.kind],
  ['written', 'text', (r) => r.row.written],
  ['sku', 'text', (r) => r.written.document.lines[r.row.position - 1]?.sku],
]
const unitText = insertText('units', unitColumns)

const itemColumns: readonly Column<ItemEntry>[] = [
  ['account_id', 'uuid', (r) => r.accountId],
  ['sku', 'text', (r) => r.sku],
  ['customer_sku', 'text', (r) => r.customerSku],
  ['gtin', 'text', (r) => r.gtin],
  ['name', 'text', (r) => r.name],
  ['unit', 'text', (r) => r.unit],
  ['seen_in', 'integer', (r) => r.seenIn],
  ['described_on', 'date', (r) => r.describedOn],
]
const textColumns = ['customer_sku', 'gtin', 'name', 'unit']
/** The texts of the newest document hold; where it has none, those of an older document stay. */
const itemText = insertText(
  'items as i',
  itemColumns,
  `
on conflict (account_id, sku) do update set seen_in = i.seen_in | excluded.seen_in, described_on = greatest(i.described_on, excluded.described_on),
  ${textColumns
    .map(
      (column) =>
        `${column} = case when excluded.described_on >= i.described_on then coalesce(excluded.${column}, i.${column}) else coalesce(i.${column}, excluded.${column}) end`,
    )
    .join(', ')}
where excluded.described_on > i.described_on or i.seen_in | excluded.seen_in <> i.seen_in
  or excluded.described_on = i.described_on and (${textColumns.map((word) => `excluded.${word}`).join(', ')}) is distinct from (${textColumns.map((word) => `i.${word}`).join(', ')})`,
)

/** Writes the serial numbers, lots and articles of documents, in one statement each. */
export function insertUnitsAndItems(client: PoolClient, documents: readonly WrittenDocument[]): Promise<void>[] {
  const units = documents.flatMap((entry) => entry.document.units.map((row) => ({ written: entry, row })))
  return [
    insertRows(client, 'units', unitText, unitColumns, units),
    insertRows(client, 'items', itemText, itemColumns, itemsOf(documents)),
  ]
}

/**
 * Each article of a batch once, with the texts of its newest document, in the order of the key, so that imports do not
 * block each other.
 */
function itemsOf(documents: readonly WrittenDocument[]): ItemEntry[] {
  const items = new Map<string, ItemEntry>()
  for (const entry of documents) {
    const describedOn = dateOf(entry)
    const bit = documentTypeBits[entry.document.type]
    for (const row of entry.document.items) {
      const key = `${entry.accountId}${row.sku}`
      const existing = items.get(key)
      if (existing === undefined) items.set(key, { ...row, accountId: entry.accountId, seenIn: bit, describedOn })
      else {
        const [older, newer, latest] =
          describedOn >= existing.describedOn ? [existing, row, describedOn] : [row, existing, existing.describedOn]
        items.set(key, {
          accountId: entry.accountId,
          sku: row.sku,
          customerSku: newer.customerSku ?? older.customerSku,
          gtin: newer.gtin ?? older.gtin,
          name: newer.name ?? older.name,
          unit: newer.unit ?? older.unit,
          seenIn: existing.seenIn | bit,
          describedOn: latest,
        })
      }
    }
  }
  return [...items].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
