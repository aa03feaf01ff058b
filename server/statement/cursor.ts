import { PortalError, sentence } from '../../contract/errors.ts'
import type { After } from './queries.ts'

/** The last movement of a page, and what was owed after it. */
export type Place = After & { balance: string }

const shapes = [
  /^\d{4}-\d\d-\d\d$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{1,7}$/,
  /^-?\d{1,18}(\.\d{1,6})?$/,
]

/** A place as text for a URL. */
export function writePlace({ day, id, position, balance }: Place): string {
  return Buffer.from([day, id, position, balance].join(' ')).toString('base64url')
}

/** Reads a place back. Raises invalid_input when it is none of ours. */
export function readPlace(text: string): Place {
  const parts = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  const [day = '', id = '', position = '', balance = ''] = parts
  if (parts.length !== shapes.length || !shapes.every((shape, at) => shape.test(parts[at] ?? ''))) throw gone()
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) throw gone()
  return { day, id, position: Number(position), balance }
}

function gone(): PortalError {
  return new PortalError('invalid_input', sentence('input.pageOfStatement'), {
    errors: [{ field: 'cursor', message: sentence('input.cursor') }],
  })
}
