import { PortalError, translatable } from '../../contract/errors.ts'
import type { MovementPosition } from './queries.ts'

/** The last movement of a page, and the balance after it. */
export type StatementCursor = MovementPosition & { balance: string }

const shapes = [
  /^\d{4}-\d\d-\d\d$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{1,7}$/,
  /^-?\d{1,18}(\.\d{1,6})?$/,
]

/** A cursor as text for a URL. */
export function writeCursor({ day, id, position, balance }: StatementCursor): string {
  return Buffer.from([day, id, position, balance].join(' ')).toString('base64url')
}

/** Reads a cursor back. Throws invalid_input when it is malformed. */
export function readCursor(text: string): StatementCursor {
  const parts = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  const [day = '', id = '', position = '', balance = ''] = parts
  if (parts.length !== shapes.length || !shapes.every((shape, index) => shape.test(parts[index] ?? '')))
    throw invalidCursor()
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) throw invalidCursor()
  return { day, id, position: Number(position), balance }
}

function invalidCursor(): PortalError {
  return new PortalError('invalid_input', translatable('input.pageOfStatement'), {
    errors: [{ field: 'cursor', message: translatable('input.cursor') }],
  })
}
