import { PortalError, translatable } from '../../contract/errors.ts'
import type { SortColumn } from './list-queries.ts'

/** The last row of a page: the sorting, its sort value, its id, and the total counted on the first page. */
export type Cursor = { sort: string; value: string; id: string; count: number; exact: boolean }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const calendarDate = /^[0-9]{4,5}-[0-9]{2}-[0-9]{2}$/

/** A cursor as text for a URL. It holds only what the page showed; the account is never taken from it. */
export function writeCursor(cursor: Cursor): string {
  const { sort, value, id, count, exact } = cursor
  return Buffer.from(JSON.stringify([sort, value, id, count, exact])).toString('base64url')
}

/** Reads a cursor back. Throws invalid_input when it is malformed or belongs to another sorting. */
export function readCursor(text: string, sort: string): Cursor {
  const cursor = parse(text)
  if (!cursor || cursor.sort !== sort) {
    throw new PortalError('invalid_input', translatable('input.pageOfList'), {
      errors: [{ field: 'cursor', message: translatable('input.cursor') }],
    })
  }
  return cursor
}

function parse(text: string): Cursor | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts.length !== 5) return undefined
  const [sort, value, id, count, exact] = parts as unknown[]
  if (typeof sort !== 'string' || typeof value !== 'string' || typeof id !== 'string' || !uuid.test(id))
    return undefined
  if (typeof exact !== 'boolean' || !Number.isSafeInteger(count) || (count as number) < 0) return undefined
  if (!isValue[sort.replace('-', '')]?.(value)) return undefined
  return { sort, value, id, count: count as number, exact }
}

const isDate = (value: string) => calendarDate.test(value) && !Number.isNaN(Date.parse(value.padStart(10, '0')))
const isAmount = (value: string) => /^-?[0-9]{1,19}$/.test(value) && BigInt(value) === BigInt.asIntN(64, BigInt(value))
const isInstant = (value: string) =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?\+00$/.test(value) &&
  !Number.isNaN(Date.parse(value.replace(' ', 'T').replace('+00', 'Z')))

/** Whether a text is a valid sort value, by sort column. */
const isValue: Readonly<Record<string, (value: string) => boolean>> = {
  list_date: isDate,
  key_date: isDate,
  number: (value) => value.length <= 200 && !value.includes('\0'),
  status_changed_at: isInstant,
  gross_order: isAmount,
  open_order: isAmount,
} satisfies Record<SortColumn, (value: string) => boolean>
