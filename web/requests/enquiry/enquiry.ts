import type { OrderedItem } from '#contract/items/endpoints.ts'
import { maxEnquiryLines } from '#contract/requests/rules.ts'
import { normaliseDecimal, readingsOf, unambiguous } from '#web/ui/fields/decimal.ts'

/** A row of an enquiry as typed. */
export type EnquiryRow = { id: number; sku: string; description: string; quantity: string; unit: string }
export type EnquiryField = Exclude<keyof EnquiryRow, 'id'>
export const enquiryFields = ['sku', 'description', 'quantity', 'unit'] as const satisfies readonly EnquiryField[]
export type EnquiryFault = { id: number; field: EnquiryField; why: 'item' | 'quantity' }

/** The name of a field of a row in the form. */
export const fieldName = (field: EnquiryField, id: number) => `${field} ${id}`

/** The rows as they were when the form was left, as `fields` kept them, and blank ones up to `least`. */
export function rowsOf(fields: Readonly<Record<string, string>>, least: number): EnquiryRow[] {
  const kept = Object.keys(fields).flatMap((key) => {
    const [, field = '', id = ''] = /^(\w+) (\d+)\|/.exec(key) ?? []
    return (enquiryFields as readonly string[]).includes(field) ? [Number(id)] : []
  })
  const first = Array.from({ length: least }, (_, id) => id)
  // Pasted rows take the place of blank ones: their numbers begin after these.
  const ids = kept.some((id) => id >= least) ? kept : [...first, ...kept]
  return [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id) => {
      const text = (field: EnquiryField) => fields[`${fieldName(field, id)}|0`] ?? ''
      return { id, sku: text('sku'), description: text('description'), quantity: text('quantity'), unit: text('unit') }
    })
}

/** Whether nothing has been typed into a row. */
export function isBlank(row: EnquiryRow): boolean {
  return enquiryFields.every((field) => row[field].trim() === '')
}

const quantityPattern = /^(?=.*[1-9])\d{1,12}(\.\d{1,6})?$/

/** A quantity as the server reads it; null when it is not a valid number. */
export function normaliseQuantity(input: string): string | null {
  const normalised = normaliseDecimal(input)
  return quantityPattern.test(normalised) ? normalised : null
}

/** The lines of all rows that are not blank, and the faults in these rows. */
export function parseRows(rows: readonly EnquiryRow[]): { lines: Record<string, string>[]; faults: EnquiryFault[] } {
  const faults: EnquiryFault[] = []
  const lines = rows
    .filter((row) => !isBlank(row))
    .map((row) => {
      const sku = row.sku.trim()
      const description = row.description.trim()
      const unit = row.unit.trim()
      const quantity = normaliseQuantity(row.quantity)
      if (sku === '' && description === '') faults.push({ id: row.id, field: 'sku', why: 'item' })
      if (quantity === null) faults.push({ id: row.id, field: 'quantity', why: 'quantity' })
      return {
        ...(sku ? { sku } : {}),
        ...(description ? { description } : {}),
        quantity: quantity ?? '',
        ...(unit ? { unit } : {}),
      }
    })
  return { lines, faults }
}

const isQuantity = (cell: string) => normaliseQuantity(cell) !== null || readingsOf(cell) !== null

/**
 * Parses rows copied from a spreadsheet: item number, description, quantity, unit. If the second cell is a quantity and
 * the third is not, the cells are item number, quantity, unit.
 */
export function parsePastedRows(text: string): Omit<EnquiryRow, 'id'>[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => {
      const [sku = '', second = '', third = '', unit = ''] = cells
      const quantityIsSecond = isQuantity(second) && !isQuantity(third)
      return quantityIsSecond
        ? { sku, description: '', quantity: second, unit: third }
        : { sku, description: second, quantity: third, unit }
    })
}

/**
 * The rows with one for an item that was ordered before, in the first that is blank, or without it where it stood;
 * unchanged when no more fit.
 */
export function toggleItem(rows: readonly EnquiryRow[], item: OrderedItem): readonly EnquiryRow[] {
  const blank = { sku: '', description: '', quantity: '', unit: '' }
  const isItem = ({ sku }: EnquiryRow) => sku.trim() === item.sku
  if (rows.some(isItem)) return rows.map((row) => (isItem(row) ? { ...row, ...blank } : row))
  const filled = {
    sku: item.sku,
    description: item.name ?? '',
    quantity: unambiguous(item.quantity ?? ''),
    unit: item.unit ?? '',
  }
  const free = rows.findIndex(isBlank)
  if (free >= 0) return rows.map((row, index) => (index === free ? { ...row, ...filled } : row))
  if (rows.length >= maxEnquiryLines) return rows
  return [...rows, { id: 1 + Math.max(...rows.map(({ id }) => id)), ...filled }]
}
