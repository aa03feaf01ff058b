import { PortalError } from '../../contract/errors.ts'

/** The last row of a page: what it was sorted by, its sort value, its id, and the total counted on the first page. */
export type Cursor = { sort: string; value: string; id: string; count: number; exact: boolean }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const calendarDate = /^[0-9]{4,5}-[0-9]{2}-[0-9]{2}$/

/** A cursor as text for a URL. It holds only what the page showed; the account is never taken from it. */
export function writeCursor(cursor: Cursor): string {
  const { sort, value, id, count, exact } = cursor
  return Buffer.from(JSON.stringify([sort, value, id, count, exact])).toString('base64url')
}

/** Reads a cursor back. Raises invalid_input when it is not one of ours or belongs to another sorting. */
export function readCursor(text: string, sort: string): Cursor {
  const cursor = parse(text)
  if (!cursor || cursor.sort !== sort) {
    throw new PortalError(
      'invalid_input',
      'This page of the list is no longer there. Please start again from the top.',
      {
        errors: [{ field: 'cursor', message: 'Leave the cursor out to start at the first page.' }],
      },
    )
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
  const isNumber = sort.endsWith('number')
  if (isNumber ? value.length > 200 || value.includes('\0') : !isDate(value)) return undefined
  return { sort, value, id, count: count as number, exact }
}

function isDate(value: string): boolean {
  return calendarDate.test(value) && !Number.isNaN(Date.parse(value.padStart(10, '0')))
}
