import { PortalError, translatable } from '../../contract/errors.ts'

/** The patterns of a cursor's parts. */
const shapes = {
  date: /^\d{4}-\d\d-\d\d$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  position: /^\d{1,7}$/,
  text: /^\P{Cc}{0,200}$/u,
} as const
type Shape = keyof typeof shapes

/** The last row of a page as text for a URL. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts.map(String))).toString('base64url')
}

/** Reads a cursor back; undefined without one. Throws invalid_input when its parts do not match these shapes. */
export function readCursor(text: string | undefined, ...expectedShapes: Shape[]): string[] | undefined {
  if (text === undefined) return undefined
  const parts = parse(Buffer.from(text, 'base64url').toString('utf8'))
  const fits =
    Array.isArray(parts) &&
    parts.length === expectedShapes.length &&
    expectedShapes.every((shape, index) => typeof parts[index] === 'string' && isOfShape(shape, parts[index]))
  if (!fits) {
    throw new PortalError('invalid_input', translatable('input.pageOfList'), {
      errors: [{ field: 'cursor', message: translatable('input.cursor') }],
    })
  }
  return parts as string[]
}

function isOfShape(shape: Shape, part: string): boolean {
  return shapes[shape].test(part) && (shape !== 'date' || !Number.isNaN(Date.parse(part)))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
