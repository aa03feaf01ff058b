import { PortalError, sentence } from '../../contract/errors.ts'
import type { After } from './queries.ts'

/** How a page of hits was found: as one reference, as typed, by parts of references, or by words near to those typed. */
export const stages = ['one', 'typed', 'parts', 'near'] as const
export type Stage = (typeof stages)[number]

/** Where a page of hits ended and how it was found, as a text. */
export function writeCursor({ date, id }: After, stage: Stage): string {
  return Buffer.from(`${date} ${id} ${stage}`).toString('base64url')
}

/** Reads a text of `writeCursor`. Raises invalid_input. */
export function readCursor(text: string): { after: After; stage: Stage } {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([a-z]+)$/.exec(
    Buffer.from(text, 'base64url').toString('utf8'),
  )
  const [, date = '', id = '', said] = match ?? []
  const stage = stages.find((one) => one === said)
  if (stage === undefined || Number.isNaN(Date.parse(date))) {
    throw new PortalError('invalid_input', sentence('input.pageOfResults'), {
      errors: [{ field: 'cursor', message: sentence('input.cursor') }],
    })
  }
  return { after: { date, id }, stage }
}
