import { PortalError, translatable } from '../../contract/errors.ts'
import type { HitPosition } from './queries.ts'

/**
 * How a page of hits was found: as one reference, as typed, by parts of references, or by words similar to those typed.
 */
export const searchStages = ['one', 'typed', 'parts', 'near'] as const
export type SearchStage = (typeof searchStages)[number]

/** The end of a page of hits and the stage that found them, as text. */
export function writeCursor({ date, id }: HitPosition, stage: SearchStage): string {
  return Buffer.from(`${date} ${id} ${stage}`).toString('base64url')
}

/** Reads a cursor that `writeCursor` wrote. Throws invalid_input. */
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
