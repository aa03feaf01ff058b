import { PortalError, translatable } from './errors.ts'

/** What the parts of a cursor look like. */
const shapes = {
  date: /^\d{4}-\d\d-\d\d$/,
  instant: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00)$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  count: /^\d{1,9}$/,
  /** A whole number of the database's type bigint. */
  integer: /^-?\d{1,19}$/,
  decimal: /^-?\d{1,18}(\.\d{1,6})?$/,
  flag: /^(true|false)$/,
  word: /^-?[a-z_]{1,40}$/,
  text: /^[^\0]{0,200}$/u,
} as const
export type CursorShape = keyof typeof shapes

/**
 * Where a page ended, as text: the values of its last row by which the list is sorted. It holds only what the page
 * showed; the account is never taken from it. `server/http` signs and encodes it.
 */
export function writeCursor(...parts: (string | number | boolean)[]): string {
  return JSON.stringify(parts.map(String))
}

/** Reads a cursor back; undefined without one. Throws invalid_input when its parts do not have these shapes. */
export function readCursor<const Shapes extends readonly CursorShape[]>(
  text: string | undefined,
  ...expected: Shapes
): { [Index in keyof Shapes]: string } | undefined {
  if (text === undefined) return undefined
  const parts = parse(text)
  const fits =
    Array.isArray(parts) &&
    parts.length === expected.length &&
    expected.every((shape, index) => isOfShape(shape, parts[index]))
  if (!fits) throw invalidCursor()
  return parts as { [Index in keyof Shapes]: string }
}

/** The answer to a cursor that is none. */
export function invalidCursor(): PortalError {
  return new PortalError('invalid_input', translatable('input.pageOfList'), {
    errors: [{ field: 'cursor', message: translatable('input.cursor') }],
  })
}

function isOfShape(shape: CursorShape, part: unknown): boolean {
  if (typeof part !== 'string' || !shapes[shape].test(part)) return false
  if (shape === 'date' || shape === 'instant') {
    return !Number.isNaN(Date.parse(part.replace(' ', 'T').replace('+00', 'Z')))
  }
  return shape !== 'integer' || BigInt(part) === BigInt.asIntN(64, BigInt(part))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not a cursor; the caller refuses it.
    return undefined
  }
}
