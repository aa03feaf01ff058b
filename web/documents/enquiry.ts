/** A row of an enquiry as it is typed. */
export type EnquiryRow = { id: number; sku: string; description: string; quantity: string; unit: string }
export type EnquiryField = Exclude<keyof EnquiryRow, 'id'>
export const enquiryFields = ['sku', 'description', 'quantity', 'unit'] as const satisfies readonly EnquiryField[]
export type EnquiryFault = { id: number; field: EnquiryField; why: 'item' | 'quantity' }

/** Whether nothing is typed into a row yet. */
export function isBlank(row: EnquiryRow): boolean {
  return enquiryFields.every((field) => row[field].trim() === '')
}

const quantityPattern = /^(?=.*[1-9])\d{1,12}(\.\d{1,6})?$/

/**
 * A quantity as the server reads it; null when nobody can tell which number is meant. A comma is as good as a point, and
 * where both stand, the last one begins the decimals.
 */
export function normaliseQuantity(input: string): string | null {
  const text = input
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const decimalIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','), text.lastIndexOf('٫'))
  const normalised =
    decimalIndex < 0 ? text : `${text.slice(0, decimalIndex).replace(/[.,٬]/g, '')}.${text.slice(decimalIndex + 1)}`
  return quantityPattern.test(normalised) ? normalised : null
}

/** What the rows ask for, without the blank ones, and what is wrong with the others. */
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

/**
 * Rows that were copied out of a spreadsheet: item number, description, quantity, unit. A row of two is taken for a number
 * and a quantity; where the third is no quantity but the second is, they are number, quantity, unit.
 */
export function parsePastedRows(text: string): Omit<EnquiryRow, 'id'>[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => {
      const [sku = '', second = '', third = '', unit = ''] = cells
      const quantityIsSecond = normaliseQuantity(second) !== null && normaliseQuantity(third) === null
      return quantityIsSecond
        ? { sku, description: '', quantity: second, unit: third }
        : { sku, description: second, quantity: third, unit }
    })
}
