import { PortalError, translatable } from '../../contract/errors.ts'
import type { HitPosition } from './queries.ts'

/** How a page of hits was found: as one reference, as typed, by parts of references, or by words near to those typed. */
export const searchStages = ['one', 'typed', 'parts', 'near'] as const
export type SearchStage = (typeof searchStages)[number]

/** Where a page of hits ended and how it was found, as a text. */
export function writeCursor({ date, id }: HitPosition, stage: SearchStage): string {
  return Buffer.from(`${date} ${id} ${stage}`).toString('base64url')
}

/** Reads a text of `writeCursor`. Raises invalid_input. */
export function readCursor(text: string): { after: HitPosition; stage: SearchStage } {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([a-z]+)$/.exec(
    Buffer.from(text, 'base64url').toString('utf8'),
  )
  const [, date = '', id = '', stageName] = match ?? []
  const stage = searchStages.find((name) => name === stageName)
  if (stage === undefined || Number.isNaN(Date.parse(date))) {
    throw new PortalError('invalid_input', translatable('input.pageOfResults'), {
      errors: [{ field: 'cursor', message: translatable('input.cursor') }],
    })
  }
  return { after: { date, id }, stage }
}
