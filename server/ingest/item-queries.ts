import type { PoolClient } from 'pg'
import type { DocumentType } from '../../contract/values.ts'
import { type Column, insert, insertText } from './insert.ts'
import type { ItemRow, UnitRow } from './items.ts'
import type { Prepared } from './prepare.ts'

type Placed = { accountId: string; id: string; document: Prepared }
type Unit = { placed: Placed; row: UnitRow }
type Item = ItemRow & { accountId: string; seenIn: number; toldOn: string }

/** The types of documents in which an article stands, as `items.seen_in` adds them up. */
const bits: Record<DocumentType, number> = { quotes: 1, orders: 2, shipments: 4, invoices: 8 }
const dateOf = ({ document }: Placed) => document.row.issueDate ?? '0001-01-01'

const unitColumns: readonly Column<Unit>[] = [
  ['account_id', 'uuid', (r) => r.placed.accountId],
  ['code', 'text as folded_code(r.told)', (r) => r.row.told],
  ['type', 'text', (r) => r.placed.document.type],
  ['list_date', 'date', (r) => dateOf(r.placed)],
  ['document_id', 'uuid', (r) => r.placed.id],
  ['position', 'integer', (r) => r.row.position],
  ['kind', 'text', (r) => r.row.kind],
  ['told', 'text', (r) => r.row.told],
  ['sku', 'text', (r) => r.placed.document.lines[r.row.position - 1]?.sku],
]
const unitText = insertText('units', unitColumns)

const itemColumns: readonly Column<Item>[] = [
  ['account_id', 'uuid', (r) => r.accountId],
  ['sku', 'text', (r) => r.sku],
  ['customer_sku', 'text', (r) => r.customerSku],
  ['gtin', 'text', (r) => r.gtin],
  ['name', 'text', (r) => r.name],
  ['unit', 'text', (r) => r.unit],
  ['seen_in', 'integer', (r) => r.seenIn],
  ['told_on', 'date', (r) => r.toldOn],
]
const words = ['customer_sku', 'gtin', 'name', 'unit']
/** The words of the newest document hold; what it leaves out stays as an older one said. */
const itemText = insertText(
  'items as i',
  itemColumns,
  `
on conflict (account_id, sku) do update set seen_in = i.seen_in | excluded.seen_in, told_on = greatest(i.told_on, excluded.told_on),
  ${words
    .map(
      (word) =>
        `${word} = case when excluded.told_on >= i.told_on then coalesce(excluded.${word}, i.${word}) else coalesce(i.${word}, excluded.${word}) end`,
    )
    .join(', ')}
where excluded.told_on > i.told_on or i.seen_in | excluded.seen_in <> i.seen_in
  or excluded.told_on = i.told_on and (${words.map((word) => `excluded.${word}`).join(', ')}) is distinct from (${words.map((word) => `i.${word}`).join(', ')})`,
)

/** Writes the serials and lots of documents, and what articles they name, in one statement each. */
export function writeItems(client: PoolClient, placed: readonly Placed[]): Promise<void>[] {
  const units = placed.flatMap((one) => one.document.units.map((row) => ({ placed: one, row })))
  return [
    insert(client, 'units', unitText, unitColumns, units),
    insert(client, 'items', itemText, itemColumns, itemsOf(placed)),
  ]
}

/** Each article of a batch once, as its newest document names it; in the order of the key, so that imports do not block each other. */
function itemsOf(placed: readonly Placed[]): Item[] {
  const items = new Map<string, Item>()
  for (const one of placed) {
    const toldOn = dateOf(one)
    const bit = bits[one.document.type]
    for (const row of one.document.items) {
      const key = `${one.accountId}${row.sku}`
      const known = items.get(key)
      if (known === undefined) items.set(key, { ...row, accountId: one.accountId, seenIn: bit, toldOn })
      else {
        const [older, newer, latest] = toldOn >= known.toldOn ? [known, row, toldOn] : [row, known, known.toldOn]
        items.set(key, {
          accountId: one.accountId,
          sku: row.sku,
          customerSku: newer.customerSku ?? older.customerSku,
          gtin: newer.gtin ?? older.gtin,
          name: newer.name ?? older.name,
          unit: newer.unit ?? older.unit,
          seenIn: known.seenIn | bit,
          toldOn: latest,
        })
      }
    }
  }
  return [...items].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
